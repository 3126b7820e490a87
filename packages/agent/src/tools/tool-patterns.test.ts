import { expect, test } from "vitest";
import { findRuleDenial, type ToolPatterns } from "./tool-patterns.ts";

const NAMES = ["web_fetch", "web_search", "workspace_read", "tool_call", "artifact_read"];

const allowedBy = (rules: Omit<ToolPatterns, "agent">) =>
  NAMES.filter((name) => findRuleDenial(name, { agent: "writer", ...rules }) === undefined);

test("without patterns an agent has every tool", () => {
  expect(allowedBy({ deny: [] })).toEqual(NAMES);
});

test("an agent has what is allowed, and the tools that carry it", () => {
  expect(allowedBy({ allow: ["web_*"], deny: [] })).toEqual([
    "web_fetch",
    "web_search",
    "tool_call",
    "artifact_read",
  ]);
});

test("what is denied is gone, whatever allows it", () => {
  const rules = { allow: ["web_*", "web_fetch"], deny: ["*_fetch", "tool_call"] };
  expect(allowedBy(rules)).toEqual(["web_search", "artifact_read"]);
  expect(allowedBy({ deny: ["*"] })).toEqual([]);
});

test("the denial names the tool and the agent", () => {
  expect(findRuleDenial("web_fetch", { agent: "writer", deny: ["web_*"] })).toBe(
    "web_fetch is not one of the tools available to the agent writer. Say so instead of trying another way.",
  );
});
