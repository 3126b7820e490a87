import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { EventSource } from "eventsource";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { fakeTool } from "../kit/fake-tool.ts";
import { readAllEvents } from "../kit/http/read-events.ts";
import { type RunningGateway, startGateway } from "../kit/http/start-gateway.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { openSocket } from "../kit/http/open-socket.ts";

const run = promisify(execFile);

/** The vendor's own client. */
const PYTHON_CLIENT = "openai==3.54.0";

const ANSWER = "It is 4 degrees, and it will be 6 in the afternoon.";

let gateway: RunningGateway;
let token: string;
let folder: string;
beforeAll(async () => {
  const look = fakeTool("look_up", { run: async () => "4 degrees" });
  const model = scriptedModel(
    ({ messages }) =>
      messages.at(-1)?.role === "user"
        ? { calls: [{ name: "look_up", args: {} }] }
        : { text: ANSWER },
    { deltaChars: 5 },
  );
  gateway = await startGateway({ model, tools: [look] });
  token = await gateway.token();
  folder = await mkdtemp(path.join(tmpdir(), "reeve-clients-"));
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
  expect(gateway.bugs).toEqual([]);
});

test("OpenAI's client for JavaScript talks to the agent", async () => {
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: token, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "how cold is it?" }];
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["reeve"]);

  const whole = await client.chat.completions.create({ model: "reeve", messages, user: "js" });
  expect(whole.choices.map(({ message, finish_reason: why }) => [message.content, why])).toEqual([
    [ANSWER, "stop"],
  ]);

  let text = "";
  const stream = client.chat.completions.stream({ model: "reeve", messages, user: "js" });
  stream.on("content", (delta) => (text += delta));
  expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe(ANSWER);
  expect(text).toBe(ANSWER);

  const stranger = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "wrong", maxRetries: 0 });
  await expect(stranger.models.list()).rejects.toMatchObject({ status: 401 });
  await expect(
    client.chat.completions.create({ model: "reeve", messages: [] }),
  ).rejects.toMatchObject({ status: 400 });
});

test("OpenAI's client for Python talks to the agent", async () => {
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", PYTHON_CLIENT]);
  const script = path.join(import.meta.dirname, "openai-client.py");
  const { stdout } = await run(path.join(folder, "bin", "python"), [script, gateway.url, token]);
  expect(JSON.parse(stdout)).toEqual({
    models: ["reeve"],
    whole: ANSWER,
    finish: "stop",
    streamed: ANSWER,
    usage: true,
    refused: [401, "authentication_error", "invalid_api_key"],
    wrong: [400, "invalid_request_error", "invalid"],
  });
});

test("curl -N shows a turn as it goes", async () => {
  const child = spawn("curl", [
    "-sN",
    `${gateway.url}/v1/sessions/curl/turns`,
    "-H",
    `Authorization: Bearer ${token}`,
    "-H",
    "Accept: text/event-stream",
    "--json",
    '{"text":"how cold is it?"}',
  ]);
  const exited = once(child, "exit");
  let text = "";
  for await (const chunk of child.stdout) text += String(chunk);
  expect(await exited).toEqual([0, null]);
  const names = [...text.matchAll(/^event: agent\.stream\.(\w+)$/gm)].map(([, name]) => name);
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
    "message",
    "start",
    "step",
    "tool_call",
    "tool_result",
    "step",
    "delta",
    "complete",
  ]);
});

test("a WebSocket client talks in two conversations at once", async () => {
  const client = await openSocket(gateway.url);
  const hasEnded = (chat: string | undefined) => (frame: (typeof client.frames)[number]) =>
    frame["chat"] === chat && typeOf(frame["event"]) === "turn-end";
  client.send({ type: "hello", id: "1", version: 2, chat: "ws-one", token });
  client.send({ type: "subscribe", id: "2", since: 0 });
  client.send({ type: "subscribe", id: "3", chat: "ws-two", since: 0 });
  client.send({ type: "deliver", id: "4", message: "m1", text: "how cold?" });
  client.send({ type: "deliver", id: "5", chat: "ws-two", message: "m1", text: "and there?" });
  await Promise.all([client.until(hasEnded(undefined)), client.until(hasEnded("ws-two"))]);
  await client.close();

  const accepted = client.frames
    .filter(({ event }) => typeOf(event) === "message-accepted")
    .map(({ chat, event }): [unknown, unknown] => [chat, textOf(event)]);
  expect(new Map(accepted)).toEqual(
    new Map([
      [undefined, "how cold?"],
      ["ws-two", "and there?"],
    ]),
  );
  expect(
    client.frames.filter(({ type }) => type !== "event").map(({ type, id }) => [type, id]),
  ).toEqual([
    ["hello", "1"],
    ["reply", "2"],
    ["reply", "3"],
    ["reply", "4"],
    ["reply", "5"],
  ]);
});

function typeOf(event: unknown): unknown {
  return event !== null && typeof event === "object" && "type" in event ? event.type : undefined;
}

function textOf(event: unknown): unknown {
  return event !== null && typeof event === "object" && "text" in event ? event.text : undefined;
}

test("an EventSource that is cut off again and again hears each event once", async () => {
  const headers = { "x-api-token": token };
  const say = (message: string) =>
    fetch(`${gateway.url}/v1/sessions/source/turns`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ text: "how cold is it?", message }),
    });
  await using proxy = await startCuttingProxy(gateway.url, [900, 1100, 1700, 800, 2600]);
  const heard: (readonly [string, string])[] = [];
  const over = Promise.withResolvers<void>();
  const source = new EventSource(`${proxy.url}/v1/sessions/source/events?since=0`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
  });
  const NAMES = ["message", "start", "step", "delta", "tool_call", "tool_result", "complete"];
  for (const name of NAMES)
    source.addEventListener(`agent.stream.${name}`, ({ lastEventId, data }) => {
      heard.push([lastEventId, data]);
      const ends = heard.filter(([, text]) => text.includes('"outcome":"answered"'));
      if (ends.length === 3) over.resolve();
    });
  const told = [];
  for (const message of ["m1", "m2", "m3"]) told.push(...(await readAllEvents(await say(message))));
  await over.promise;
  source.close();

  expect(heard.map(([id, data]) => [id, JSON.parse(data)])).toEqual(
    told.map(({ id, data }) => [id, data]),
  );
  expect(proxy.cuts).toBe(5);
});
