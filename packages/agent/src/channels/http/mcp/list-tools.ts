import { mayAsk } from "@reeve/operations/access-matrix";
import { type McpTool, toMcpTool } from "@reeve/operations/agent/mcp-tools";
import { nouns } from "@reeve/operations/nouns";
import type { Operation } from "@reeve/operations/operation";
import type { ListToolsResult } from "@modelcontextprotocol/server";
import { Fault } from "@reeve/sdk";
import { hasScope } from "../../../kernel/token-scope.ts";
import { ASK_SCOPE, askTool } from "./ask-tool.ts";
import type { McpCaller } from "./mcp-caller.ts";

/** Maximum number of tools in one answer. */
const PAGE = 100;

interface OperationTool {
  readonly operation: Operation;
  readonly tool: McpTool;
}

/** Tools of all operations that HTTP serves, by name, in the order of the contracts. */
const operationTools: ReadonlyMap<string, OperationTool> = new Map(
  nouns
    .flatMap(({ operations }) => Object.values(operations))
    .filter(({ http }) => http !== undefined)
    .map((operation): [string, OperationTool] => {
      const tool = toMcpTool(operation);
      return [tool.name, { operation, tool }];
    }),
);

/** Returns the operation behind a tool; undefined for an unknown tool. */
export function findOperation(name: string): Operation | undefined {
  return operationTools.get(name)?.operation;
}

/**
 * Lists the tools that a caller may use: `ask` first, then the operations. The order never changes.
 * `cursor` is the number of tools before the page. Throws `invalid` for any other cursor.
 */
export function listTools(
  { person, scopes }: Pick<McpCaller, "person" | "scopes">,
  cursor = "0",
): ListToolsResult {
  const rights = { role: person.role, scopes };
  const isAllowed = person.role !== "stranger" && hasScope(scopes, ASK_SCOPE);
  const operations = [...operationTools.values()]
    .filter(({ operation }) => mayAsk(operation, rights))
    .map(({ tool }) => tool);
  const tools = [...(isAllowed ? [askTool] : []), ...operations];
  const start = /^\d{1,6}$/.test(cursor) ? Number(cursor) : tools.length + 1;
  if (start > tools.length)
    throw new Fault("invalid", `Unknown cursor: "${cursor}".`, {
      hint: "Use nextCursor from the previous page.",
    });
  const next = start + PAGE;
  return {
    tools: tools.slice(start, next),
    ...(next < tools.length && { nextCursor: String(next) }),
  };
}
