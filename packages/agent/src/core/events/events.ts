import type { Address } from "../../kernel/envelope.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import type { Store } from "../../store/store.ts";

type ChatAddress = Pick<Address, "channel" | "externalId">;

/** Events of chats, to subscribe to. */
export interface Events {
  /**
   * The chat's facts after `since`, in order and without a gap, then facts and
   * deltas as they happen. Ends when `signal` aborts.
   */
  subscribe(
    address: ChatAddress,
    options: { since: number; signal: AbortSignal },
  ): AsyncIterable<LiveEvent>;
  /** The number of the chat's last fact; 0 where nothing has happened. */
  lastSeq(address: ChatAddress): Promise<number>;
  /** For the core only: tells listeners what was committed, or what is happening. */
  publish(address: ChatAddress, events: readonly LiveEvent[]): void;
}

type Listener = (events: readonly LiveEvent[]) => void;

/** How many stored facts are read at once. */
const PAGE = 500;

export function createEvents(store: Store): Events {
  const listeners = new Map<string, Set<Listener>>();

  const chatOf = async ({ channel, externalId }: ChatAddress) =>
    (await store.read.chats.byAddress(channel, externalId))[0];

  async function* storedSince(address: ChatAddress, since: number) {
    const chat = await chatOf(address);
    if (!chat) return;
    let last = since;
    for (;;) {
      const page = await store.read.events.since(chat.id, last, PAGE);
      yield* page;
      if (page.length < PAGE) return;
      last = page.at(-1)?.seq ?? last;
    }
  }

  return {
    async *subscribe(address, { since, signal }) {
      // Listening begins before reading, so that nothing falls in between.
      using live = listen(listeners, keyOf(address), signal);
      let last = since;
      for await (const fact of storedSince(address, since)) {
        last = fact.seq;
        yield fact;
      }
      for await (const event of live.events()) {
        if (!("seq" in event)) {
          yield event;
          continue;
        }
        // Commits may be told of in another order than they were done.
        const facts = event.seq > last + 1 ? storedSince(address, last) : [event];
        for await (const fact of facts) {
          if (fact.seq <= last) continue;
          last = fact.seq;
          yield fact;
        }
      }
    },

    async lastSeq(address) {
      const chat = await chatOf(address);
      return chat ? store.read.chats.lastSeq(chat.id) : 0;
    },

    publish(address, events) {
      for (const listener of listeners.get(keyOf(address)) ?? []) listener(events);
    },
  };
}

function keyOf({ channel, externalId }: ChatAddress): string {
  return `${channel}\n${externalId}`;
}

/** Collects what is published under `key` until it is disposed of. */
function listen(listeners: Map<string, Set<Listener>>, key: string, signal: AbortSignal) {
  const waiting: LiveEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const listener: Listener = (events) => {
    waiting.push(...events);
    wake.resolve();
  };
  const onAbort = () => wake.resolve();
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(listener));
  signal.addEventListener("abort", onAbort);

  return {
    async *events(): AsyncGenerator<LiveEvent> {
      while (!signal.aborted) {
        yield* waiting.splice(0);
        if (signal.aborted || waiting.length > 0) continue;
        await wake.promise;
        wake = Promise.withResolvers();
      }
    },
    [Symbol.dispose]() {
      signal.removeEventListener("abort", onAbort);
      ofKey.delete(listener);
      if (ofKey.size === 0) listeners.delete(key);
    },
  };
}
