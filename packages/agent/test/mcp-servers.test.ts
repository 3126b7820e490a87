import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { InputOf } from "@reeve/operations/operation";
import { mcp } from "@reeve/operations/agent/mcp";
import { tools } from "@reeve/operations/agent/tools";
import { approvals } from "@reeve/operations/work/approvals";
import { sessions } from "@reeve/operations/work/sessions";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { mcpConfig } from "../src/integrations/mcp.ts";
import { isRecord } from "../src/kernel/text/json.ts";
import { type MockAnswer, startMockServer } from "../src/llm/testing/mock-server.ts";
import { type App, openApp } from "./kit/open-app.ts";

type Servers = NonNullable<z.input<typeof mcpConfig>["servers"]>;

type Server = Servers[string];

/** Programs start on busy cores. */
const PATIENCE = { timeout: 20_000 };

const require = createRequire(import.meta.url);

/** The program of a reference server, outside of a sandbox. */
function reference(name: "everything" | "filesystem" | "memory", ...args: string[]): Server {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const program = path.join(path.dirname(manifest), "dist/index.js");
  return { command: process.execPath, args: [program, ...args], sandbox: "off" };
}

/** A model that calls what a message names, as in `call mcp_a_b {"x":1}`, and reports the result. */
function answerCalls({ body }: { readonly body: Readonly<Record<string, unknown>> }): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const last = messages.at(-1);
  const said = JSON.stringify(last?.["content"] ?? "");
  if (last?.["role"] === "tool") return { text: `Result: ${said}` };
  const [, name = "", args = "{}"] = /call (\w+) (\{.*?\})!/.exec(JSON.parse(said)) ?? [];
  if (name === "") return { text: "Nothing to call." };
  return { calls: [{ name: "tool_call", args: { name, arguments: JSON.parse(args) } }] };
}

async function openWith(servers: Servers) {
  const stack = new AsyncDisposableStack();
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
  await app.client.hello("main");
  let count = 0;
  return {
    app,
    async say(text: string) {
      count += 1;
      await app.client.deliver({ message: `m${count}`, text });
    },
    async answer() {
      const { items } = await app.client.ask(sessions.messages, { limit: 5 });
      return items.filter(({ direction }) => direction === "out").map(({ text }) => text);
    },
    state: async (name: string) => {
      const { items } = await app.client.ask(mcp.list, {});
      return items.find((server) => server.name === name);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test(
  "a server's tools come, are found, and are called through a conversation",
  PATIENCE,
  async () => {
    await using kit = await openWith({ everything: reference("everything") });
    await expect
      .poll(() => kit.state("everything"), PATIENCE)
      .toMatchObject({ state: "connected", transport: "stdio" });
    const { tools: found } = await kit.app.client.ask(tools.find, { query: "echo a message" });
    expect(found.map(({ name }) => name)).toContain("mcp_everything_echo");
    await kit.say('call mcp_everything_echo {"message":"Hello far side"}!');
    await expect
      .poll(() => kit.answer(), PATIENCE)
      .toContainEqual(expect.stringContaining("Hello far side"));
  },
);
