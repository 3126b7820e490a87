import { config } from "@reeve/operations/agent/config";
import type { Operation } from "@reeve/operations/operation";
import { sessions } from "@reeve/operations/work/sessions";
import { turns } from "@reeve/operations/work/turns";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import type { TokenScope } from "../src/kernel/token-scope.ts";
import { type RunningGateway, startGateway } from "./kit/http/start-gateway.ts";
import { openSocket } from "./kit/http/open-socket.ts";

let gateway: RunningGateway;
beforeEach(async () => {
  gateway = await startGateway({ model: scriptedModel(() => ({ text: "Hello." })) });
});
afterEach(async () => {
  const { bugs } = gateway;
  await gateway[Symbol.asyncDispose]();
  expect(bugs).toEqual([]);
});

function connect(headers: Record<string, string> = {}) {
  return openSocket(gateway.url, headers);
}

const hello = (token?: string) => ({
  type: "hello",
  id: "hello",
  version: 2,
  chat: "main",
  ...(token !== undefined && { token }),
});

test("a token in the first hello, or as a header, says who it is", async () => {
  const token = await gateway.token();
  const known = {
    type: "hello",
    id: "hello",
    version: 2,
    agent: "0.0.1",
    model: "scripted/model",
    seq: 0,
  };
  const byFrame = await connect();
  const byHeader = await connect({ authorization: `Bearer ${token}` });
  expect(await byFrame.ask(hello(token))).toEqual(known);
  expect(await byHeader.ask(hello())).toEqual(known);
  await byFrame.close();
  await byHeader.close();
});

test("who nobody knows is told so, and may try again", async () => {
  const client = await connect();
  const nobody = { type: "fault", code: "denied", message: "Authentication required." };
  expect(await client.ask(hello())).toMatchObject(nobody);
  expect(await client.ask({ ...hello("rv_wrong"), id: "wrong" })).toMatchObject(nobody);
  const known = await client.ask({ ...hello(await gateway.token()), id: "right" });
  expect(known).toMatchObject({ type: "hello" });
  await client.close();
});

test.each<[TokenScope, readonly string[]]>([
  ["read", ["deliver", "stop", "decide", "ask"]],
  ["chat", ["decide", "ask"]],
  ["approve", ["ask"]],
])("a token of the scope %s is refused %j", async (scope, refused) => {
  const client = await connect();
  await client.ask(hello(await gateway.token({ scopes: [scope] })));
  const answers = [
    await client.ask({ type: "deliver", id: "deliver", message: "m1", text: "hi" }),
    await client.ask({ type: "stop", id: "stop" }),
    await client.ask({ type: "decide", id: "decide", approval: "a", verdict: "deny" }),
    await client.ask({ type: "ask", id: "ask", operation: config.list.name, input: {} }),
  ];
  const denied = answers.filter(
    ({ code, message }) => code === "denied" && /scope/.test(String(message)),
  );
  expect(denied.map(({ id }) => id)).toEqual(refused);
  await client.close();
});

test("an operation needs its own scope, and what only the local socket serves is refused", async () => {
  const client = await connect();
  await client.ask(hello(await gateway.token({ scopes: ["read"] })));
  const ask = (id: string, { name }: Pick<Operation, "name">) =>
    client.ask({ type: "ask", id, operation: name, input: {} });
  expect(await ask("a", sessions.commands)).toMatchObject({ type: "reply" });
  expect(await ask("b", sessions.new)).toMatchObject({ code: "denied" });
  await client.close();

  const admin = await connect();
  await admin.ask(hello(await gateway.token({ scopes: ["admin"] })));
  expect(
    await admin.ask({ type: "ask", id: "c", operation: turns.stopChat.name, input: {} }),
  ).toMatchObject({
    code: "denied",
    message: "turns.stopChat is only available on the local socket.",
  });
  await admin.close();
});

test("a conversation is heard until it is unsubscribed, and can be heard again from any fact", async () => {
  const client = await connect();
  await client.ask(hello(await gateway.token()));
  const inWork = { chat: "work" };
  await client.ask({ type: "subscribe", id: "s1", since: 0, ...inWork });
  await client.ask({ type: "deliver", id: "d1", message: "m1", text: "one", ...inWork });
  await client.until(({ event }) => JSON.stringify(event)?.includes("turn-end"));
  await client.ask({ type: "unsubscribe", id: "u1", ...inWork });
  const before = client.frames.filter(({ type }) => type === "event").length;

  await client.ask({ type: "deliver", id: "d2", message: "m2", text: "two", ...inWork });
  await client.ask({ type: "ask", id: "c", operation: "sessions.configure", input: {}, ...inWork });
  expect(client.frames.filter(({ type }) => type === "event").length).toBe(before);

  await client.ask({ type: "subscribe", id: "s2", since: 0, ...inWork });
  await client.until(({ event }) => JSON.stringify(event)?.includes('"two"'));
  const told = client.frames.filter(({ event }) => JSON.stringify(event)?.includes('"one"'));
  expect(told.map(({ chat }) => chat)).toEqual(["work", "work"]);
  await client.close();
});

test("the same message sent twice is accepted once", async () => {
  const client = await connect();
  await client.ask(hello(await gateway.token()));
  const deliver = { type: "deliver", message: "m1", text: "hi" };
  const first = await client.ask({ ...deliver, id: "d1" });
  const again = await client.ask({ ...deliver, id: "d2" });
  expect([first, again]).toMatchObject([
    { value: { outcome: "queued" } },
    { value: { outcome: "repeat" } },
  ]);
  await client.close();
});
