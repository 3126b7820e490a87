import { expect, test } from "vitest";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { scriptedModel } from "./scripted-model.ts";

const request: ModelRequest = {
  id: "r1",
  system: ["Be brief."],
  messages: [{ role: "user", text: "Hi" }],
  tools: [],
};

async function eventsOf(model: Model, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, { signal })) events.push(event);
  return events;
}

test("streams the text in pieces, then is done with the whole response", async () => {
  const model = scriptedModel([{ text: "Good day 👋!" }], { deltaChars: 5 });
  expect(await eventsOf(model)).toEqual([
    { type: "text", delta: "Good " },
    { type: "text", delta: "day 👋" },
    { type: "text", delta: "!" },
    {
      type: "done",
      response: {
        text: "Good day 👋!",
        calls: [],
        usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 3 },
      },
    },
  ]);
});

test("takes the answers in order and says when there are none left", async () => {
  const calls = [{ name: "note_list", args: {} }];
  const model = scriptedModel([{ calls }]);
  expect((await eventsOf(model)).at(-1)).toMatchObject({ type: "done", response: { calls } });
  expect(await eventsOf(model)).toEqual([
    {
      type: "error",
      error: {
        code: "invalid",
        message: "The script has 1 answers; request 2 is not among them.",
      },
    },
  ]);
});

test("a function answers what it is asked, and every request is kept", async () => {
  const model = scriptedModel(({ messages }) => ({ text: messages.at(-1)?.text ?? "" }));
  expect((await eventsOf(model)).at(-1)).toMatchObject({ response: { text: "Hi" } });
  expect(model.requests).toEqual([request]);
});

test("says why it stopped, what it wants back and what it used, where the script does", async () => {
  const usage = { inputTokens: 7, cachedTokens: 5, outputTokens: 3, costNano: 11n };
  const answer = { text: "So", stop: "length", meta: { signed: "x" }, usage } as const;
  expect((await eventsOf(scriptedModel([answer]))).at(-1)).toEqual({
    type: "done",
    response: { ...answer, calls: [] },
  });
});

test("ends with the scripted error after its text", async () => {
  const error = { code: "unavailable", message: "Overloaded.", retryAfterMs: 10 } as const;
  expect(await eventsOf(scriptedModel([{ text: "So", error }]))).toEqual([
    { type: "text", delta: "So" },
    { type: "error", error },
  ]);
});

test("an aborted request ends with an aborted error, between two pieces and in a hold", async () => {
  const ended: ModelEvent = {
    type: "error",
    error: { code: "aborted", message: "Request r1 was aborted." },
  };
  expect(await eventsOf(scriptedModel([{ text: "never" }]), AbortSignal.abort())).toEqual([ended]);

  const stop = new AbortController();
  const forever = new Promise(() => {});
  const seen: ModelEvent[] = [];
  const model = scriptedModel([{ text: "Wait", hold: forever }]);
  for await (const event of model.stream(request, { signal: stop.signal })) {
    seen.push(event);
    stop.abort();
  }
  expect(seen).toEqual([{ type: "text", delta: "Wait" }, ended]);
});

test("a hold lets the answer end once it is over", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const model = scriptedModel([{ text: "Wait", hold: promise }]);
  const seen: string[] = [];
  for await (const { type } of model.stream(request, { signal: new AbortController().signal })) {
    seen.push(type);
    resolve();
  }
  expect(seen).toEqual(["text", "done"]);
});
