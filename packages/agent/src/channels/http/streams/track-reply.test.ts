import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { createBatch } from "./stream-entry.ts";
import { trackReply } from "./track-reply.ts";

const told = { seq: 1, at: 5 };
const waiting: LiveEvent = {
  ...told,
  type: "turn-waiting",
  turn: "t1",
  model: "a/b",
  cause: "key",
  since: 5,
  retryAt: 9,
};
const notice: LiveEvent = {
  ...told,
  type: "said",
  id: "s1",
  cause: "notice",
  about: "t1",
  reply: [{ type: "notice", code: "waiting", text: "The model is down." }],
};
const answered: LiveEvent = {
  ...told,
  type: "turn-end",
  turn: "t1",
  outcome: "answered",
  reply: [{ type: "text", text: "Hello." }],
};

/** Tracks a message that does not wait for the model, with events that arrive at once. */
function trackWith(events: readonly LiveEvent[]) {
  const position = { seq: 0, n: 0 };
  const entries = events.map((event) => ({ position, event, usage: undefined, at: 5 }));
  return trackReply({
    address: { channel: "api", externalId: "1", kind: "direct" },
    from: position,
    message: toId("m1"),
    turn: "t1",
    signal: new AbortController().signal,
    endsAtOutage: true,
    conversations: {
      statusOf: async () => undefined,
      usageOf: async () => ({ inputTokens: 0, cachedTokens: 0, outputTokens: 0, costNano: null }),
      async *facts() {},
    },
    stream: {
      async listen(_from, listener) {
        listener.take(createBatch(entries));
        return { [Symbol.dispose]: () => undefined };
      },
    },
  });
}

test("a message that waits is told of at once, though the notice arrives with it", async () => {
  expect(await trackWith([waiting, notice])).toEqual({ type: "waiting", outage: waiting });
});

test("a message that was answered after it waited has its answer", async () => {
  expect(await trackWith([waiting, notice, answered])).toMatchObject({
    type: "answer",
    answer: { status: "answered", response: "Hello." },
  });
});
