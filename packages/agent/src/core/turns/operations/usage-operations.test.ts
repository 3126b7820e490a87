import type { Operation } from "@reeve/operations/operation";
import { usage } from "@reeve/operations/agent/usage";
import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { ann, bob } from "../../../store/testing/rows.ts";
import { openTurnKit } from "../testing/open-turn-kit.ts";
import { usageOperations } from "./usage-operations.ts";

/** Opens the chat `p1`, whose turn has made so many requests. */
async function openUsage(count: number) {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  await kit.accept("m1");
  const { id: turn } = await kit.claim();
  await kit.store.commit("settle-think", async (tx) => {
    for (let step = 0; step < count; step++)
      await tx.usage.add({
        turn,
        step,
        chat: toId("p1"),
        model: "test/model",
        purpose: "think",
        inputTokens: 1,
        cachedTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 1,
        reasoningTokens: 0,
        costNano: 1n,
        at: 1000,
        day: "1970-01-01",
      });
  });
  const operations = usageOperations({ ...kit.deps, timeZone: "UTC" });
  const owned = stack.move();
  return {
    ...kit,
    async ask(wanted: Operation, input: object, person = ann): Promise<unknown> {
      const found = operations.find(({ operation }) => operation === wanted);
      return found?.run(input, { person, channel: "cli", externalId: "p1" });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const linesOf = (csv: string) => csv.trimEnd().split("\r\n");

test("an export has its head on the first page, and goes on where that ended", async () => {
  await using story = await openUsage(501);
  const first = usage.export.output.parse(await story.ask(usage.export, {}));
  expect(linesOf(first.csv)).toHaveLength(501);
  expect(first.csv).toMatch(/^at,day,/);
  expect(first.next).not.toBe(null);
  const rest = usage.export.output.parse(await story.ask(usage.export, { cursor: first.next }));
  expect(linesOf(rest.csv)).toHaveLength(1);
  expect(rest.csv).toMatch(/^1970-01-01T/);
  expect(rest.next).toBe(null);
});

test("a full page may be the last one", async () => {
  await using story = await openUsage(500);
  const { next } = usage.export.output.parse(await story.ask(usage.export, {}));
  expect(await story.ask(usage.export, { cursor: next })).toEqual({ csv: "", next: null });
});

test("people and places are named, and other keys name themselves", async () => {
  await using story = await openUsage(1);
  const named = async (by: string) => {
    const { rows } = usage.summary.output.parse(await story.ask(usage.summary, { by }));
    return rows.map(({ key, name }) => [key, name]);
  };
  expect(await named("person")).toEqual([["ann", "Ann"]]);
  expect(await named("place")).toEqual([["p1", "cli/p1"]]);
  expect(await named("model")).toEqual([["test/model", "test/model"]]);
  await story.store.commit("settle-think", (tx) =>
    tx.usage.addUnasked({
      tenant: "home",
      day: "1970-01-01",
      model: "test/model",
      purpose: "embed",
      inputTokens: 1,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
      costNano: null,
      at: 1000,
    }),
  );
  expect(await named("person")).toContainEqual(["", "nobody in particular"]);
  expect(await named("place")).toContainEqual(["", "nobody in particular"]);
});

test("days begin with those of the month, and end today", async () => {
  await using story = await openUsage(1);
  story.time.now = Date.UTC(2026, 1, 20);
  expect(await story.ask(usage.summary, { by: "day" })).toMatchObject({
    from: "2026-02-01",
    to: "2026-02-20",
    rows: [],
  });
  expect(await story.ask(usage.summary, { by: "day", to: "1970-01-01" })).toMatchObject({
    from: "1970-01-01",
    total: { calls: 1, costUsd: "0.000000001" },
  });
});

test("members see their own usage, also by their own name, and nobody else's", async () => {
  await using story = await openUsage(1);
  const of = (person?: string) => story.ask(usage.summary, { by: "day", person }, bob);
  expect(await of()).toMatchObject({ rows: [] });
  expect(await of("bob")).toMatchObject({ rows: [] });
  await expect(of("ann")).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner and admins can see ann's usage.",
    hint: "Omit the person to see your own usage.",
  });
  expect(await story.ask(usage.summary, { by: "day", person: "bob" })).toMatchObject({ rows: [] });
});
