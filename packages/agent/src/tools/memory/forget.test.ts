import { expect, test } from "vitest";
import { callContext } from "../testing/contexts.ts";
import { memoryForget } from "./forget.ts";
import type { Forgetting, Forgotten } from "../../memory/forgetting.ts";

function contextThat(answer: Forgotten) {
  const asked: unknown[] = [];
  const forgetting: Forgetting = {
    async forget(target, options) {
      asked.push([target, options]);
      return answer;
    },
    nameOf: async (id) => (id === "fact-1" ? "Ann is allergic to nuts." : undefined),
  };
  return { asked, context: { ...callContext("call-7"), forgetting } };
}

test("forgets under the call's key", async () => {
  const { asked, context } = contextThat({ type: "forgotten", kind: "fact", rows: 9 });
  expect(await memoryForget.run({ id: "fact-1" }, context)).toEqual({
    forgotten: true,
    kind: "fact",
    rows: 9,
    note: "Do not repeat what was forgotten. Files and old copies are overwritten as soon as this turn ends.",
  });
  expect(asked).toEqual([[{ id: "fact-1" }, { key: "call-7" }]]);
});

test("lists what holds the words when those are several things", async () => {
  const hits = [{ id: "17", source: "feed", text: "My locker is red." }] as const;
  const { context } = contextThat({ type: "several", hits });
  expect(await memoryForget.run({ query: "locker" }, context)).toEqual({
    forgotten: false,
    why: "several items contain these words: choose an id",
    hits,
  });
});

test.each([{}, { id: "1", query: "two" }])("wants an id or a query: %j", async (args) => {
  const { asked, context } = contextThat({ type: "forgotten", kind: "fact", rows: 1 });
  await expect(memoryForget.run(args, context)).rejects.toMatchObject({ code: "invalid" });
  expect(asked).toEqual([]);
});

test("asks with the words as they are", () => {
  expect(memoryForget.confirm?.({ query: "my\ncode" }, { language: "en" })).toBe(
    'Permanently forget everything that contains "my\\ncode", and everything derived from it? This can\'t be undone.',
  );
  expect(memoryForget.confirm?.({ id: "f1" }, { language: "en" })).toBe(
    'Permanently forget "f1" and everything derived from it? This can\'t be undone.',
  );
});
