import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const server = z
  .object({
    name: z.string(),
    state: z
      .enum(["connecting", "connected", "failed", "login", "off"])
      .describe("`login`: a person has to sign in first."),
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
const toChange = { role: "owner", to: "change MCP servers" } as const;

const name = z.string().min(1).max(100).describe("The server's name.");

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
    input: z.object({ name }),
    output: server,
    effect: "change",
    scope: "admin",
    needs,
    http: "POST /v1/mcp/{name}/test",
    cli: { verb: "test", words: ["name"], example: "files" },
  }),
  add: defineOperation({
    name: "mcp.add",
    summary: "Add an MCP server to the config file and connect to it.",
    description: "A server is either a program (`command`) or an address (`url`).",
    input: z.object({
      name: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,23}$/)
        .describe("The server's name: up to 24 lowercase letters, digits and hyphens."),
      url: z.url().max(2000).optional().describe("The address of a server that speaks HTTP."),
      command: z.string().min(1).max(1000).optional().describe("The program to start."),
      args: z.array(z.string().max(2000)).max(50).optional().describe("The program's arguments."),
      network: z
        .boolean()
        .optional()
        .describe("Whether the program reaches the network from its sandbox."),
      unsandboxed: z
        .boolean()
        .optional()
        .describe("Whether the program runs without a sandbox, with all rights of the agent."),
    }),
    output: server,
    effect: "change",
    undo: "mcp.remove",
    scope: "admin",
    needs: toChange,
    http: "POST /v1/mcp",
    cli: {
      verb: "add",
      words: ["name", "url"],
      example: "tracker https://tracker.example.com/mcp",
    },
  }),
  remove: defineOperation({
    name: "mcp.remove",
    summary: "Remove an MCP server from the config file and end its connection.",
    input: z.object({ name }),
    output: z.object({ name: z.string() }),
    effect: "delete",
    scope: "admin",
    needs: toChange,
    http: "DELETE /v1/mcp/{name}",
    cli: { verb: "remove", words: ["name"], example: "tracker" },
  }),
  login: defineOperation({
    name: "mcp.login",
    summary: "Sign in at an MCP server.",
    description:
      "Without `redirect`, returns the address at which a person signs in. The browser then comes back to an address of the agent's own machine. If it runs on another machine, repeat the request with that address as `redirect`.",
    input: z.object({
      name,
      redirect: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe("The address to which the browser was sent after the login."),
    }),
    output: z.object({
      server,
      url: z
        .string()
        .nullable()
        .describe("The address at which a person signs in; null if no login is needed any more."),
    }),
    effect: "change",
    undo: "mcp.logout",
    scope: "admin",
    needs: toChange,
    repeat: "again",
    http: "POST /v1/mcp/{name}/login",
    cli: { verb: "login", words: ["name", "redirect?"], example: "tracker" },
  }),
  logout: defineOperation({
    name: "mcp.logout",
    summary: "Remove the login at an MCP server.",
    input: z.object({ name }),
    output: server,
    effect: "delete",
    scope: "admin",
    needs: toChange,
    http: "POST /v1/mcp/{name}/logout",
    cli: { verb: "logout", words: ["name"], example: "tracker" },
  }),
};
