import { mayAsk } from "@reeve/operations/access-matrix";
import { ROLES, TOKEN_SCOPES } from "@reeve/operations/access";
import { approvals } from "@reeve/operations/work/approvals";
import { toMcpTool } from "@reeve/operations/agent/mcp-tools";
import { notes } from "@reeve/operations/memory/notes";
import { nouns } from "@reeve/operations/nouns";
import type { Operation } from "@reeve/operations/operation";
import { reminders } from "@reeve/operations/work/reminders";
import { expect, test } from "vitest";

test("an operation is an MCP tool: its input, its output, what it does", () => {
  expect(toMcpTool(notes.delete)).toEqual({
    name: "notes_delete",
    description: "Delete a note.",
    inputSchema: {
      type: "object",
      properties: {
        id: {
          type: "string",
          minLength: 1,
          maxLength: 100,
          description: "The item's id, as shown in lists.",
        },
      },
      required: ["id"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  });
  expect(toMcpTool(reminders.create)).toMatchObject({
    inputSchema: { properties: { conversation: { default: "own" } }, required: ["text"] },
    outputSchema: { type: "object", properties: { id: { type: "string" } } },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  });
});

test("every operation makes a tool that MCP clients can take", () => {
  const tools = nouns.flatMap(({ operations }) => Object.values(operations).map(toMcpTool));
  expect(tools.filter(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
  for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ type: "object" });
});

/** Returns the roles and scopes that may ask for an operation. */
function allowed(operation: Operation): readonly string[] {
  return ROLES.flatMap((role) =>
    TOKEN_SCOPES.filter((scope) => mayAsk(operation, { role, scopes: [scope] })).map(
      (scope) => `${role} ${scope}`,
    ),
  );
}

test("a request needs the scope and the role of its operation", () => {
  expect(allowed(approvals.revoke)).toEqual(["owner admin", "admin admin"]);
  expect(allowed(notes.create)).toEqual(
    ["owner", "admin", "member", "guest"].flatMap((role) => [
      `${role} chat`,
      `${role} approve`,
      `${role} admin`,
    ]),
  );
});
