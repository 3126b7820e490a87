import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { nouns } from "@reeve/operations/nouns";
import { hasScope, type Role, type TokenScope } from "@reeve/operations/access";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from "./kit/http/start-gateway.ts";

const stack: AsyncDisposable[] = [];

const gateways: RunningGateway[] = [];

afterEach(async () => {
  for (const one of stack.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  expect(gateways.splice(0).flatMap(({ bugs }) => bugs)).toEqual([]);
});

const ERAS = ["legacy", "2026-07-28"] as const;

type Era = (typeof ERAS)[number];

async function start(options: GatewayOptions): Promise<RunningGateway> {
  const gateway = await startGateway(options);
  stack.push(gateway);
  gateways.push(gateway);
  return gateway;
}

interface ConnectOptions {
  readonly scope?: TokenScope;
  readonly era?: Era;
  /** Default: the owner. */
  readonly role?: Role;
}

async function connect(
  gateway: RunningGateway,
  { scope = "admin", era = "legacy", role }: ConnectOptions = {},
): Promise<Client> {
  const authorization = `Bearer ${await gateway.token({ scopes: [scope], ...(role && { role }) })}`;
  const mode = era === "legacy" ? "legacy" : { pin: era };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
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

test.each(ERAS)(
  "a token sees the tools that its scope allows, always in one order (%s)",
  async (era) => {
    const gateway = await start({ model: scriptedModel([]) });
    for (const scope of ["read", "chat", "approve", "admin"] as const) {
      const client = await connect(gateway, { scope, era });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(namesFor(scope));
    }
  },
);

test.each(ERAS)("a tool runs its operation, and its result fits its schema (%s)", async (era) => {
  const gateway = await start({ model: scriptedModel([]) });
  const client = await connect(gateway, { scope: "chat", era });
  await client.listTools();
  const changed = await client.callTool({
    name: "preferences_update",
    arguments: { timeZone: "Asia/Tokyo" },
  });
  expect(changed.isError).toBe(undefined);
  const { structuredContent, content } = await client.callTool({
    name: "preferences_show",
    arguments: {},
  });
  expect(structuredContent).toMatchObject({ timeZone: "Asia/Tokyo" });
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
});

test("a token gets no more by MCP than over HTTP, and the refusal names the scope", async () => {
  const gateway = await start({ model: scriptedModel([]) });
  const client = await connect(gateway, { scope: "read" });
  const call = { name: "preferences_update", arguments: { timeZone: "Asia/Tokyo" } };
  expect(await client.callTool(call)).toMatchObject({
    isError: true,
    _meta: { code: "denied" },
    content: [
      {
        type: "text",
        text: 'preferences_update needs the scope "chat"; this connection has "read".\nCreate another token: reeve tokens create <name> --scope chat',
      },
    ],
  });
  expect(await client.callTool({ name: "ask", arguments: { message: "hi" } })).toMatchObject({
    isError: true,
    _meta: { code: "denied" },
  });
  expect(await gateway.agent.store.read.inbox.newest()).toBe(undefined);
  await expect(client.callTool({ name: "none_such", arguments: {} })).rejects.toThrow(
    "Unknown tool: none_such",
  );
});

test("a person's role limits the tools, whatever the token's scope", async () => {
  const gateway = await start({ model: scriptedModel([]) });
  const client = await connect(gateway, { scope: "admin", role: "guest" });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain("ask");
  expect(names).not.toContain("people_list");
  const refused = await client.callTool({ name: "people_list", arguments: {} });
  expect(refused).toMatchObject({ isError: true, _meta: { code: "denied" } });
});

test("invalid arguments are named, and nothing runs", async () => {
  const gateway = await start({ model: scriptedModel([]) });
  const client = await connect(gateway, { scope: "chat" });
  const wrong = await client.callTool({ name: "ask", arguments: { message: 7 } });
  expect(wrong).toMatchObject({ isError: true, _meta: { code: "invalid" } });
  expect(await gateway.agent.store.read.inbox.newest()).toBe(undefined);
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

test.each(ERAS)(
  "an approval waits, is allowed by a tool, and the call runs once (%s)",
  async (era) => {
    const { tool, sent } = sendingTool();
    const model = scriptedModel([transferTo("Bob"), { text: "It waits." }, { text: "Sent." }]);
    const gateway = await start({ model, tools: [tool] });
    const client = await connect(gateway, { scope: "approve", era });
    const asked = await client.callTool({ name: "ask", arguments: { message: "send to Bob" } });
    expect(asked.structuredContent).toMatchObject({
      status: "pending",
      response: "It waits.",
      approvals: [{ question: "Send to Bob?", tool: "ton_send" }],
    });
    const [{ approval } = { approval: "" }] = approvalsOf(asked.structuredContent);
    expect(asked.content).toEqual([
      {
        type: "text",
        text: `It waits.\n\nApproval ${approval} is pending for ton_send: Send to Bob?\nDecide it with approvals_decide.`,
      },
    ]);
    expect(sent).toEqual([]);

    const decided = await client.callTool({
      name: "approvals_decide",
      arguments: { id: approval, verdict: "allow" },
    });
    expect(decided.structuredContent).toMatchObject({ outcome: "recorded" });
    await expect
      .poll(async () => {
        const read = { name: "sessions_messages", arguments: { id: "main" } };
        return JSON.stringify((await client.callTool(read)).structuredContent);
      })
      .toContain("Sent.");
    expect(sent).toEqual(["Bob"]);
  },
);

test("a connection without the scope learns who decides", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), { text: "It waits." }]);
  const gateway = await start({ model, tools: [tool] });
  const client = await connect(gateway, { scope: "chat" });
  const asked = await client.callTool({ name: "ask", arguments: { message: "send to Bob" } });
  const [{ approval } = { approval: "" }] = approvalsOf(asked.structuredContent);
  expect(JSON.stringify(asked.content)).toContain("This connection cannot decide it.");
  const call = { name: "approvals_decide", arguments: { id: approval, verdict: "allow" } };
  expect(await client.callTool(call)).toMatchObject({ isError: true, _meta: { code: "denied" } });
  expect(sent).toEqual([]);
});

