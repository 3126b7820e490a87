import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { approvals } from "@reeve/operations/work/approvals";
import { notes } from "@reeve/operations/memory/notes";
import { nouns } from "@reeve/operations/nouns";
import { hasScope, type TokenScope } from "@reeve/operations/access";
import { afterEach, expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type GatewayOptions, type RunningGateway, startGateway } from "./kit/http/start-gateway.ts";

const stack: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of stack.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const ERAS = ["legacy", "2026-07-28"] as const;

type Era = (typeof ERAS)[number];

async function start(options: GatewayOptions): Promise<RunningGateway> {
  const gateway = await startGateway(options);
  stack.push(gateway);
  return gateway;
}

async function connect(
  { url, token }: RunningGateway,
  { scope = "admin", era = "legacy" }: { scope?: TokenScope; era?: Era } = {},
): Promise<Client> {
  const authorization = `Bearer ${await token({ scopes: [scope] })}`;
  const mode = era === "legacy" ? "legacy" : { pin: era };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization } },
  });
  await client.connect(transport);
  stack.push({ [Symbol.asyncDispose]: () => client.close() });
  return client;
}

function namesFor(scope: TokenScope): readonly string[] {
  const operations = nouns.flatMap((noun) => Object.values(noun.operations));
  const names = operations
    .filter((one) => one.http !== undefined && hasScope([scope], one.scope))
    .map(({ name }) => name.replace(".", "_"));
  return hasScope([scope], "chat") ? ["ask", ...names] : names;
}

test.each(ERAS)("a token sees the tools that its scope allows, always in one order (%s)", async (era) => {
  const gateway = await start({ model: scriptedModel([]) });
  for (const scope of ["read", "chat", "approve", "admin"] as const) {
    const client = await connect(gateway, { scope, era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(namesFor(scope));
  }
});

test.each(ERAS)("a tool runs its operation, and its result fits its schema (%s)", async (era) => {
  const gateway = await start({ model: scriptedModel([]) });
  const client = await connect(gateway, { scope: "chat", era });
  await client.listTools();
  const made = await client.callTool({ name: "notes_create", arguments: { text: "milk" } });
  expect(made).toMatchObject({ structuredContent: { text: "milk" } });
  const { structuredContent } = await client.callTool({ name: "notes_list", arguments: {} });
  expect(structuredContent).toMatchObject({ items: [{ text: "milk" }], next: null });
});

test.each(ERAS)("ask answers, and reports progress while a tool runs (%s)", async (era) => {
  const look = fakeTool("web_look");
  const model = scriptedModel([{ calls: [{ name: "web_look", args: {} }] }, { text: "Found it." }]);
  const gateway = await start({ model, tools: [look] });
  const client = await connect(gateway, { scope: "chat", era });
  const progress: (string | undefined)[] = [];
  const answer = await client.callTool(
    { name: "ask", arguments: { message: "look" } },
    { onprogress: ({ message }) => void progress.push(message) },
  );
  expect(answer).toMatchObject({
    content: [{ type: "text", text: "Found it." }],
    structuredContent: { status: "answered", response: "Found it.", approvals: [] },
  });
  expect(progress).toEqual(["Thinking", "Running web_look", "web_look: value", "Thinking"]);
});
