import { type Artifacts, Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { callContext } from "../testing/contexts.ts";
import { artifactRead } from "./artifact-read.ts";

function assertStored(id: string): void {
  if (id !== "a1") throw new Fault("missing", `There is no artifact ${id}.`);
}

/** One stored text. */
function fakeArtifacts(stored: string): Artifacts {
  return {
    async read(id, { offset, limit }) {
      assertStored(id);
      const next = offset + limit < stored.length ? offset + limit : undefined;
      return {
        text: stored.slice(offset, offset + limit),
        offset,
        next,
        totalChars: stored.length,
      };
    },
    async search(id, { pattern, limit }) {
      assertStored(id);
      return stored
        .split("\n")
        .map((text, index) => ({ line: index + 1, text }))
        .filter(({ text }) => new RegExp(pattern).test(text))
        .slice(0, limit);
    },
  };
}

const context = { ...callContext(), artifacts: fakeArtifacts("one\ntwo\nthree\n".repeat(1000)) };

test("reads a piece, by default the first ten thousand characters", async () => {
  expect(await artifactRead.run({ id: "a1", offset: 4, limit: 3 }, context)).toEqual({
    text: "two",
    offset: 4,
    next: 7,
    totalChars: 14_000,
  });
  expect(await artifactRead.run({ id: "a1" }, context)).toMatchObject({ offset: 0, next: 10_000 });
});

test("finds lines, by default fifty", async () => {
  expect(await artifactRead.run({ id: "a1", pattern: "^t", limit: 2 }, context)).toEqual({
    lines: [
      { line: 2, text: "two" },
      { line: 3, text: "three" },
    ],
  });
  expect(await artifactRead.run({ id: "a1", pattern: "^two" }, context)).toEqual({
    lines: Array.from({ length: 50 }, (_, index) => ({ line: 2 + 3 * index, text: "two" })),
  });
});

test("takes an offset or a pattern, not both", async () => {
  const both = artifactRead.run({ id: "a1", offset: 1, pattern: "t" }, context);
  await expect(both).rejects.toMatchObject({ code: "invalid" });
});

test("passes on that there is no such artifact", async () => {
  await expect(artifactRead.run({ id: "a2" }, context)).rejects.toMatchObject({ code: "missing" });
});
