import { mcp, type McpServer } from "@reeve/operations/agent/mcp";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve mcp`. */
export const mcpCommand = defineCommandLine({
  command: "mcp",
  operations: mcp,
  show: {
    list: ({ items }) =>
      linesOf(
        items,
        toLine,
        "There are no MCP servers. Add one: reeve config set mcp.servers.<name>",
      ),
    test: (server) => [toLine(server), ...server.tools.map((tool) => `  ${tool}`)].join("\n"),
  },
});

function toLine({ name, state, transport, server, tools, reason }: McpServer): string {
  const facts = [transport, server, `${tools.length} tools`, reason].filter((one) => one !== null);
  return `${name.padEnd(16)} ${state.padEnd(10)}  ${facts.join(", ")}`;
}
