import { expect, test } from "vitest";
import { approversFor } from "./approvers-for.ts";

test.each([
  [[], 1],
  [["pay"], 2],
  [["exec"], 1],
  [["ton_send"], 2],
  [["exec", "ton_*"], 2],
  [["dex_*"], 1],
])("ton_send, which pays, with %j needs %i", (listed, needed) => {
  expect(approversFor({ tool: "ton_send", effect: "pay" }, listed)).toBe(needed);
});
