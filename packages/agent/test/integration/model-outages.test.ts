import { turns } from "@reeve/operations/work/turns";
import { tokens } from "@reeve/operations/people/tokens";
import OpenAI, { APIError } from "openai";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { attempt } from "../../src/kernel/attempt.ts";
import { type ChaosModel, MODES, serveChaosModel, WORDS } from "../kit/models/chaos-model.ts";
import { type App, openApp } from "../kit/open-app.ts";

const PATIENCE_MS = 90_000;

let server: ChaosModel;
let app: App;
let token: string;
beforeAll(async () => {
  server = await serveChaosModel();
  app = await openApp({
    config: {
      agent: { model: "local/mock" },
      models: { baseUrl: server.url },
      limits: { rates: { person: { minute: 0 } } },
      memory: { facts: { enabled: false }, profile: { enabled: false } },
      embedding: { provider: "none" },
      http: { port: 0 },
      storage: { synchronous: "normal" },
    },
  });
  ({ token } = await app.client.ask(tokens.create, { name: "test", scopes: ["admin"] }));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function post(body: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${app.url}/v1/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function stateOf(id: string) {
  const { message, turn } = await app.client.ask(turns.why, { id });
  return { state: message.state, turn };
}

test.each(MODES)(
  "%s: the message waits, and the model's own words answer it once",
  { timeout: PATIENCE_MS },
  async (mode) => {
    server.mode = mode;
    const key = { "idempotency-key": `key-${mode}` };
    const refused = await post({ text: `hello ${mode}`, conversation: mode }, key);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      code: "unavailable",
      detail: "The model local/mock is down.",
    });
    const ready = await fetch(`${app.url}/readyz`);
    expect(await ready.json()).toMatchObject({ unavailable: [{ part: "model local/mock" }] });

    server.mode = "ok";
    await vi.waitUntil(
      async () => {
        const answered = await post({ text: `hello ${mode}`, conversation: mode }, key);
        if (answered.status !== 200) return false;
        expect(await answered.json()).toMatchObject({ status: "answered", response: WORDS });
        return true;
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({ unavailable: [] });
  },
);

test(
  "a program that does not wait gets the id of the message",
  { timeout: PATIENCE_MS },
  async () => {
    server.mode = "503";
    const asked = await post({ text: "hello" }, { prefer: "respond-async" });
    expect(asked.status).toBe(202);
    const { message } = z.object({ message: z.string() }).parse(await asked.json());
    await vi.waitUntil(async () => (await stateOf(message)).state === "taken");
    server.mode = "ok";
    await vi.waitUntil(async () => (await stateOf(message)).state === "answered", {
      timeout: PATIENCE_MS,
      interval: 100,
    });
  },
);

test(
  "OpenAI's client gets its own error, and its next attempt the answer",
  { timeout: PATIENCE_MS },
  async () => {
    const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: token, maxRetries: 0 });
    const ask = (stream: boolean) =>
      client.chat.completions.create({
        model: "reeve",
        user: `openai-${stream}`,
        messages: [{ role: "user", content: "hello" }],
      });
    server.mode = "500";
    const failed = await attempt(ask(false));
    const error: unknown = failed.status === "rejected" ? failed.reason : undefined;
    if (!(error instanceof APIError)) throw new Error("not an API error", { cause: error });
    expect([error.status, error.type, error.code]).toEqual([503, "server_error", "unavailable"]);
    server.mode = "ok";
    const again = async () => (await attempt(ask(false))).status === "fulfilled";
    await vi.waitUntil(again, { timeout: PATIENCE_MS, interval: 100 });
  },
);
