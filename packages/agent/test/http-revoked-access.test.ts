import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { mintCredential } from "../src/core/access/credential.ts";
import { toId } from "../src/kernel/ids.ts";
import type { Role } from "../src/kernel/principal.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { type RunningGateway, startGateway } from "./kit/http/start-gateway.ts";
import { openSocket } from "./kit/http/open-socket.ts";

let gateway: RunningGateway;
let held: ReturnType<typeof heldAnswer>;
beforeEach(async () => {
  held = heldAnswer({ text: "Well…" });
  gateway = await startGateway({ model: scriptedModel(() => held.answer) });
});
afterEach(async () => {
  held.letGo();
  const { bugs } = gateway;
  await gateway[Symbol.asyncDispose]();
  expect(bugs).toEqual([]);
});

const owner = { tenant: "home", person: toId<"person">("owner") };

function idOf(token: string): string {
  return token.split("_")[1] ?? "";
}

async function revoke(token: string): Promise<void> {
  const { store } = gateway.agent;
  const { tenant } = owner;
  await store.commit("change-access", (tx) => tx.tokens.revoke(tenant, idOf(token), Date.now()));
}

async function settle(person: string, role: Role): Promise<void> {
  const { store } = gateway.agent;
  await store.commit("change-people", (tx) => tx.people.settleRole(toId(person), role));
}

/** Opens a stream of the events of a chat. */
async function hear(headers: Record<string, string>, externalId = "main"): Promise<Response> {
  const response = await fetch(`${gateway.url}/v1/sessions/${externalId}/events`, { headers });
  expect(response.status).toBe(200);
  return response;
}

/** Open streams of every kind, of one token. */
async function openAll(token: string): Promise<readonly Response[]> {
  const headers = { "x-api-token": token, "content-type": "application/json" };
  const post = (path: string, body: unknown, more = {}) =>
    fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const accept = { accept: "text/event-stream" };
  const turn = await post("/v1/sessions/work/turns", { text: "think" }, accept);
  await held.begun;
  const chat = { messages: [{ role: "user", content: "think" }], stream: true };
  return [turn, await post("/v1/chat/completions", chat), await hear({ "x-api-token": token })];
}

async function connect(token: string) {
  const client = await openSocket(gateway.url);
  const hello = await client.ask({ type: "hello", id: "hello", version: 2, chat: "main", token });
  expect(hello).toMatchObject({ type: "hello" });
  return client;
}

const NOT_ALLOWED = 1008;

test("a token that is revoked hears no more: streams and sockets end at once, those of others go on", async () => {
  const [token, other] = [await gateway.token(), await gateway.token()];
  const streams = await openAll(token);
  const { closed } = await connect(token);
  const going = await connect(other);

  await revoke(token);

  await Promise.all(streams.map((response) => response.text()));
  expect(await closed).toBe(NOT_ALLOWED);
  const ask = { type: "ask", id: "ask", operation: "sessions.commands", input: {} };
  expect(await going.ask(ask)).toMatchObject({ type: "reply" });
  await going.close();
});

test("streams end at the moment when their token does", async () => {
  const token = await gateway.token({ expiresAt: Date.now() + 300 });
  const stream = await hear({ "x-api-token": token });
  const { closed } = await connect(token);
  await stream.text();
  expect(await closed).toBe(NOT_ALLOWED);
});

test("streams end when the role of their person falls, and not when it rises", async () => {
  const token = await gateway.token({ role: "admin", person: "ann" });
  const stream = await hear({ "x-api-token": token });
  const { closed } = await connect(token);

  await settle("ann", "owner");
  const risen = await connect(token);
  await settle("ann", "admin");
  expect(await risen.closed).toBe(NOT_ALLOWED);
  await settle("ann", "member");
  expect(await closed).toBe(NOT_ALLOWED);
  await stream.text();
});

