import { mcp, type McpServer } from "@reeve/operations/agent/mcp";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve mcp`. */
export const mcpCommand = defineCommandLine({
  command: "mcp",
  operations: mcp,
  show: {
    list: ({ items }) =>
      linesOf(items, toLine, "There are no MCP servers. Add one: reeve mcp add <name> <url>"),
    test: (server) => [toLine(server), ...server.tools.map((tool) => `  ${tool}`)].join("\n"),
    add: toLine,
    remove: ({ name }) => `Removed ${name}.`,
    login: ({ server, url }) => (url === null ? toLine(server) : toLogin(server, url)),
    logout: toLine,
  },
});

function toLogin({ name }: McpServer, url: string): string {
  return [
    "Open this address in a browser and sign in:",
    "",
    url,
    "",
    "If the browser runs on another machine, it ends on a page that cannot be loaded.",
    `Copy the address of that page: reeve mcp login ${name} '<address>'`,
  ].join("\n");
}

function toLine({ name, state, transport, server, tools, reason }: McpServer): string {
  const facts = [transport, server, `${tools.length} tools`, reason].filter((one) => one !== null);
  return `${name.padEnd(16)} ${state.padEnd(10)}  ${facts.join(", ")}`;
}
