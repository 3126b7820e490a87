import { expect, test } from "vitest";
import type { ToolResult } from "../kernel/transcript.ts";
import { recordOf } from "./call-record.ts";

const VALUE: ToolResult = { type: "value", text: "done" };
const FAULT: ToolResult = { type: "fault", code: "unavailable", text: "The shop\nis closed." };

const call = (tool: string, result: ToolResult, effect: "read" | "send" = "send") => ({
  tool,
  effect,
  result,
});

test("a record names what was carried out, each tool once", () => {
  const calls = [call("look", VALUE, "read"), call("send", VALUE), call("send", VALUE)];
  expect(recordOf(calls, "en")).toEqual({ done: ["look", "send"], undone: [] });
});

test.each<[ToolResult, string]>([
  [FAULT, "send failed: The shop is closed."],
  [{ type: "unknown" }, "send was interrupted and may or may not have run."],
  [{ type: "aborted" }, "send was stopped."],
])("a call that did not succeed is not carried out, with its reason: %o", (result, why) => {
  expect(recordOf([call("send", result)], "en")).toEqual({ done: [], undone: [why] });
});

test("a later success of the same tool makes a failure good, an earlier one or another tool's does not", () => {
  const undone = ["send failed: The shop is closed."];
  expect(recordOf([call("send", FAULT), call("send", VALUE)], "en").undone).toEqual([]);
  expect(recordOf([call("send", VALUE), call("send", FAULT)], "en").undone).toEqual(undone);
  expect(recordOf([call("send", FAULT), call("note", VALUE)], "en").undone).toEqual(undone);
});

test("nothing was to be changed by a call that reads, and nothing is decided of one that waits", () => {
  const calls = [call("look", FAULT, "read"), call("send", { type: "pending", approval: "a1" })];
  expect(recordOf(calls, "en")).toEqual({ done: [], undone: [] });
});

test("the reasons are in the language that was asked for", () => {
  expect(recordOf([call("send", { type: "aborted" })], "de").undone).toEqual([
    "send wurde angehalten.",
  ]);
});
