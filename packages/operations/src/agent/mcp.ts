import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const server = z
  .object({
    name: z.string(),
    state: z.enum(["connecting", "connected", "failed", "off"]),
    transport: z
      .enum(["stdio", "http", "sse"])
      .nullable()
      .describe("Null before the first connection."),
    server: z.string().nullable().describe("The server's name and version, as it states them."),
    tools: z.array(z.string()).describe("Names of its tools."),
    reason: z.string().nullable().describe("Why it is not connected; null if it is."),
  })
  .meta({ id: "McpServer" });

export type McpServer = z.output<typeof server>;

const needs = { role: "admin", to: "see MCP servers" } as const;

/** Servers of the Model Context Protocol, whose tools the agent uses. */
export const mcp = {
  list: defineOperation({
    name: "mcp.list",
    summary: "List the MCP servers with their connections and tools.",
    input: pageQuery,
    output: pageOf(server),
    effect: "read",
    scope: "admin",
    needs,
    http: "GET /v1/mcp",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  test: defineOperation({
    name: "mcp.test",
    summary: "Connect to an MCP server now, and list its tools again.",
    input: z.object({ name: z.string().min(1).max(100).describe("The server's name.") }),
    output: server,
    effect: "change",
    scope: "admin",
    needs,
    http: "POST /v1/mcp/{name}/test",
    cli: { verb: "test", words: ["name"], example: "files" },
  }),
};
