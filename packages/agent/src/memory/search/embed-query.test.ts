import { Fault, type FaultCode } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createQueryEmbedder } from "./embed-query.ts";

const { signal } = new AbortController();

function embedderThat(answers: readonly (FaultCode | "vector")[]) {
  let now = 1_000_000;
  let asked = 0;
  const embedder = {
    async embed() {
      const answer = answers[asked] ?? "vector";
      asked += 1;
      if (answer !== "vector") throw new Fault(answer, "There is no vector.");
      return [new Float32Array([1])];
    },
  };
  const embed = createQueryEmbedder(embedder, { now: () => now });
  return {
    asked: () => asked,
    /** Checks whether there was a vector, `ms` milliseconds after the previous query. */
    async after(ms: number) {
      now += ms;
      return (await embed("text", signal)) !== undefined;
    },
  };
}

test("an embedder that is out of order is left alone for half a minute", async () => {
  const embedder = embedderThat(["vector", "unavailable", "vector"]);
  expect(await embedder.after(0)).toBe(true);
  expect([await embedder.after(0), await embedder.after(0), await embedder.after(29_999)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(embedder.asked()).toBe(2);
  expect(await embedder.after(1)).toBe(true);
  expect(await embedder.after(0)).toBe(true);
});

test("a clock that is set back does not keep it waiting", async () => {
  const embedder = embedderThat(["unavailable"]);
  expect([await embedder.after(0), await embedder.after(-1)]).toEqual([false, true]);
});

test("one text that it refuses does not keep the next from being asked", async () => {
  const embedder = embedderThat(["invalid"]);
  expect([await embedder.after(0), await embedder.after(0)]).toEqual([false, true]);
});
