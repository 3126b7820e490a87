import { connectSocket } from "@reeve/client/socket";
import { z } from "zod";
import type { InboxId } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/text/json.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import type { FrameClient } from "./frame-client.ts";
import { attempt } from "../../kernel/attempt.ts";

/**
 * Connects to the agent that listens on `socketPath`; aborting `signal` closes the
 * connection. Rejects with `unavailable` where no agent listens.
 */
export async function connectFrames(
  socketPath: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<FrameClient> {
  const queue = createEventQueue<LiveEvent>();
  const connection = await connectSocket(socketPath, {
    signal,
    onEvent(event) {
      if (isTurnEvent(event)) queue.push(event);
    },
  });
  void connection.closed.then(() => queue.end());

  return {
    closed: connection.closed,
    get isClosed() {
      return connection.isClosed;
    },
    close: () => connection.close(),
    [Symbol.dispose]: () => connection.close(),
    hello: (externalId) => connection.hello(externalId),
    ask: connection.ask,
    end: () => connection.end(),
    deliver: async (message) =>
      receipt.parse(await connection.request({ type: "deliver", ...message })),
    decide: async (decision) =>
      verdict.parse(await connection.request({ type: "decide", ...decision })),
    stop: () => connection.request({ type: "stop" }),
    events(since) {
      const subscribed = connection.request({ type: "subscribe", since });
      // The reader of the events learns of a failure; until then it is nobody's bug.
      void attempt(subscribed);
      return readAfter(subscribed, queue.items);
    },
  };
}

/** Events come from the same version of this code, so their other fields are not checked. */
function isTurnEvent(event: unknown): event is LiveEvent {
  return isRecord(event) && typeof event["type"] === "string";
}

const receipt = z.object({
  message: z.custom<InboxId>((value) => typeof value === "string"),
  outcome: z.enum(["queued", "answered", "repeat", "noted", "ignored", "refused"]),
  reason: z.string().optional(),
});
const verdict = z.enum(["recorded", "counted", "too-late"]);

async function* readAfter<Item>(
  opened: Promise<unknown>,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  await opened;
  yield* items;
}

/** Hands items from callbacks to one `for await` loop, in order. */
interface EventQueue<Item> {
  /** Waits for what is pushed; finishes, after the last item, when the queue has ended. */
  readonly items: AsyncIterable<Item>;
  push(item: Item): void;
  end(): void;
}

export function createEventQueue<Item>(): EventQueue<Item> {
  const state = { ready: new Array<Item>(), isEnded: false, news: Promise.withResolvers<void>() };

  return {
    items: {
      async *[Symbol.asyncIterator]() {
        while (state.ready.length > 0 || !state.isEnded) {
          await state.news.promise;
          state.news = Promise.withResolvers();
          if (state.isEnded) state.news.resolve();
          yield* state.ready.splice(0);
        }
      },
    },
    push(item) {
      state.ready.push(item);
      state.news.resolve();
    },
    end() {
      state.isEnded = true;
      state.news.resolve();
    },
  };
}
