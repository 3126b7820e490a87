import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { type App, openApp } from "./kit/open-app.ts";
import { REEVE } from "./kit/reeve-commands.ts";

const stack: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of stack.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

async function start(): Promise<App> {
  const app = await openApp();
  stack.push(app);
  return app;
}

function envOf({ folder }: Pick<App, "folder">): Record<string, string> {
  return {
    PATH: path.dirname(process.execPath),
    HOME: folder,
    REEVE_HOME: path.join(folder, "home"),
  };
}

interface StdioClient {
  readonly client: Client;
  readonly transport: StdioClientTransport;
}

/** Starts `reeve mcp serve` as an MCP client does. */
async function connect(app: App, args: readonly string[] = []): Promise<StdioClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [REEVE, "mcp", "serve", ...args],
    env: envOf(app),
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  stack.push({ [Symbol.asyncDispose]: () => client.close() });
  return { client, transport };
}

test("a client starts the command, sees what the scope chat allows, and uses it", async () => {
  const app = await start();
  const { client } = await connect(app);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names.slice(0, 1)).toEqual(["ask"]);
  expect(names).toContain("notes_create");
  expect(names).not.toContain("approvals_decide");

  const made = await client.callTool({ name: "notes_create", arguments: { text: "milk" } });
  expect(made.structuredContent).toMatchObject({ text: "milk" });
  const listed = await client.callTool({ name: "notes_list", arguments: {} });
  expect(listed.structuredContent).toMatchObject({ items: [{ text: "milk" }] });

  const progress: (string | undefined)[] = [];
  const answer = await client.callTool(
    { name: "ask", arguments: { message: "hello" } },
    { onprogress: ({ message }) => void progress.push(message) },
  );
  expect(answer.structuredContent).toMatchObject({ status: "answered" });
  expect(progress).toEqual(["Thinking"]);
  expect(app.logged).toEqual([]);
});

test("every operation of the whole agent can be listed and has schemas that clients accept", async () => {
  const app = await start();
  const { client } = await connect(app, ["--scope", "admin"]);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(100);
  const answer = await client.callTool({ name: "agent_status", arguments: {} });
  expect(answer.isError).toBe(undefined);
});

test("a scope that was not given is refused", async () => {
  const app = await start();
  const { client } = await connect(app, ["--scope", "read"]);
  const refused = await client.callTool({ name: "notes_create", arguments: { text: "milk" } });
  expect(refused).toMatchObject({ isError: true, _meta: { code: "denied" } });
});

test("standard output holds nothing but protocol, also for lines that are none", async () => {
  const app = await start();
  const child = spawn(process.execPath, [REEVE, "mcp", "serve"], { env: envOf(app) });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  child.stdin.write(`this is no JSON\n${JSON.stringify(ping)}\n`);
  let seen = "";
  child.stdout.on("data", (chunk: Buffer) => (seen += chunk.toString()));
  await expect.poll(() => seen.split("\n").length).toBe(3);
  child.stdin.end();
  const [code] = await once(child, "close");
  const [out] = await printed;
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "The line is not valid JSON." } },
    { jsonrpc: "2.0", id: 1, result: {} },
  ]);
  expect(code).toBe(0);
});

test("without an agent, the command says how to start it", async () => {
  const app = await openApp();
  const { folder } = app;
  const env = envOf(app);
  await app[Symbol.asyncDispose]();
  const child = spawn(process.execPath, [REEVE, "mcp", "serve"], {
    env,
    cwd: path.dirname(folder),
  });
  child.stdin.end();
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("reeve start --detach");
});
