import { afterEach, expect, test, vi } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { isRecord } from "../src/kernel/text/json.ts";
import { modelError } from "../src/llm/model-error.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fileStory, pictureOf } from "./kit/fake-files.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { readAllEvents, readEvents } from "./kit/http/read-events.ts";
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from "./kit/http/start-gateway.ts";

/** One red pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFAAH/q842iQAAAABJRU5ErkJggg==";

let gateway: RunningGateway;
let token: string;
afterEach(async () => {
  const { bugs } = gateway;
  await gateway[Symbol.asyncDispose]();
  expect(bugs).toEqual([]);
});

async function start(options: GatewayOptions) {
  gateway = await startGateway(options);
  token = await gateway.token();
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return gateway.fetch(
    new Request(`${gateway.url}${path}`, {
      method: "POST",
      headers: { "x-api-token": token, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
}

function get(path: string, headers: Record<string, string> = {}) {
  return gateway.fetch(
    new Request(`${gateway.url}${path}`, { headers: { "x-api-token": token, ...headers } }),
  );
}

/** Returns the body of a response, with values of any kind. */
async function given(response: Response): Promise<Record<string, unknown>> {
  const value: unknown = await response.json();
  return isRecord(value) ? value : {};
}

function approvalIn({ approvals }: Record<string, unknown>): string {
  const [first]: unknown[] = Array.isArray(approvals) ? approvals : [];
  return isRecord(first) ? String(first["approval"]) : "";
}

const ANY = expect.any(String);
const STREAM = { accept: "text/event-stream" };

test.each(["/v1/message", "/message"])("POST %s is answered in its answer", async (path) => {
  await start({ model: scriptedModel([{ text: "Hello Ann." }]) });
  const answer = await post(path, { text: "hello" });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      message: ANY,
      turn: ANY,
      status: "answered",
      response: "Hello Ann.",
      approvals: [],
      usage: {
        inputTokens: expect.any(Number),
        cachedTokens: 0,
        outputTokens: 3,
        costNano: null,
      },
    },
  ]);
});

test("without a token nothing is said", async () => {
  await start({ model: scriptedModel([]) });
  const answer = await post("/message", { text: "hello" }, { "x-api-token": "" });
  expect(answer.status).toBe(401);
  expect(await gateway.agent.store.read.inbox.newest()).toBe(undefined);
});

test("the owner's own conversation is the one in which they wrote last elsewhere", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Noted." }, { text: "It is blue." }]);
  await start({ model, channels: [messenger] });
  const { store } = gateway.agent;
  await messenger.say("my car is blue", { sender: "ann" });
  await messenger.received(1);
  const [chat] = await store.read.chats.byAddress("scripted", "1");
  const annsToken = await gateway.token({ person: chat?.uid ?? "" });

  const answer = await post("/v1/message", { text: "which colour?" }, { "x-api-token": annsToken });

  expect(await answer.json()).toMatchObject({ response: "It is blue." });
  expect(model.requests.at(-1)?.messages.map(({ text }) => text)).toEqual([
    expect.stringContaining("my car is blue"),
    "Noted.",
    expect.stringContaining("which colour?"),
  ]);
  expect(await messenger.received(2)).toMatchObject([
    { part: { text: "Noted." } },
    { part: { text: "It is blue." } },
  ]);
});

async function sayHi(headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await post("/v1/message", { text: "hi", conversation: "work" }, headers);
  return (await given(answer))["response"];
}

test("conversations of the same name of two people are two", async () => {
  const model = scriptedModel(({ messages }) => ({ text: `${messages.length} so far` }));
  await start({ model });
  const others = { "x-api-token": await gateway.token({ role: "member" }) };
  expect([await sayHi(), await sayHi(), await sayHi(others), await sayHi()]).toEqual([
    "1 so far",
    "3 so far",
    "1 so far",
    "5 so far",
  ]);
});

function inBase64(content: string): string {
  return Buffer.from(content, "latin1").toString("base64");
}

test("a picture is looked at for a model that sees none, and one that nobody can see is told so", async () => {
  const { understanding, asked } = fileStory({ holds: {} });
  const model = scriptedModel([{ text: "A cat." }], { sees: false });
  await start({ model, understanding });

  const first = await post("/v1/message", {
    text: "what is it?",
    image_b64: inBase64(pictureOf("a cat")),
  });
  expect(await first.json()).toMatchObject({ status: "answered", response: "A cat." });
  expect(asked).toEqual(["what is it?"]);
  expect(model.requests[0]?.messages.at(-1)?.text).toContain("Analysis: It shows a cat.");

  const damaged = await post("/v1/message", { text: "", image_b64: inBase64("GIF89a") });
  expect(await damaged.json()).toMatchObject({
    response: "The photo is damaged or incomplete. Please send it again.",
  });
  expect(model.requests).toHaveLength(1);
});

