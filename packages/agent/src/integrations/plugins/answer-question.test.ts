import { expect, test } from "vitest";
import type { PluginPowers } from "../plugins.ts";
import { createAnswers, createHandles, type CallOrigin } from "./answer-question.ts";
import type { Question, Work } from "./protocol.ts";

const POWERS: PluginPowers = {
  effects: ["read", "send"],
  hosts: ["api.example.com", "*.example.org"],
  secrets: {},
  messages: true,
  hooks: [],
  buttons: true,
  payments: true,
};
const TICK: Work = { kind: "schedule", name: "tick" };
const HOUR_MS = 3_600_000;

function open(powers: Partial<PluginPowers> = {}) {
  const requested: string[] = [];
  const sent: (readonly [CallOrigin, string])[] = [];
  const handles = createHandles("watcher", "key");
  let now = 0;
  const answer = createAnswers({
    plugin: "watcher",
    powers: { ...POWERS, ...powers },
    tools: [
      { name: "tell", effect: "send" },
      { name: "look", effect: "read" },
    ],
    handles,
    async fetch({ url }) {
      requested.push(url);
      return { status: 200, headers: {}, text: "" };
    },
    invoice: async (place, { stars }) => void sent.push([place, stars]),
    refund: async (payment) => void requested.push(payment),
    isSent: async (_place, key) => key === "known",
    async send(place, { text }) {
      sent.push([place, text]);
    },
    clock: { now: () => now },
    signal: new AbortController().signal,
  });
  return {
    answer,
    requested,
    sent,
    handles,
    handle: handles.of({ chat: "c1", person: "p1" }),
    pass: (ms: number) => (now += ms),
  };
}

function request(url: string): Question {
  return { kind: "fetch", url, method: "GET", headers: {} };
}

function message(chat: string, key = "1"): Question {
  return { kind: "send", chat, text: "Hello", key };
}

function callOf(name: string, chat: string): Work {
  return { kind: "tool", name, args: {}, callId: "1", chat, person: "p1" };
}

test.each(["https://api.example.com/x", "https://a.example.org/", "https://a.b.example.org:8443/"])(
  "a declared host is reached: %s",
  async (url) => {
    const { answer, requested } = open();
    await answer(request(url), undefined);
    expect(requested).toEqual([url]);
  },
);

test.each([
  "https://example.org/",
  "https://evil.com/?api.example.com",
  "https://api.example.com.evil.com/",
  "https://api.example.com@evil.com/",
  "https://badexample.org/",
  "nonsense",
])("another host is denied: %s", async (url) => {
  const { answer, requested } = open();
  await expect(answer(request(url), undefined)).rejects.toMatchObject({ code: "denied" });
  expect(requested).toEqual([]);
});

test("a plugin writes to chats in which it was called, with that power", async () => {
  const { answer, sent, handle } = open();
  await answer(message(handle), TICK);
  await answer(message(handle), callOf("tell", handle));
  const place = { chat: "c1", person: "p1" };
  expect(sent).toEqual([
    [place, "Hello"],
    [place, "Hello"],
  ]);
  const powerless = open({ messages: false });
  await expect(answer(message(handle), undefined)).rejects.toThrow(/outside of a run/);
  await expect(powerless.answer(message(handle), TICK)).rejects.toThrow(/may not send/);
});

test.each([
  "c1~p1~forged",
  "c2~p1",
  "",
  createHandles("other", "key").of({ chat: "c1", person: "p1" }),
])("a handle that the plugin was not given is denied: %s", async (handle) => {
  const { answer, sent } = open();
  await expect(answer(message(handle), TICK)).rejects.toMatchObject({ code: "denied" });
  expect(sent).toEqual([]);
});

test("a call sends only with the effect send, and only to its own chat", async () => {
  const { answer, sent, handle } = open();
  const other = createHandles("watcher", "key").of({ chat: "c2", person: "p1" });
  await expect(answer(message(handle), callOf("look", handle))).rejects.toThrow(
    /effect is not send/,
  );
  await expect(answer(message(other), callOf("tell", handle))).rejects.toThrow(/chat of its call/);
  expect(sent).toEqual([]);
});

test("at most 60 messages are sent in an hour", async () => {
  const { answer, sent, handle, pass } = open();
  for (let index = 0; index < 60; index++) await answer(message(handle, String(index)), TICK);
  await expect(answer(message(handle, "61"), TICK)).rejects.toMatchObject({
    code: "exhausted",
  });
  pass(HOUR_MS + 1);
  await answer(message(handle, "62"), TICK);
  expect(sent).toHaveLength(61);
});

const ROWS = [[{ label: "Yes", data: "yes" }]];

test("buttons need their power, and a short text", async () => {
  const { answer, handle, sent } = open();
  const asked = (text: string): Question => ({
    kind: "send",
    chat: handle,
    text,
    key: "1",
    buttons: ROWS,
  });
  await answer(asked("Tea?"), TICK);
  await expect(answer(asked("x".repeat(2001)), TICK)).rejects.toMatchObject({ code: "invalid" });
  const other = open({ buttons: false });
  await expect(other.answer(asked("Tea?"), TICK)).rejects.toMatchObject({ code: "denied" });
  expect(sent).toHaveLength(1);
});

test("a callback writes only to the chat of its press, whoever pressed", async () => {
  const { answer, sent, handle, handles } = open();
  const [bob, elsewhere] = [
    { chat: "c1", person: "p2" },
    { chat: "c2", person: "p2" },
  ].map((place) => handles.of(place));
  const press: Work = {
    kind: "press",
    name: "1",
    data: "yes",
    key: "1",
    chat: bob ?? "",
    person: "p2",
  };
  await answer(message(bob ?? ""), press);
  await answer(message(handle), press);
  await expect(answer(message(elsewhere ?? ""), press)).rejects.toMatchObject({ code: "denied" });
  expect(sent).toHaveLength(2);
});

test("edits have a limit of their own", async () => {
  const { answer, handle } = open();
  const edit: Question = { kind: "send", chat: handle, text: "Tea?", key: "known", buttons: ROWS };
  for (let count = 0; count < 600; count++) await answer(edit, TICK);
  await expect(answer(edit, TICK)).rejects.toMatchObject({ code: "exhausted" });
  await answer(message(handle), TICK);
});

function bill(chat: string): Question {
  return {
    kind: "invoice",
    chat,
    title: "Gems",
    description: "Ten",
    stars: "50",
    payload: "",
    key: "1",
  };
}

test("invoices and refunds need their power", async () => {
  const refund: Question = { kind: "refund", payment: "p1" };
  const { answer, handle, sent, requested } = open();
  await answer(bill(handle), TICK);
  await answer(refund, TICK);
  expect([sent[0]?.[1], requested]).toEqual(["50", ["p1"]]);
  const other = open({ payments: false });
  for (const question of [bill(other.handle), refund])
    await expect(other.answer(question, TICK)).rejects.toMatchObject({ code: "denied" });
});
