import type { ClientChats } from "../../../core/client-chats.ts";
import type { Events } from "../../../core/events/events.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { isAfter, type Position } from "./position.ts";
import { createReplayBuffer } from "./replay-buffer.ts";
import { type Batch, createBatch, type StreamEntry } from "./stream-entry.ts";

export interface ChatStreamListener {
  /** Receives each event once, in order. */
  take(batch: Batch): void;
  /** The stream ends: reconnect with the last position. */
  end(): void;
}

/** Live events of one chat, for any number of listeners. */
export interface ChatStream {
  /**
   * Returns the position of the last event. A listener that starts there misses nothing after it.
   */
  head(): Promise<Position>;
  /**
   * Sends the events after `from`, then all live events, until it is disposed of. Without `from`,
   * starts with new events and the current step from its beginning. Events that are no longer
   * buffered are replaced by stored events alone; text follows from the next step on, so that no
   * listener gets half a step.
   */
  listen(from: Position | undefined, listener: ChatStreamListener): Promise<Disposable>;
  /** Drops entries that are too old to be requested again. */
  sweep(now: number): void;
  /** Whether there are no listeners, no turn is running, and the last listener left long ago. */
  readonly isIdle: boolean;
  readonly isClosed: boolean;
  close(): void;
}

export interface ChatStreamDeps {
  readonly address: Address;
  readonly events: Pick<Events, "subscribe" | "lastSeq">;
  readonly conversations: Pick<ClientChats, "facts" | "usageOf">;
  readonly clock: Clock;
  /** Receives errors; listeners are told to reconnect. */
  readonly onBug: (error: unknown) => void;
}

/** Buffer size per chat in characters; a hundred busy chats are not rare. */
const MAX_CHARS = 256 * 1024;
/** Time in milliseconds for which entries are buffered after their turn. */
const REMEMBER_MS = 5 * 60_000;

export function createChatStream(deps: ChatStreamDeps): ChatStream {
  const { address, events, clock, conversations } = deps;
  const stop = new AbortController();
  const listeners = new Set<ChatStreamListener>();
  const running = new Set<string>();
  let pending: StreamEntry[] = [];
  let usedAt = clock.now();
  /** Position from which the current step is complete. */
  let thought: Position | undefined;
  const buffer = open();

  async function open() {
    const seq = await events.lastSeq(address);
    // Deltas have no sequence numbers. An earlier stream may have counted some after the same
    // event; counting from the time puts these after them, because there were fewer than a million
    // per second.
    const buffered = createReplayBuffer({ seq, n: clock.now() * 1000 }, MAX_CHARS);
    void pump(buffered)
      .catch(deps.onBug)
      .finally(() => {
        stop.abort();
        flush();
        for (const listener of listeners) listener.end();
        listeners.clear();
      });
    return buffered;
  }

  async function pump(buffered: Awaited<typeof buffer>): Promise<void> {
    const { signal } = stop;
    for await (const event of events.subscribe(address, { since: buffered.floor.seq, signal })) {
      const before = buffered.head;
      if (event.type === "think-start") thought = before;
      // The beginning was missed: do not stream half a sentence.
      if (event.type === "text-delta" && !thought) continue;
      if ("seq" in event && "turn" in event) thought = undefined;
      if (event.type === "turn-start") running.add(event.turn);
      if (event.type === "turn-end") running.delete(event.turn);
      const entry = await entryOf(event, next(event, before));
      buffered.push(entry);
      pending.push(entry);
      if (pending.length === 1) setImmediate(flush);
    }
  }

  async function entryOf(event: LiveEvent, position: Position): Promise<StreamEntry> {
    const usage = event.type === "turn-end" ? await conversations.usageOf(event.turn) : undefined;
    return { position, event, usage, at: clock.now() };
  }

  function flush() {
    if (pending.length === 0) return;
    const batch = createBatch(pending);
    pending = [];
    for (const listener of listeners) listener.take(batch);
  }

  /** Sends the events up to `until`, for a listener that was away too long. */
  async function emitEvents(
    range: { from: Position; until: Position },
    listener: ChatStreamListener,
  ) {
    for await (const fact of conversations.facts(address, range.from.seq)) {
      if (fact.seq > range.until.seq) return;
      listener.take(createBatch([await entryOf(fact, { seq: fact.seq, n: 0 })]));
    }
  }

  return {
    async head() {
      usedAt = clock.now();
      return (await buffer).head;
    },
    async listen(from, listener) {
      usedAt = clock.now();
      const buffered = await buffer;
      let at = from ?? thought ?? buffered.head;
      if (isAfter(at, buffered.head)) at = buffered.head;
      let heard: ChatStreamListener = listener;
      while (isAfter(buffered.floor, at)) {
        const until = buffered.floor;
        await emitEvents({ from: at, until }, listener);
        heard = fromNextStep(listener);
        at = until;
      }
      // Nothing is awaited from here on, so no event can fall in between.
      flush();
      const missed = buffered.after(at);
      if (missed.length > 0) heard.take(createBatch(missed));
      if (stop.signal.aborted) listener.end();
      else listeners.add(heard);
      return {
        [Symbol.dispose]: () => {
          usedAt = clock.now();
          listeners.delete(heard);
        },
      };
    },
    sweep(now) {
      if (running.size > 0) return;
      void buffer.then((buffered) => buffered.dropBefore(now - REMEMBER_MS));
    },
    get isIdle() {
      return listeners.size === 0 && running.size === 0 && clock.now() - usedAt > REMEMBER_MS;
    },
    get isClosed() {
      return stop.signal.aborted;
    },
    close: () => stop.abort(),
  };
}

function next(event: LiveEvent, { seq, n }: Position): Position {
  return "seq" in event ? { seq: event.seq, n: 0 } : { seq, n: n + 1 };
}

/** Skips the text of a step whose beginning was missed. */
function fromNextStep(listener: ChatStreamListener): ChatStreamListener {
  let isWhole = false;
  return {
    take(batch) {
      if (isWhole) return listener.take(batch);
      const from = batch.entries.findIndex(({ event }) => event.type === "think-start");
      const broken = from === -1 ? batch.entries : batch.entries.slice(0, from);
      isWhole = from !== -1;
      const kept = broken.filter(({ event }) => event.type !== "text-delta");
      const told = from === -1 ? kept : [...kept, ...batch.entries.slice(from)];
      if (told.length > 0) listener.take(createBatch(told));
    },
    end: () => listener.end(),
  };
}
