import { expect, test } from "vitest";
import { toMockAnswer } from "./to-mock-answer.ts";

const answer = { tool: "note_list", input: { tag: "x" } };
const direct = { calls: [{ name: "note_list", args: { tag: "x" } }] };
const generic = {
  calls: [{ name: "tool_call", args: { name: "note_list", arguments: { tag: "x" } } }],
};
const say = (text: string) => [{ role: "user", content: text }];

test.each([
  ["in the array of Anthropic", { tools: [{ name: "note_list" }] }, direct, false],
  [
    "in the array of chat completions",
    { tools: [{ function: { name: "note_list" } }] },
    direct,
    false,
  ],
  ["described", { messages: say("note_list(tag?)") }, generic, false],
  ["deferred", { tools: [{ name: "note_list", defer_loading: true }] }, generic, true],
  [
    "referred to",
    {
      tools: [{ name: "note_list", defer_loading: true }],
      messages: [{ content: [{ type: "tool_reference", tool_name: "note_list" }] }],
    },
    direct,
    false,
  ],
  ["nowhere", { messages: say("list my notes") }, generic, true],
])("a tool that is %s is called as the request allows", (_, body, expected, isUnknown) => {
  expect(toMockAnswer(answer, body)).toEqual({ answer: expected, isUnknown });
});

test("text is text", () => {
  expect(toMockAnswer({ text: "Hi." }, {})).toEqual({ answer: { text: "Hi." }, isUnknown: false });
});