test.each(ERAS)("a cancelled ask stops its turn (%s)", async (era) => {
  const slow = heldTool("web_wait");
  const model = scriptedModel([{ calls: [{ name: "web_wait", args: {} }] }, { text: "Done." }]);
  const gateway = await start({ model, tools: [slow.tool] });
  const client = await connect(gateway, { scope: "chat", era });
  const stop = new AbortController();
  const asking = client.callTool(
    { name: "ask", arguments: { message: "wait" } },
    { signal: stop.signal },
  );
  const failed = expect(asking).rejects.toThrow();
  const ran = await slow.begun;
  stop.abort();
  await failed;
  await expect.poll(() => ran.aborted).toBe(true);
  slow.letGo();
  const { read } = gateway.agent.store;
  await expect.poll(async () => (await read.inbox.newest())?.turn).toEqual(expect.any(String));
  const turn = (await read.inbox.newest())?.turn;
  await expect.poll(async () => turn && (await read.turns.byId(turn))?.state).toBe("cancelled");
  expect(model.requests).toHaveLength(1);
});

test("a message with the same key is sent once", async () => {
  const model = scriptedModel([{ text: "Once." }]);
  const gateway = await start({ model });
  const client = await connect(gateway, { scope: "chat", era: "2026-07-28" });
  const call = {
    name: "ask",
    arguments: { message: "hello" },
    _meta: { idempotencyKey: "k1" },
  };
  const first = await client.callTool(call);
  const again = await client.callTool(call);
  expect(again.structuredContent).toEqual(first.structuredContent);
  expect(model.requests).toHaveLength(1);
  const other = await client.callTool({ ...call, arguments: { message: "bye" } });
  expect(other).toMatchObject({ isError: true, _meta: { code: "conflict" } });
});

test("a request that a session repeats is carried out once", async () => {
  const model = scriptedModel([{ text: "Once." }]);
  const gateway = await start({ model });
  const token = await gateway.token({ scopes: ["chat"] });
  const session = (await post(gateway, { token, body: INITIALIZE })).headers.get("mcp-session-id");
  const params = { name: "ask", arguments: { message: "hello" } };
  const body = { jsonrpc: "2.0", id: 7, method: "tools/call", params };
  const headers = { "mcp-session-id": session ?? "" };
  const first = await (await post(gateway, { token, body, headers })).text();
  expect(first).toContain("Once.");
  expect(await (await post(gateway, { token, body, headers })).text()).toBe(first);
  expect(model.requests).toHaveLength(1);
});

