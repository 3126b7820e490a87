import type { Address } from "../../kernel/envelope.ts";
import type { ChatId } from "../../kernel/ids.ts";
import type { ChatEvent, LiveEvent } from "../../kernel/chat-event.ts";
import type { Store } from "../../store/store.ts";

type ChatAddress = Pick<Address, "channel" | "externalId">;

/** Events of chats, to subscribe to. */
export interface Events {
  /**
   * The chat's facts after `since`, in order and without a gap, then facts and
   * deltas as they happen; with "now", only what happens from this call on. Ends when `signal` aborts.
   */
  subscribe(
    address: ChatAddress,
    options: { since: number | "now"; signal: AbortSignal },
  ): AsyncIterable<LiveEvent>;
  /** The number of the chat's last fact; 0 where nothing has happened. */
  lastSeq(address: ChatAddress): Promise<number>;
  /** Calls back with the facts of every chat, as they happen. Those of other processes are not among them. */
  onFacts(listener: (address: ChatAddress, facts: readonly ChatEvent[]) => void): Disposable;
  /** For the core only: tells listeners what was committed, or what is happening. */
  publish(address: ChatAddress, events: readonly LiveEvent[]): void;
}

type Listener = (events: readonly LiveEvent[]) => void;

/** How many stored facts are read at once. */
const PAGE = 500;

export function createEvents(store: Store): Events {
  const listeners = new Map<string, Set<Listener>>();
  const watchers = new Set<Parameters<Events["onFacts"]>[0]>();

  /** A chat keeps its id for good. */
  const ids = new Map<string, ChatId>();

  const idOf = async (address: ChatAddress): Promise<ChatId | undefined> => {
    const key = keyOf(address);
    const known = ids.get(key);
    if (known) return known;
    const [chat] = await store.read.chats.byAddress(address.channel, address.externalId);
    if (chat) ids.set(key, chat.id);
    return chat?.id;
  };

  async function* storedSince(address: ChatAddress, since: number) {
    const chat = await idOf(address);
    if (!chat) return;
    let last = since;
    for (;;) {
      const page = await store.read.events.since(chat, last, PAGE);
      yield* page;
      if (page.length < PAGE) return;
      last = page.at(-1)?.seq ?? last;
    }
  }

  async function* follow(
    address: ChatAddress,
    { since, live: listening }: { readonly since: number | "now"; readonly live: Listening },
  ) {
    using live = listening;
    let last = since === "now" ? undefined : since;
    if (last !== undefined)
      for await (const fact of storedSince(address, last)) {
        last = fact.seq;
        yield fact;
      }
    for await (const event of live.events()) {
      if (!("seq" in event)) {
        yield event;
        continue;
      }
      last ??= event.seq - 1;
      // Commits may be told of in another order than they were done.
      const facts = event.seq > last + 1 ? storedSince(address, last) : [event];
      for await (const fact of facts) {
        if (fact.seq <= last) continue;
        last = fact.seq;
        yield fact;
      }
    }
  }

  return {
    // Listening begins before reading, so that nothing falls in between.
    subscribe: (address, { since, signal }) =>
      follow(address, { since, live: listen(listeners, keyOf(address), signal) }),

    async lastSeq(address) {
      const chat = await idOf(address);
      return chat ? store.read.chats.lastSeq(chat) : 0;
    },

    publish(address, events) {
      for (const listener of listeners.get(keyOf(address)) ?? []) listener(events);
      if (watchers.size === 0) return;
      const facts = events.filter((event) => "seq" in event);
      if (facts.length > 0) for (const watcher of watchers) watcher(address, facts);
    },

    onFacts(listener) {
      watchers.add(listener);
      return { [Symbol.dispose]: () => void watchers.delete(listener) };
    },
  };
}

function keyOf({ channel, externalId }: ChatAddress): string {
  return `${channel}\n${externalId}`;
}

interface Listening extends Disposable {
  events(): AsyncGenerator<LiveEvent>;
}

/** Collects what is published under `key` until it is disposed of, or `signal` aborts. */
function listen(
  listeners: Map<string, Set<Listener>>,
  key: string,
  signal: AbortSignal,
): Listening {
  const waiting: LiveEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const listener: Listener = (events) => {
    waiting.push(...events);
    wake.resolve();
  };
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(listener));
  const end = () => {
    signal.removeEventListener("abort", end);
    ofKey.delete(listener);
    if (ofKey.size === 0 && listeners.get(key) === ofKey) listeners.delete(key);
    wake.resolve();
  };
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  return {
    async *events(): AsyncGenerator<LiveEvent> {
      while (!signal.aborted) {
        yield* waiting.splice(0);
        if (signal.aborted || waiting.length > 0) continue;
        await wake.promise;
        wake = Promise.withResolvers();
      }
    },
    [Symbol.dispose]: end,
  };
}
