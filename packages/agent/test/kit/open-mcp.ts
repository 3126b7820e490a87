import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { mcp } from "@reeve/operations/agent/mcp";
import { approvals } from "@reeve/operations/work/approvals";
import { sessions } from "@reeve/operations/work/sessions";
import { turns } from "@reeve/operations/work/turns";
import { expect, onTestFinished } from "vitest";
import type { z } from "zod";
import type { mcpConfig } from "../../src/integrations/mcp.ts";
import { isRecord } from "../../src/kernel/text/json.ts";
import { type MockAnswer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { openApp } from "./open-app.ts";

export type Servers = NonNullable<z.input<typeof mcpConfig>["servers"]>;

export type Server = Servers[string];

/** Programs start on busy cores. */
export const PATIENCE = { timeout: 20_000 };

const require = createRequire(import.meta.url);

/** The program of a reference server, outside of a sandbox. */
export function reference(name: "everything" | "filesystem" | "memory", ...args: string[]): Server {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const program = path.join(path.dirname(manifest), "dist/index.js");
  return { command: process.execPath, args: [program, ...args], sandbox: "off" };
}

/** A model that calls whatever a message or a result names, as in `call mcp_a_b {"x":1}!`, and reports other results. */
function answerCalls({ body }: { readonly body: Readonly<Record<string, unknown>> }): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const last = messages.at(-1);
  const said = JSON.stringify(last?.["content"] ?? "");
  const text = String(JSON.parse(said)).replaceAll(String.raw`\"`, '"');
  const [, name = "", args = "{}"] = /call ([\w-]+) (\{.*\})!/.exec(text) ?? [];
  if (name === "")
    return { text: last?.["role"] === "tool" ? `Result: ${said}` : "Nothing to call." };
  return { calls: [{ name: "tool_call", args: { name, arguments: JSON.parse(args) } }] };
}

/** A folder that is gone after the test. */
export async function openFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "reeve-mcp-")));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** An agent with MCP servers, a model that calls what a message names, and a person in the chat `main`. */
export async function openWith(servers: Servers) {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startMockServer({ answer: answerCalls }));
  const app = stack.use(
    await openApp({
      config: {
        agent: { model: "local/scripted", utilityModel: "offline/rules" },
        models: { baseUrl: `${model.url}/v1` },
        mcp: { servers },
      },
    }),
  );
  const { client } = app;
  const { ask } = client;
  await client.hello("main");
  let count = 0;
  const state = async (name: string) =>
    (await ask(mcp.list, {})).items.find((server) => server.name === name);
  const open = async () => (await ask(approvals.list, { state: "pending" })).items;
  const said = async () => {
    const { items } = await ask(sessions.messages, { limit: 20 });
    return items.filter(({ direction }) => direction === "out").map(({ text }) => text);
  };
  const held = stack.move();
  return {
    ask,
    folder: app.folder,
    logged: app.logged,
    state,
    connected: (name: string, transport: string) =>
      expect.poll(() => state(name), PATIENCE).toMatchObject({ state: "connected", transport }),
    async say(text: string) {
      count += 1;
      await client.deliver({ message: `m${count}`, text });
    },
    said,
    answered: (pattern: RegExp) =>
      expect.poll(said, PATIENCE).toContainEqual(expect.stringMatching(pattern)),
    async questions(least: number) {
      await expect.poll(async () => (await open()).length, PATIENCE).toBe(least);
      return open();
    },
    /** Whether the newest turn waits for a call. */
    async running() {
      const { items } = await ask(sessions.messages, { limit: 1 });
      const turn = items[0]?.turn ?? undefined;
      if (turn === undefined) return false;
      const { steps } = await ask(turns.show, { id: turn });
      return steps.some(({ calls }) => calls.some(({ state: of }) => of === "started"));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