test("a session belongs to the token that opened it", async () => {
  const gateway = await start({ model: scriptedModel([]) });
  const token = await gateway.token({ scopes: ["admin"] });
  const other = await gateway.token({ scopes: ["read"] });
  const session = (await post(gateway, { token, body: INITIALIZE })).headers.get("mcp-session-id");
  const headers = { "mcp-session-id": session ?? "" };
  const body = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  expect((await post(gateway, { token: other, body, headers })).status).toBe(404);
  expect((await post(gateway, { token, body, headers })).status).toBe(200);
});

test("a new session ends the longest unused one, and none that is busy", async () => {
  const slow = heldTool("web_wait");
  const model = scriptedModel([{ calls: [{ name: "web_wait", args: {} }] }, { text: "Done." }]);
  const gateway = await start({ model, tools: [slow.tool] });
  const token = await gateway.token({ scopes: ["chat"] });
  const open = async () =>
    (await post(gateway, { token, body: INITIALIZE })).headers.get("mcp-session-id") ?? "";
  const ping = async (id: string) => {
    const headers = { "mcp-session-id": id };
    const body = { jsonrpc: "2.0", id: 9, method: "ping" };
    const answer = await post(gateway, { token, body, headers });
    await answer.text();
    return answer.status;
  };
  const busy = await open();
  const asked = { name: "ask", arguments: { message: "wait" } };
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: asked };
  const answer = await post(gateway, { token, body: call, headers: { "mcp-session-id": busy } });
  await slow.begun;
  const oldest = await open();
  for (let count = 0; count < 15; count += 1) await open();
  expect(await ping(oldest)).toBe(404);
  slow.letGo();
  expect(await answer.text()).toContain("Done.");
  expect(await ping(busy)).toBe(200);
});

test("nobody is served without a token, under another host name, or for another site", async () => {
  const gateway = await start({ model: scriptedModel([]) });
  const token = await gateway.token({ scopes: ["chat"] });
  const nobody = await post(gateway, { body: INITIALIZE });
  expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="reeve"',
  ]);
  const wrong = await post(gateway, { token: "rv_wrong", body: INITIALIZE });
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="reeve", error="invalid_token"',
  ]);
  const forged = await post(gateway, { token, body: INITIALIZE, host: "evil.example" });
  expect(forged.status).toBe(403);
  const foreign = { origin: "http://evil.example" };
  expect((await post(gateway, { token, body: INITIALIZE, headers: foreign })).status).toBe(403);
  const own = { origin: "http://localhost:5173" };
  expect((await post(gateway, { token, body: INITIALIZE, headers: own })).status).toBe(200);
});

test("a body that is too large is refused", async () => {
  const gateway = await start({ model: scriptedModel([]), http: { maxBodyBytes: 1024 } });
  const token = await gateway.token({ scopes: ["chat"] });
  const body = { ...INITIALIZE, padding: "x".repeat(2000) };
  expect((await post(gateway, { token, body })).status).toBe(413);
});

test("a revoked token ends its sessions' calls", async () => {
  const slow = heldTool("web_wait");
  const model = scriptedModel([{ calls: [{ name: "web_wait", args: {} }] }, { text: "Done." }]);
  const gateway = await start({ model, tools: [slow.tool] });
  const client = await connect(gateway, { scope: "chat" });
  const asking = client.callTool({ name: "ask", arguments: { message: "wait" } });
  const failed = expect(asking).rejects.toThrow();
  const ran = await slow.begun;
  const { store } = gateway.agent;
  const [token] = await store.read.tokens.list("home");
  await store.commit("change-access", (tx) =>
    tx.tokens.revoke("home", token?.id ?? "", Date.now()),
  );
  await expect.poll(() => ran.aborted).toBe(true);
  slow.letGo();
  await client.close();
  await failed;
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

interface PostOptions {
  readonly body: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
}

function post(
  gateway: RunningGateway,
  { body, token, headers, host = "localhost" }: PostOptions,
): Promise<Response> {
  return gateway.fetch(
    new Request(`http://${host}/mcp`, {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
}

const pending = z.object({ approvals: z.array(z.object({ approval: z.string() })) });

function approvalsOf(answer: unknown): readonly { readonly approval: string }[] {
  return pending.parse(answer).approvals;
}