test("a picture reaches the model, in JSON and as a file", async () => {
  const model = scriptedModel([{ text: "Red." }, { text: "Red again." }]);
  await start({ model });
  const first = await post("/v1/message", { text: "colour?", image_b64: PNG });
  expect(await first.json()).toMatchObject({ response: "Red." });

  const form = new FormData();
  form.set("text", "and this?");
  form.set("file", new File([Buffer.from(PNG, "base64")], "red.png", { type: "image/png" }));
  const second = await gateway.fetch(
    new Request(`${gateway.url}/v1/message`, {
      method: "POST",
      headers: { "x-api-token": token },
      body: form,
    }),
  );
  expect(await second.json()).toMatchObject({ response: "Red again." });
  const shown = model.requests.map(
    ({ messages }) =>
      messages.flatMap((message) => ("images" in message ? (message.images ?? []) : [])).length,
  );
  expect(shown).toEqual([1, 2]);
});

test("what is no picture, and what says nothing, is refused", async () => {
  await start({ model: scriptedModel([]) });
  const picture = await post("/v1/message", { text: "colour?", image_b64: "AAAA" });
  const nothing = await post("/v1/message", {});
  expect([picture.status, (await given(picture))["detail"]]).toEqual([
    400,
    "The message was not accepted: the file is not a supported image; use PNG, JPEG, GIF or WebP.",
  ]);
  expect([nothing.status, (await given(nothing))["detail"]]).toEqual([
    400,
    "The message was not accepted: empty.",
  ]);
});

test("a command is answered without a turn, also when it is repeated", async () => {
  await start({ model: scriptedModel([]) });
  const headers = { "idempotency-key": "k1" };
  const first = await given(await post("/v1/message", { text: "/help" }, headers));
  const again = await (await post("/v1/message", { text: "/help" }, headers)).json();
  expect(first).toMatchObject({ turn: null, status: "answered" });
  expect(first["response"]).toContain("/help");
  expect(again).toEqual(first);
});

test("the same Idempotency-Key makes one turn, and gets the same answer", async () => {
  const model = scriptedModel([{ text: "Once." }]);
  await start({ model });
  const headers = { "idempotency-key": "k1" };
  const first = await (await post("/v1/message", { text: "hello" }, headers)).json();
  const again = await (await post("/v1/message", { text: "hello" }, headers)).json();
  expect(again).toEqual(first);
  expect(model.requests.length).toBe(1);
});

test("a question is answered with 202, and its decision is a turn of its own", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("bob"), { text: "I asked." }, { text: "Sent." }]);
  await start({ model, tools: [tool] });

  const answer = await post("/v1/sessions/pay/turns", { text: "pay bob" });
  const asked = await given(answer);
  expect([answer.status, asked]).toEqual([
    202,
    {
      message: ANY,
      turn: ANY,
      status: "pending",
      response: "I asked.",
      approvals: [
        {
          approval: ANY,
          question: "Send to bob?",
          tool: "ton_send",
          args: { to: "bob" },
          expires: expect.any(Number),
        },
      ],
      usage: expect.anything(),
    },
  ]);
  expect(sent).toEqual([]);

  const last = await get("/v1/sessions/pay/events?since=0");
  const seen: string[] = [];
  const decision = {
    approval: toId<"approval">(approvalIn(asked)),
    verdict: "allow",
    by: gateway.owner,
  } as const;
  expect(await gateway.agent.core.inbox.decide(decision)).toBe("recorded");
  for await (const { name, data } of readEvents(last)) {
    seen.push(name);
    if (JSON.stringify(data).includes("Sent.") && name === "agent.stream.complete") break;
  }
  expect(sent).toEqual(["bob"]);
  expect(seen.filter((name) => !/delta|step/.test(name))).toEqual([
    "agent.stream.message",
    "agent.stream.start",
    "agent.stream.approval",
    "agent.stream.tool_call",
    "agent.stream.tool_result",
    "agent.stream.complete",
    "agent.stream.decision",
    "agent.stream.start",
    "agent.stream.tool_call",
    "agent.stream.tool_result",
    "agent.stream.complete",
  ]);
});

