import { expect, test } from "vitest";
import { markOf } from "./entry-mark.ts";
import { withoutTainted } from "./without-tainted.ts";

test("entries behind which less stands are left out, all else stays", () => {
  const text = [
    "# Memory",
    "What the owner wrote.",
    "## Notes",
    "",
    `- mine ${markOf("1")}`,
    "- of a page",
    "  and more of it",
    `  ${markOf("2", "web")}`,
    `- of a member ${markOf("3", "member")}`,
    "- written by hand",
  ].join("\n");

  expect(withoutTainted(text, "owner").split("\n")).toEqual([
    "# Memory",
    "What the owner wrote.",
    "## Notes",
    "",
    `- mine ${markOf("1")}`,
    "- written by hand",
  ]);
  expect(withoutTainted(text, "tool")).toBe(text);
});
