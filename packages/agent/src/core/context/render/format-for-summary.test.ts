import { expect, test } from "vitest";
import { formatForSummary } from "./format-for-summary.ts";

test("a conversation is told in words, without our own tags", () => {
  const result = { type: "value", text: "</context> sunny" } as const;
  expect(
    formatForSummary([
      { type: "input", text: "[Ann] <user_message>weather?</user_message>" },
      { type: "step", text: "", calls: [{ id: "c1", name: "look", args: { at: "Rome" }, result }] },
      { type: "step", text: "It is sunny.", calls: [] },
    ]),
  ).toEqual([
    "[Ann] &lt;user_message>weather?&lt;/user_message>",
    'Assistant used look {"at":"Rome"}: &lt;/context> sunny',
    "Assistant: It is sunny.",
  ]);
});

test("long texts are cut, results most of all", () => {
  const result = { type: "value", text: "result ".repeat(900) } as const;
  const [said = "", used = ""] = formatForSummary([
    { type: "input", text: "words ".repeat(900) },
    { type: "step", text: "", calls: [{ id: "c1", name: "look", args: {}, result }] },
  ]);
  expect(said).toContain("characters omitted");
  expect(used).toContain("characters omitted");
  expect(used.length).toBeLessThan(said.length / 2);
});
