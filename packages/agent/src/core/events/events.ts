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
   * With `isWanted`, other events are left out.
   */
  subscribe(
    address: ChatAddress,
    options: {
      since: number | "now";
      signal: AbortSignal;
      isWanted?: ((event: LiveEvent) => boolean) | undefined;
    },
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

  /** Each generator in between would cost several promises per event, so live events come in lists. */
  async function* follow(
    address: ChatAddress,
    { since, isWanted, live: listening }: FollowOptions,
  ): AsyncGenerator<LiveEvent> {
    using live = listening;
    let last = since === "now" ? undefined : since;
    if (last !== undefined)
      for await (const fact of storedSince(address, last)) {
        last = fact.seq;
        if (isWanted(fact)) yield fact;
      }
    for (let events = await live.next(); events; events = await live.next())
      for (const event of events) {
        if (!("seq" in event)) {
          if (isWanted(event)) yield event;
          continue;
        }
        last ??= event.seq - 1;
        // Commits may be told of in another order than they were done.
        if (event.seq > last + 1) {
          for await (const fact of storedSince(address, last)) {
            last = fact.seq;
            if (isWanted(fact)) yield fact;
          }
        } else if (event.seq > last) {
          last = event.seq;
          if (isWanted(event)) yield event;
        }
      }
  }

  return {
    // Listening begins before reading, so that nothing falls in between.
    subscribe: (address, { since, signal, isWanted = always }) =>
      follow(address, { since, isWanted, live: listen(listeners, keyOf(address), signal) }),

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

function always(): boolean {
  return true;
}

interface FollowOptions {
  readonly since: number | "now";
  readonly isWanted: (event: LiveEvent) => boolean;
  readonly live: Listening;
}

interface Listening extends Disposable {
  /** Resolves to what was published since the last call, once there is something; to undefined at the end. */
  next(): Promise<readonly LiveEvent[] | undefined>;
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
    async next() {
      for (;;) {
        if (signal.aborted) return undefined;
        if (waiting.length > 0) return waiting.splice(0);
        await wake.promise;
        wake = Promise.withResolvers();
      }
    },
    [Symbol.dispose]: end,
  };
}
