import { afterAll, beforeAll, expect, test } from "vitest";
import { API_CHANNEL, apiAddress } from "../src/core/client-chats.ts";
import { newId } from "../src/kernel/ids.ts";
import { hasScope, TOKEN_SCOPES, type TokenScope } from "../src/kernel/token-scope.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type RunningGateway, startGateway } from "./kit/http/start-gateway.ts";
import { openSocket } from "./kit/http/open-socket.ts";

/** Ways in which a program with a token may send a text. */
const WAYS = ["message", "openai", "socket"] as const;

const REFUSED = /needs a token with the scope (\w+)/;

let gateway: RunningGateway;
const tokens = new Map<TokenScope, string>();
beforeAll(async () => {
  gateway = await startGateway({ model: scriptedModel(() => ({ text: "Hello." })) });
  for (const scope of TOKEN_SCOPES) tokens.set(scope, await gateway.token({ scopes: [scope] }));
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

async function post(path: string, body: unknown, token: string): Promise<string> {
  const headers = { "content-type": "application/json", "x-api-token": token };
  const response = await fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return response.text();
}

async function overSocket(text: string, token: string): Promise<string> {
  const client = await openSocket(gateway.url, { "x-api-token": token });
  await client.ask({ type: "hello", id: "hello", version: 2, chat: "main" });
  await client.ask({ type: "deliver", id: "say", chat: "main", message: newId(), text });
  await client.close();
  const { read } = gateway.agent.store;
  const { externalId } = apiAddress(gateway.owner, "main");
  const [chat] = await read.chats.byAddress(API_CHANNEL, externalId);
  const events = await read.events.since(chat?.id ?? expect.fail(), 0, 1_000);
  return JSON.stringify(events.at(-1));
}

async function send(way: (typeof WAYS)[number], text: string, token: string): Promise<string> {
  switch (way) {
    case "message":
      return post("/v1/message", { text }, token);
    case "openai":
      return post(
        "/v1/chat/completions",
        { model: "x", messages: [{ role: "user", content: text }] },
        token,
      );
    case "socket":
      return overSocket(text, token);
  }
}

test.each(WAYS)(
  "a command over %s needs the scope of the operation that does the same",
  async (way) => {
    const { commands } = gateway.agent.core;
    expect(commands.length).toBeGreaterThan(10);
    const found: string[] = [];
    const expected: string[] = [];
    for (const { name, scope } of commands)
      for (const held of TOKEN_SCOPES.filter(
        (one) => hasScope([one], "chat") && !hasScope([one], scope),
      )) {
        const answer = await send(way, `/${name}`, tokens.get(held) ?? "");
        found.push(`${held} /${name}: ${REFUSED.exec(answer)?.[1] ?? answer.slice(0, 120)}`);
        expected.push(`${held} /${name}: ${scope}`);
      }
    expect(found).toEqual(expected);
    expect(found.some((line) => line.startsWith("chat /link"))).toBe(true);
  },
);

test("a token that may send messages alone gets no code, and joins no account", async () => {
  const answer = await post("/v1/message", { text: "/link" }, tokens.get("chat") ?? "");
  expect(answer).not.toMatch(/\/link [A-Z0-9]{4}-/);
  const code = await post("/v1/message", { text: "/link" }, tokens.get("admin") ?? "");
  const [, own = ""] = /\/link ([A-Z0-9]{4}-[A-Z0-9]{4})/.exec(code) ?? [];
  expect(own).not.toBe("");
  const stranger = await gateway.token({ scopes: ["chat"], role: "member" });
  await post("/v1/message", { text: `/link ${own}` }, stranger);
  expect(await gateway.agent.store.read.accountLinks.list("home")).toEqual([]);
});

test("what a token may send, it may", async () => {
  const token = tokens.get("approve") ?? "";
  expect(await post("/v1/message", { text: "/approvals" }, token)).not.toMatch(REFUSED);
  expect(await post("/v1/message", { text: "/help" }, tokens.get("chat") ?? "")).not.toMatch(
    REFUSED,
  );
});
