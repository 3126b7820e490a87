import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  discoverOAuthProtectedResourceMetadata,
  type Tool as ServerTool,
} from "@modelcontextprotocol/client";
import { isFault } from "@reeve/sdk";
import { z } from "zod";
import { isRecord } from "../../../kernel/text/json.ts";
import { silentLog } from "../../../platform/log.ts";
import { createLocalHostClient, type HostRequest } from "../../web/create-host-client.ts";
import { mcpServer } from "../../mcp.ts";
import { connectMcp, type McpConnection } from "../connect.ts";
import { finishLogin } from "../login.ts";
import { openMcpLogins } from "../logins.ts";

/**
 * The client of the official conformance suite, run as a program: it opens a connection as the agent does, and
 * uses the server as the scenario wants it. Its person signs in by following the address at once.
 */
const contextSchema = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z
    .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
    .optional(),
});

const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context = contextSchema.parse(JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}"));
const url = process.argv.at(-1) ?? "";

const config = mcpServer.parse({ url, oauth: await oauthOf() });

const sendLocal = createLocalHostClient();
const oauth = {
  logins: openMcpLogins(path.join(mkdtempSync(path.join(tmpdir(), "reeve-mcp-")), "logins.json")),
  now: () => Date.now(),
  newState: () => crypto.randomUUID(),
  send: (request: HostRequest, { signal: stopped }: { readonly signal: AbortSignal }) =>
    sendLocal(request, stopped),
};
const { signal } = new AbortController();

/** Credentials that the scenario gives to the client, as a person would write it into the config. */
async function oauthOf() {
  const { client_id: clientId, client_secret: clientSecret } = context;
  if (scenario.endsWith("basic-cimd"))
    return { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" };
  if (clientId === undefined || clientSecret === undefined) return {};
  const { authorization_servers: servers } = await discoverOAuthProtectedResourceMetadata(url);
  const isOwn = scenario.includes("client-credentials");
  const grant = isOwn ? "client-credentials" : "authorization-code";
  return { grant, clientId, clientSecret, issuer: servers?.[0] };
}

function connect(): Promise<McpConnection> {
  return connectMcp(
    { name: "far", config, onToolsChange: () => {}, signal },
    {
      log: silentLog,
      version: "1",
      sandboxed: async (command) => command,
      oauth,
      elicit: async () => ({ action: "accept", content: {} }),
    },
  );
}

/** A person who signs in whenever the agent asks for it. */
async function signedIn<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isFault(error) || error.code !== "denied" || attempt === 3) throw error;
      const pending = (await oauth.logins.get("far", url))?.pending;
      if (!pending) throw error;
      const answer = await fetch(pending.authorizationUrl, { redirect: "manual" });
      await finishLogin("far", config, answer.headers.get("location") ?? "", oauth);
    }
  }
}

await signedIn(async () => {
  await using connection = await connect();
  const tools = await connection.tools(signal);
  const calls = context.toolCalls ?? tools.map((tool) => callOf(tool, tools));
  for (const { name, arguments: args } of calls)
    await connection.call(name, args, { signal, callId: name });
});
// Streams that a scenario leaves open do not hold the program.
process.exit();

/** Gives each parameter a value of its type; a parameter for a schema receives that of the first tool. */
function callOf({ name, inputSchema }: ServerTool, [first]: readonly ServerTool[]) {
  const values: Record<string, unknown> = {
    number: 3,
    integer: 3,
    boolean: true,
    string: "text",
    object: first?.inputSchema,
  };
  const properties = Object.entries(inputSchema.properties ?? {});
  const args = properties.map(([key, property]) => [
    key,
    isRecord(property) && typeof property["type"] === "string" ? values[property["type"]] : "text",
  ]);
  return { name, arguments: Object.fromEntries(args) };
}
