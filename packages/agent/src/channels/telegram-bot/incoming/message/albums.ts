import type { Message } from "grammy/types";
import { parseJson } from "../../../../kernel/text/parse-json.ts";
import { createInOrder } from "../../../../platform/serial-queue.ts";
import type { ChannelState } from "../../../kit/channel-state.ts";
import {
  type Album,
  type AlbumsRecord,
  isHandedOn,
  type Collected,
  joinAlbum,
  keyOfAlbum,
  NO_ALBUMS,
  readAlbums,
  withClosed,
  withHandedOn,
  withMessage,
  withoutAlbum,
} from "./albums-record.ts";
import { MAX_TRIES } from "../../../kit/dead-letters.ts";
import { retryDelay } from "../../../kit/retry-delay.ts";
import { attempt } from "../../../../kernel/attempt.ts";

/**
 * Collects images that were sent together as separate messages, so that they are answered as one.
 */
export interface Albums {
  /**
   * Stores a message of an album; durable when it resolves. The album is delivered after a debounce
   * time.
   */
  add(msg: Message, updateId: number): Promise<void>;
  /**
   * Delivers the collected album of a chat before another message of the chat, or sets it aside if
   * that fails. Call it in the queue of the chat.
   */
  flush(chat: number): Promise<void>;
  /** Loads the albums that an earlier process collected. */
  resume(): Promise<void>;
  /** All updates that Telegram had pending have arrived: albums collected before are complete. */
  catchUp(): void;
  /**
   * Returns the album of a message, with this version of it; undefined if the album is no longer
   * remembered.
   */
  withEdit(msg: Message): Album | undefined;
  /** Resolves when nothing is in progress. Albums that were not delivered stay stored. */
  close(): Promise<void>;
}

export interface AlbumsDeps {
  readonly memory: ChannelState;
  /** Delivers an album; called again if it rejects. */
  readonly deliver: (album: Album, updateId: number) => Promise<void>;
  /** Sets an album aside whose delivery keeps failing; false if that cannot be stored, either. */
  readonly putAside: (album: Album, updateId: number, error: unknown) => Promise<boolean>;
  /** Runs work after all earlier work of a chat. */
  readonly inLane: (chat: number, work: () => Promise<void>) => Promise<void>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Debounce time in milliseconds: messages of an album arrive within milliseconds of each other. */
const SILENCE_MS = 600;
/**
 * Time in milliseconds to wait for a message that could not be stored; the platform sends it again.
 */
const REPEAT_MS = 15_000;
/** Number of albums to remember for edits. */
const MAX_RECENT = 100;

export function createAlbums(deps: AlbumsDeps): Albums {
  const { memory, inLane, pause, onFailure, signal } = deps;
  let now: AlbumsRecord = NO_ALBUMS;
  const recent = new Map<string, Album>();
  const failures = new Map<string, number>();
  const keeping = createInOrder();
  const handing = createInOrder();
  const waits = new Map<string, AbortController>();
  const timers = new Set<Promise<void>>();

  const keep = () => keeping(() => memory.set(KEY, JSON.stringify(now)));

  const takeOn = async (one: Collected): Promise<void> => {
    const { key, messages, updateId } = one;
    const taken = await attempt(deps.deliver(messages, updateId));
    if (taken?.status !== "rejected") {
      now = withHandedOn(now, one);
      recent.set(key, messages.reduce(joinAlbum, recent.get(key) ?? messages));
    } else {
      const tries = (failures.get(key) ?? 0) + 1;
      failures.set(key, tries);
      const isAside = tries >= MAX_TRIES && (await deps.putAside(messages, updateId, taken.reason));
      if (!isAside) throw taken.reason;
      now = withoutAlbum(now, one);
    }
    failures.delete(key);
  };

  /**
   * The album is closed first: messages that arrive later, also after a crash, are delivered
   * separately.
   */
  const handOn = (key: string) =>
    handing(async () => {
      if (!now.collected.some((one) => one.key === key)) return;
      now = withClosed(now, key);
      await keep();
      for (const one of now.collected) {
        if (one.key !== key || !one.isClosed) continue;
        await takeOn(one);
      }
      for (const old of [...recent.keys()].slice(0, -MAX_RECENT)) recent.delete(old);
      await keep();
    });
  const handOnLater = async (key: string, chat: number, ms: number): Promise<void> => {
    waits.get(key)?.abort();
    const wait = new AbortController();
    waits.set(key, wait);
    await pause(ms, AbortSignal.any([signal, wait.signal]));
    if (signal.aborted || wait.signal.aborted) return;
    // A message that is being retried blocks its chat, and the album.
    const work = async () => (signal.aborted ? undefined : handOn(key));
    const handed = await attempt(inLane(chat, work));
    if (handed?.status !== "rejected") return;
    onFailure(handed.reason);
    startTimer(key, chat, retryDelay(failures.get(key) ?? 1));
  };
  const startTimer = (key: string, chat: number, ms: number) => {
    const timer = handOnLater(key, chat, ms).finally(() => timers.delete(timer));
    timers.add(timer);
  };

  return {
    async add(msg, updateId) {
      if (isHandedOn(now, msg)) return;
      now = withMessage(now, msg, updateId);
      const kept = await attempt(keep());
      const isKept = kept?.status === "fulfilled";
      startTimer(keyOfAlbum(msg), msg.chat.id, isKept ? SILENCE_MS : REPEAT_MS);
      if (!isKept) throw kept?.reason;
    },
    async flush(chat) {
      for (const { key, messages } of now.collected)
        if (messages[0].chat.id === chat) await handOn(key);
    },
    async resume() {
      const text = await memory.get(KEY);
      now = text === undefined ? NO_ALBUMS : readAlbums(parseJson(text)?.value);
    },
    catchUp() {
      for (const { key, messages } of now.collected)
        if (!waits.has(key)) startTimer(key, messages[0].chat.id, SILENCE_MS);
    },
    withEdit(msg) {
      const key = keyOfAlbum(msg);
      const known = recent.get(key) ?? now.collected.find((one) => one.key === key)?.messages;
      if (!known?.some(({ message_id: id }) => id === msg.message_id)) return undefined;
      const album = joinAlbum(known, msg);
      if (recent.has(key)) recent.set(key, album);
      return album;
    },
    async close() {
      await Promise.all(timers);
      await keeping(async () => {});
    },
  };
}

const KEY = "albums";