test("what a socket is asked is done with the role that its person has by then", async () => {
  const token = await gateway.token({ role: "member", person: "ann" });
  await using client = await connect(token);
  const list = (id: string) => client.ask({ type: "ask", id, operation: "people.list", input: {} });
  expect(await list("before")).toMatchObject({ type: "fault", code: "denied" });
  await settle("ann", "admin");
  expect(await list("after")).toMatchObject({ type: "reply" });
});

test("a browser that is signed out hears no more", async () => {
  const { id, text, digest } = mintCredential("rs", randomBytes);
  const { store } = gateway.agent;
  const session = { ...owner, id, digest, createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
  await store.commit("change-access", (tx) => tx.browserSessions.add(session));
  const stream = await hear({ cookie: `reeve_session=${text}` });
  await store.commit("change-access", (tx) => tx.browserSessions.removeOf(owner));
  await stream.text();
});

test("who is joined with another person hears nothing more as who they were", async () => {
  const token = await gateway.token({ role: "member", person: "ann" });
  const stream = await hear({ "x-api-token": token });
  const { store } = gateway.agent;
  const link = { id: "l1", ...owner, joined: toId<"person">("ann"), at: Date.now() };
  await store.commit("change-people", (tx) => tx.accountLinks.join(link));
  await stream.text();
});

test("a socket on which wrong tokens are tried is told to wait", async () => {
  const client = new WebSocket(`${gateway.url.replace("http", "ws")}/v1/ws`);
  await once(client, "open");
  const codes = new Set<unknown>();
  for (let at = 0; at < 40; at++) {
    client.send(
      JSON.stringify({ type: "hello", id: "1", version: 2, chat: "main", token: "rv_wrong" }),
    );
    const [data] = await once(client, "message");
    codes.add(JSON.parse(String(data)).code);
  }
  expect([...codes]).toEqual(["denied", "exhausted"]);
  client.close();
  await once(client, "close");
});

test("who has not said who they are is not listened to for long", async () => {
  const client = new WebSocket(`${gateway.url.replace("http", "ws")}/v1/ws`);
  const frames: unknown[] = [];
  client.on("message", (data) => frames.push(data));
  await once(client, "open");
  client.on("error", () => client.terminate());
  client.send("x".repeat(1_000_000));
  await once(client, "close");
  expect(frames).toEqual([]);
});

test("a large message right behind the hello is taken", async () => {
  const token = await gateway.token();
  const client = new WebSocket(`${gateway.url.replace("http", "ws")}/v1/ws`);
  await once(client, "open");
  const replied = new Promise((resolve) => {
    client.on("message", (data: Buffer) => {
      const frame: unknown = JSON.parse(data.toString());
      if (Object(frame).id === "2") resolve(frame);
    });
  });
  client.send(JSON.stringify({ type: "hello", id: "1", version: 2, chat: "main", token }));
  const text = "x".repeat(190_000);
  client.send(JSON.stringify({ type: "deliver", id: "2", message: "m1", text }));
  expect(await replied).toMatchObject({ type: "reply", value: { outcome: "queued" } });
  client.close();
  await once(client, "close");
});

test("clients that do not hang up do not hold up the end", async () => {
  const { hostname, port } = new URL(gateway.url);
  const token = await gateway.token();
  const open = async (shown: string) => {
    const socket = connectSocket({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, "connect");
    const lines = [
      "GET /v1/ws HTTP/1.1",
      `host: ${hostname}:${port}`,
      "connection: Upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      `authorization: Bearer ${shown}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const [answer] = await once(socket, "data");
    return { socket, status: String(answer).slice(0, 12) };
  };
  const [deaf, refused] = [await open(token), await open("rv_wrong")];
  expect([deaf.status, refused.status]).toEqual(["HTTP/1.1 101", "HTTP/1.1 401"]);
  const ends = [deaf, refused].map(({ socket }) => once(socket.resume(), "end"));
  await gateway.stop();
  await Promise.all(ends);
  deaf.socket.destroy();
  refused.socket.destroy();
});