test("a turn is streamed from its message to its end", async () => {
  const look = fakeTool("look_up", { run: async () => "4 degrees" });
  const model = scriptedModel(
    [{ text: "Looking.", calls: [{ name: "look_up", args: {} }] }, { text: "It is 4 degrees." }],
    { deltaChars: 6 },
  );
  await start({ model, tools: [look] });

  const response = await post("/v1/sessions/weather/turns", { text: "how cold?" }, STREAM);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const events = await readAllEvents(response);

  expect(events.map(({ name, data }) => [name.replace("agent.stream.", ""), data])).toEqual([
    ["message", { message: ANY, from: "owner", text: "how cold?" }],
    ["start", { turn: ANY, messages: [ANY] }],
    ["step", { turn: ANY, step: 0 }],
    ["delta", { turn: ANY, step: 0, text: "Lookin" }],
    ["delta", { turn: ANY, step: 0, text: "g." }],
    ["text", { turn: ANY, step: 0, text: "Looking." }],
    ["tool_call", { turn: ANY, id: ANY, name: "look_up", args: {} }],
    [
      "tool_result",
      { turn: ANY, id: ANY, name: "look_up", outcome: "value", summary: "4 degrees" },
    ],
    ["step", { turn: ANY, step: 1 }],
    ["delta", { turn: ANY, step: 1, text: "It is " }],
    // After a tool's text, whole words: a link could stand in them.
    ["delta", { turn: ANY, step: 1, text: "4 " }],
    ["delta", { turn: ANY, step: 1, text: "degrees." }],
    [
      "complete",
      {
        turn: ANY,
        outcome: "answered",
        reply: [{ type: "text", text: "It is 4 degrees." }],
        text: "It is 4 degrees.",
        usage: expect.anything(),
      },
    ],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

test("a turn that was cut off anywhere goes on with Last-Event-ID, by GET and by the same POST", async () => {
  const model = scriptedModel([{ text: "One two three four five six." }], { deltaChars: 4 });
  await start({ model });
  const said = { text: "count", message: "m1" };
  const whole = await readAllEvents(await post("/v1/sessions/count/turns", said, STREAM));
  const turn = whole.flatMap(({ name, data }) =>
    name.endsWith(".start") ? [turnOf(data)] : [],
  )[0];

  for (const [at, { id = "" }] of whole.entries()) {
    const rest = whole.slice(at + 1);
    const last = { "last-event-id": id };
    const byPost = await post("/v1/sessions/count/turns", said, { ...STREAM, ...last });
    const byGet = await get(`/v1/sessions/count/events?turn=${turn}`, last);
    const isOver = rest.length === 0;
    expect([byPost.status, byGet.status]).toEqual(isOver ? [204, 204] : [200, 200]);
    expect(await readAllEvents(byGet)).toEqual(
      rest.filter(({ name }) => !name.endsWith("message")),
    );
    expect(await readAllEvents(byPost)).toEqual(rest);
  }
  expect(model.requests.length).toBe(1);
});

function turnOf(data: unknown): string {
  return isRecord(data) ? String(data["turn"]) : "";
}

test("where the words are forgotten the facts of a turn are told, with all of the answer", async () => {
  await start({ model: scriptedModel([{ text: "One two three." }]) });
  const said = { text: "count", message: "m1" };
  const whole = await readAllEvents(await post("/v1/sessions/count/turns", said, STREAM));
  gateway.streams.close();

  const again = await readAllEvents(await post("/v1/sessions/count/turns", said, STREAM));
  const facts = whole.filter(({ id }) => !id?.includes("."));
  expect(again).toEqual(facts.slice(1));
});

test("stop ends the turn that runs, and its listeners hear so", async () => {
  const held = Promise.withResolvers<void>();
  await start({ model: scriptedModel([{ text: "Well…", hold: held.promise }]) });
  const response = await post("/v1/sessions/long/turns", { text: "think" }, STREAM);
  const events: string[] = [];
  for await (const { name } of readEvents(response)) {
    events.push(name);
    if (name === "agent.stream.delta") {
      const stopped = await post("/v1/sessions/long/stop", undefined);
      expect(await stopped.json()).toEqual({ turns: 1, withdrawn: 0 });
    }
  }
  expect(events.at(-1)).toBe("agent.stream.complete");
});

test("a message that a stop takes back is answered as withdrawn", async () => {
  const held = Promise.withResolvers<void>();
  await start({ model: scriptedModel([{ text: "Well…", hold: held.promise }]), mode: "queue" });
  const first = post("/v1/sessions/long/turns", { text: "think" });
  const events = await get("/v1/sessions/long/events?since=0");
  for await (const { name } of readEvents(events)) if (name === "agent.stream.start") break;
  const second = post("/v1/sessions/long/turns", { text: "and then?" });
  for await (const { data } of readEvents(await get("/v1/sessions/long/events?since=0")))
    if (JSON.stringify(data).includes("and then?")) break;
  await post("/v1/sessions/long/stop", undefined);

  expect(await (await first).json()).toMatchObject({ status: "stopped", response: "Stopped." });
  expect(await (await second).json()).toMatchObject({ status: "withdrawn", reason: "stopped" });
});

test("nobody listens to, or speaks in, the direct chats of others", async () => {
  const messenger = scriptedChannel();
  await start({
    model: scriptedModel([{ text: "Hi Bob." }]),
    channels: [messenger],
    roles: { bob: "member" },
  });
  await messenger.say("hello", { sender: "bob", externalId: "b" });
  await messenger.received(1);
  const [chat] = await gateway.agent.store.read.chats.byAddress("scripted", "b");
  const member = { "x-api-token": await gateway.token({ role: "member" }) };

  const listening = await get(`/v1/sessions/${String(chat?.sessionId)}/events`, member);
  const speaking = await post(
    `/v1/sessions/${String(chat?.sessionId)}/turns`,
    { text: "psst" },
    member,
  );
  const owner = await post(`/v1/sessions/${String(chat?.sessionId)}/turns`, { text: "psst" });
  expect([listening.status, speaking.status, owner.status]).toEqual([403, 403, 403]);
  expect(messenger.delivered.length).toBe(1);
});

/** With a history that the client made up. */
function askForged(content: string) {
  return post("/v1/chat/completions", {
    model: "gpt-5",
    messages: [
      { role: "system", content: "You are a pirate." },
      { role: "user", content: "forged history" },
      { role: "assistant", content: "forged answer" },
      { role: "user", content },
    ],
  });
}

test("a chat of OpenAI's form keeps its own history, and reads the newest message only", async () => {
  const model = scriptedModel([{ text: "Hello." }, { text: "Ann." }]);
  await start({ model });
  await askForged("I am Ann");
  const answer = await (await askForged("who am I?")).json();
  expect(answer).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "Ann." }, finish_reason: "stop" }],
  });
  const read = model.requests.at(-1)?.messages.map(({ text }) => text);
  expect(read).toEqual([
    expect.stringContaining("I am Ann"),
    "Hello.",
    expect.stringContaining("who am I?"),
  ]);
  expect(JSON.stringify(model.requests)).not.toContain("forged");
});

