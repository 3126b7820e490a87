import type { Message } from "grammy/types";
import { createInOrder } from "../../../platform/in-order.ts";
import { parseJson } from "../../../kernel/parse-json.ts";
import type { SurfaceMemory } from "../../surface-memory.ts";

/** Messages that were sent together, oldest first. */
export type Album = readonly [Message, ...Message[]];

/** Pictures that were sent together come as single messages: they are collected, and answered as one. */
export interface Albums {
  /** Keeps a message of an album; durable when it resolves. The album is handed on after a short silence. */
  add(msg: Message, updateId: number): Promise<void>;
  /** Hands on what is collected in a chat, before something else of it. */
  flush(chat: number): Promise<void>;
  /** Hands on what an earlier process had collected. */
  resume(): Promise<void>;
  /** The album that a message belongs to with this version of it; undefined where it is not known any more. */
  withEdit(msg: Message): Album | undefined;
  /** Resolves when nothing is under way; what was not handed on stays kept. */
  close(): Promise<void>;
}

export interface AlbumsParts {
  readonly memory: SurfaceMemory;
  /** Takes an album on; it is tried again where this rejects. */
  readonly deliver: (album: Album, updateId: number) => Promise<void>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

interface Collected {
  readonly messages: Album;
  readonly updateId: number;
}

/** Messages of an album come within milliseconds of each other. */
const SILENCE_MS = 600;
const AGAIN_MS = 2000;
/** So many albums are known for edits of them. */
const MOST_RECENT = 100;

export function createAlbums(parts: AlbumsParts): Albums {
  const { memory, deliver, pause, onFailure, signal } = parts;
  const open = new Map<string, Collected>();
  const recent = new Map<string, Album>();
  const inOrder = createInOrder();
  const flushing = createInOrder();
  const waits = new Map<string, AbortController>();
  const timers = new Set<Promise<void>>();

  const keep = () =>
    inOrder(async () => {
      if (open.size === 0) return memory.delete(KEY);
      await memory.set(KEY, JSON.stringify([...open]));
    });
  const handOn = (key: string) =>
    flushing(async () => {
      const album = open.get(key);
      if (!album) return;
      await deliver(album.messages, album.updateId);
      // What came meanwhile is handed on after a silence of its own.
      const later = without(open.get(key), album.messages);
      if (later) open.set(key, later);
      else open.delete(key);
      const known = recent.get(key);
      const handed = known ? album.messages.reduce<Album>(join, known) : album.messages;
      recent.set(key, handed);
      for (const old of [...recent.keys()].slice(0, -MOST_RECENT)) recent.delete(old);
      await keep();
    });
  const handOnLater = async (key: string, ms: number): Promise<void> => {
    waits.get(key)?.abort();
    const wait = new AbortController();
    waits.set(key, wait);
    await pause(ms, AbortSignal.any([signal, wait.signal]));
    if (signal.aborted || wait.signal.aborted) return;
    const [handed] = await Promise.allSettled([handOn(key)]);
    if (handed?.status !== "rejected") return;
    onFailure(handed.reason);
    startTimer(key, AGAIN_MS);
  };
  const startTimer = (key: string, ms: number) => {
    const timer = handOnLater(key, ms).finally(() => timers.delete(timer));
    timers.add(timer);
  };

  return {
    async add(msg, updateId) {
      const key = keyOf(msg);
      const before = open.get(key);
      const known = [...(before?.messages ?? []), ...(recent.get(key) ?? [])];
      const isKnown = known.some(({ message_id: id }) => id === msg.message_id);
      if (isKnown) return;
      open.set(key, { messages: join(before?.messages, msg), updateId });
      await keep();
      startTimer(key, SILENCE_MS);
    },
    async flush(chat) {
      for (const [key, { messages }] of open) if (messages[0].chat.id === chat) await handOn(key);
    },
    async resume() {
      const kept = readKept(await memory.get(KEY));
      for (const [key, album] of kept) {
        open.set(key, album);
        startTimer(key, SILENCE_MS);
      }
    },
    withEdit(msg) {
      const key = keyOf(msg);
      const known = recent.get(key) ?? open.get(key)?.messages;
      if (!known?.some(({ message_id: id }) => id === msg.message_id)) return undefined;
      const [first, ...rest] = known;
      const change = (one: Message) => (one.message_id === msg.message_id ? msg : one);
      const album: Album = [change(first), ...rest.map(change)];
      if (recent.has(key)) recent.set(key, album);
      return album;
    },
    async close() {
      await Promise.all(timers);
      await inOrder(async () => {});
    },
  };
}

const KEY = "albums";

function keyOf({ chat, media_group_id: group }: Message): string {
  return `${chat.id}:${group}`;
}

function join(before: Album | undefined, msg: Message): Album {
  if (!before) return [msg];
  const [first = msg, ...rest] = [...before, msg].toSorted(
    (one, other) => one.message_id - other.message_id,
  );
  return [first, ...rest];
}

/** What is left of what was collected. */
function without(collected: Collected | undefined, handed: Album): Collected | undefined {
  const numbers = new Set(handed.map(({ message_id: id }) => id));
  const left = collected?.messages.filter(({ message_id: id }) => !numbers.has(id)) ?? [];
  const [first, ...rest] = left;
  return collected && first && { ...collected, messages: [first, ...rest] };
}

function readKept(text: string | undefined): readonly (readonly [string, Collected])[] {
  const value: unknown = text === undefined ? [] : parseJson(text)?.value;
  return isKept(value) ? value : [];
}

/** It was written by ourselves; another version may have written it otherwise. */
function isKept(value: unknown): value is readonly (readonly [string, Collected])[] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2);
}
