import { Fault } from "@reeve/sdk";
import { toId } from "../../../kernel/ids.ts";
import type { ChatEvent, ChatEventBody, LiveEvent } from "../../../kernel/chat-event.ts";
import { createEventQueue } from "../connect.ts";
import type { FrameClient } from "../frame-client.ts";

/** Client whose agent is the test: the test emits events and inspects requests. */
export interface FakeClient extends FrameClient {
  /** Every request but hello, in order. */
  readonly asked: readonly unknown[];
  happen(...events: readonly LiveEvent[]): void;
  /** Results of operations, by name. An operation without an entry fails with `missing`. */
  readonly answers: Record<string, unknown>;
}

export function fakeClient(seq = 0): FakeClient {
  const asked: unknown[] = [];
  const answers: Record<string, unknown> = {};
  const queue = createEventQueue<LiveEvent>();
  const closed = Promise.withResolvers<void>();
  let isClosed = false;
  let messages = 0;

  const close = () => {
    isClosed = true;
    queue.end();
    closed.resolve();
  };
  const record = (request: unknown) => {
    if (isClosed) throw new Fault("unavailable", "The connection is closed.");
    asked.push(request);
  };

  return {
    asked,
    answers,
    happen: (...events) => events.forEach((event) => queue.push(event)),
    closed: closed.promise,
    get isClosed() {
      return isClosed;
    },
    close,
    [Symbol.dispose]: close,
    hello: async () => ({ version: 1, agent: "0.1.0", model: "offline/rules", seq }),
    async deliver(message) {
      record({ deliver: message });
      messages += 1;
      return { message: toId<"inbox">(`i${messages}`), outcome: "queued" };
    },
    async decide(decision) {
      record({ decide: decision });
      return "recorded";
    },
    async stop() {
      record("stop");
    },
    async end() {
      record("end");
    },
    ask: async ({ name, output }, input) => {
      record({ ask: name, input });
      if (name in answers) return output.parse(answers[name]);
      throw new Fault("missing", `There is no ${name}.`, { hint: "Try another." });
    },
    events(since) {
      record({ since });
      return queue.items;
    },
  };
}

/** Returns a function that numbers events as a chat does. */
export function numberFacts(first = 1): (body: ChatEventBody) => ChatEvent {
  let seq = first - 1;
  return (body) => {
    seq += 1;
    return { ...body, seq, at: 1000 + seq };
  };
}