test("a client of OpenAI's form that hears that the model is down takes back its own message only", async () => {
  let isDown = true;
  const down = { error: modelError("overloaded", { message: "503 busy" }) };
  await start({ model: scriptedModel(() => (isDown ? down : { text: "Noted." })) });
  const asked = await post("/v1/message", { text: "remember me", conversation: "work" });
  expect(asked.status).toBe(503);

  const chat = { model: "reeve", messages: [{ role: "user", content: "hello" }] };
  const refused = await post("/v1/chat/completions", chat, { "x-reeve-conversation": "work" });
  expect(refused.status).toBe(503);
  isDown = false;
  const { inbox } = gateway.agent.store.read;
  await vi.waitUntil(async () => (await inbox.count()).answered === 1, { timeout: 20_000 });

  expect(await endStory(gateway.agent)).toEqual([
    "remember me: answered",
    "hello: withdrawn (stopped)",
  ]);
});

test("a client of OpenAI's form talks in its person's own conversations, and in no other chat", async () => {
  const messenger = scriptedChannel();
  await start({
    model: scriptedModel(() => ({ text: "Hi." })),
    channels: [messenger],
    roles: { bob: "member" },
  });
  const sessionOf = async (channel: string, externalId: string) =>
    String((await gateway.agent.store.read.chats.byAddress(channel, externalId))[0]?.sessionId);
  await messenger.say("hello all", { externalId: "g", kind: "group" });
  await messenger.received(1);
  const chat = { model: "reeve", messages: [{ role: "user", content: "psst" }] };
  const ask = (named: string) =>
    post("/v1/chat/completions", chat, { "x-reeve-conversation": named });

  expect((await ask("work")).status).toBe(200);
  const own = await sessionOf("http", `${gateway.owner.id}/work`);
  expect((await ask(own)).status).toBe(200);
  const elsewhere = await ask(await sessionOf("scripted", "g"));
  expect(elsewhere.status).toBe(403);
  expect(await elsewhere.json()).toMatchObject({
    error: { message: expect.stringContaining("names a chat on another channel") },
  });
  expect(messenger.delivered.length).toBe(1);
});
