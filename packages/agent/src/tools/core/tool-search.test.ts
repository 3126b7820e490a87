import { expect, test } from "vitest";
import type { ToolDescription } from "../toolbox.ts";
import { callContext } from "../testing/contexts.ts";
import { toolSearch } from "./tool-search.ts";

const found = (name: string): ToolDescription => ({
  name,
  summary: `Does ${name}.`,
  params: { type: "object", properties: {} },
});

/** Knows the answer to one query. */
const contextWith = (query: string, tools: readonly ToolDescription[]) => ({
  ...callContext(),
  tools: { find: async (asked: string) => (asked === query ? tools : []) },
});

test("returns what was found, with the schemas of the arguments", async () => {
  const context = contextWith("send a picture", [found("telegram_send_photo")]);
  expect(await toolSearch.run({ query: "send a picture" }, context)).toEqual({
    tools: [
      {
        name: "telegram_send_photo",
        summary: "Does telegram_send_photo.",
        params: { type: "object", properties: {} },
      },
    ],
  });
});

test("returns the best eight of many", async () => {
  const many = Array.from({ length: 20 }, (_, index) => found(`tool_${index}`));
  expect(await toolSearch.run({ query: "all" }, contextWith("all", many))).toEqual({
    tools: many.slice(0, 8),
  });
});

test("says what to do when nothing was found", async () => {
  expect(await toolSearch.run({ query: "fly" }, contextWith("swim", [found("swim")]))).toEqual({
    tools: [],
    hint: "No tool matches. Try other words, or say that you cannot do it.",
  });
});

test.each(["", "   ", "x".repeat(401)])("refuses the query %j", (query) => {
  expect(toolSearch.params.safeParse({ query }).success).toBe(false);
});
