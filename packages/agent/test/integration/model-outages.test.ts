import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { turns } from "@reeve/operations/work/turns";
import { tokens } from "@reeve/operations/people/tokens";
import OpenAI, { APIError } from "openai";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { connectFrames } from "../../src/channels/cli/connect.ts";
import { runPipe } from "../../src/channels/cli/pipe.ts";
import { attempt } from "../../src/kernel/attempt.ts";
import { newId } from "../../src/kernel/ids.ts";
import {
  type ChaosModel,
  type ChaosMode,
  MODES,
  serveChaosModel,
  WORDS,
} from "../kit/models/chaos-model.ts";
import { recoveryLimit } from "../kit/models/recovery-limit.ts";
import { type App, openApp } from "../kit/open-app.ts";
import { resolveHome } from "../../src/platform/home.ts";

const PATIENCE_MS = 90_000;
const DAY_MS = 24 * 60 * 60_000;

/** Time for the answer itself, once the model is asked again. */
const ANSWER_MS = 2000;

/** Returns how long an answer may take: the outages here are short, unless the provider announces a long one. */
function recoveryFrom(mode: ChaosMode) {
  const limit = recoveryLimit(mode === "429-day" ? DAY_MS : 0);
  return { timeout: limit + ANSWER_MS, interval: 100 };
}

let server: ChaosModel;
let app: App;
let token: string;
beforeAll(async () => {
  server = await serveChaosModel();
  app = await openApp({
    config: {
      agent: { model: "local/mock" },
      models: { baseUrl: server.url },
      limits: { rates: { person: { minute: 0, day: 0 } } },
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

/** Sends a message from a piped terminal; `outage` resolves once it waits for its model. */
async function pipe(externalId: string, output: PassThrough) {
  const { socket } = resolveHome({ REEVE_HOME: path.join(app.folder, "home") }, app.folder);
  const connect = () => connectFrames(socket, { signal: new AbortController().signal });
  const watching = await connect();
  const { seq } = await watching.hello(externalId);
  const waits = async () => {
    for await (const event of watching.events(seq)) if (event.type === "turn-waiting") break;
    watching.close();
  };
  const outage = waits();
  const input = Readable.from(["hello"]);
  const deps = { client: await connect(), externalId, input, output, json: false, newId };
  return { outage, code: runPipe({ ...deps, waitMs: PATIENCE_MS }) };
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
    await vi.waitUntil(async () => {
      const answered = await post({ text: `hello ${mode}`, conversation: mode }, key);
      if (answered.status !== 200) return false;
      expect(await answered.json()).toMatchObject({ status: "answered", response: WORDS });
      return true;
    }, recoveryFrom(mode));
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
    await expect.poll(async () => (await stateOf(message)).state).toBe("taken");
    server.mode = "ok";
    await vi.waitUntil(
      async () => (await stateOf(message)).state === "answered",
      recoveryFrom("503"),
    );
  },
);

/** Asks as a program with OpenAI's client does; returns the answer. */
async function askOpenAi(user: string, stream: boolean) {
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: token, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "hello" }];
  const request = { model: "reeve", user: `openai-${user}`, messages };
  if (!stream) {
    const { choices } = await client.chat.completions.create(request);
    return choices[0]?.message.content;
  }
  const deltas: string[] = [];
  for await (const { choices } of await client.chat.completions.create({ ...request, stream }))
    deltas.push(choices[0]?.delta.content ?? "");
  return deltas.join("");
}

const STREAMED = [false, true] as const;

test.each(MODES.flatMap((mode) => STREAMED.map((stream) => ({ mode, stream }))))(
  "$mode: OpenAI's client gets its own error, and its next attempt the answer, streamed: $stream",
  { timeout: PATIENCE_MS },
  async ({ mode, stream }) => {
    const ask = () => askOpenAi(`${mode}-${stream}`, stream);
    server.mode = mode;
    const failed = await attempt(ask());
    const error: unknown = failed.status === "rejected" ? failed.reason : undefined;
    if (!(error instanceof APIError)) throw new Error("not an API error", { cause: failed });
    // A stream has begun with status 200 before its model is asked.
    const status = stream ? undefined : 503;
    expect([error.status, error.type, error.code]).toEqual([status, "server_error", "unavailable"]);
    server.mode = "ok";
    const said: unknown[] = [];
    const again = async () => {
      const answered = await attempt(ask());
      if (answered.status === "fulfilled") said.push(answered.value);
      return said.length > 0;
    };
    await vi.waitUntil(again, recoveryFrom(mode));
    expect(said).toEqual([WORDS]);
  },
);

test.each(MODES)(
  "%s: a piped terminal waits, and prints the model's own words once",
  { timeout: PATIENCE_MS },
  async (mode) => {
    server.mode = mode;
    const output = new PassThrough().setEncoding("utf8");
    const printed = text(output);
    const { code, outage } = await pipe(`terminal-${mode}`, output);
    await outage;
    server.mode = "ok";
    let ended: number | undefined;
    const isOver = code.then((given) => (ended = given));
    await vi.waitUntil(() => ended !== undefined, recoveryFrom(mode));
    await isOver;
    output.end();
    expect([ended, await printed]).toEqual([0, `${WORDS}\n`]);
  },
);

test(
  "broken characters of a model are replaced in the answer of every client",
  { timeout: PATIENCE_MS },
  async () => {
    server.mode = "surrogates";
    const words = "broken \uFFFD and \uFFFD here.";
    const answered = await post({ text: "hello", conversation: "surrogates" });
    expect(await answered.json()).toMatchObject({ status: "answered", response: words });
    expect(await askOpenAi("surrogates", false)).toBe(words);
    expect(await askOpenAi("surrogates", true)).toBe(words);
    const output = new PassThrough().setEncoding("utf8");
    const printed = text(output);
    const { code } = await pipe("surrogates", output);
    expect(await code).toBe(0);
    output.end();
    expect(await printed).toBe(`${words}\n`);
  },
);
