import { expect, test } from "vitest";
import { mcpToolName } from "./tool-name.ts";

test.each([
  ["files", "read_file", "mcp_files_read_file"],
  ["my-server", "get-sum", "mcp_my-server_get-sum"],
])("a tool of %s named %s is %s", (server, tool, name) => {
  expect(mcpToolName(server, tool)).toBe(name);
});

test("names that providers refuse, or that are too long, end in a hash and stay apart", () => {
  const names = [
    mcpToolName("far", "a/b"),
    mcpToolName("far", "a.b"),
    mcpToolName("far", `${"x".repeat(100)}1`),
    mcpToolName("far", `${"x".repeat(100)}2`),
  ];
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
});
