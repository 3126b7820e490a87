import type { Message } from "grammy/types";
import { isRecord } from "../../../../kernel/text/json.ts";

/** Messages that were sent together, oldest first. */
export type Album = readonly [Message, ...Message[]];

/** A collected album that is ready to be delivered. */
export interface Collected {
  readonly key: string;
  readonly messages: Album;
  readonly updateId: number;
  /** The album is complete: no further message joins it. */
  readonly isClosed?: true;
}

/** Record of albums that survives a crash. */
export interface AlbumsRecord {
  readonly collected: readonly Collected[];
  /** Messages of delivered albums: any of them may arrive again. */
  readonly handedOn: readonly { readonly key: string; readonly ids: readonly number[] }[];
}

export const NO_ALBUMS: AlbumsRecord = { collected: [], handedOn: [] };

/** Number of albums to remember in order to recognize repeats. */
const MAX_HANDED_ON = 50;

export function keyOfAlbum({ chat, media_group_id: group }: Message): string {
  return `${chat.id}:${group}`;
}

/** Returns the album with a new message, or a new version of one. */
export function joinAlbum(album: Album, msg: Message): Album {
  const others = album.filter(({ message_id: id }) => id !== msg.message_id);
  const [first = msg, ...rest] = [...others, msg].toSorted(
    (one, other) => one.message_id - other.message_id,
  );
  return [first, ...rest];
}

/** Returns whether a message was delivered with its album. */
export function isHandedOn({ handedOn }: AlbumsRecord, msg: Message): boolean {
  const key = keyOfAlbum(msg);
  return handedOn.some((one) => one.key === key && one.ids.includes(msg.message_id));
}

/** Returns the record with one more message; a repeat changes nothing. */
export function withMessage(record: AlbumsRecord, msg: Message, updateId: number): AlbumsRecord {
  const { collected } = record;
  const key = keyOfAlbum(msg);
  const ofAlbum = collected.filter((one) => one.key === key);
  const isKnown = ({ messages }: Collected) =>
    messages.some(({ message_id: id }) => id === msg.message_id);
  if (ofAlbum.some(isKnown)) return record;
  const open = ofAlbum.find(({ isClosed }) => !isClosed);
  if (!open) return { ...record, collected: [...collected, { key, messages: [msg], updateId }] };
  const joined = { ...open, messages: joinAlbum(open.messages, msg), updateId };
  return { ...record, collected: collected.map((one) => (one === open ? joined : one)) };
}

/** Returns the record with an album closed. */
export function withClosed(record: AlbumsRecord, key: string): AlbumsRecord {
  const close = (one: Collected): Collected => (one.key === key ? { ...one, isClosed: true } : one);
  return { ...record, collected: record.collected.map(close) };
}

/**
 * Returns the record without a delivered album; its messages are remembered to recognize repeats.
 */
export function withHandedOn(record: AlbumsRecord, handed: Collected): AlbumsRecord {
  const { key, messages } = handed;
  const ids = messages.map(({ message_id: id }) => id);
  return {
    ...withoutAlbum(record, handed),
    handedOn: [...record.handedOn, { key, ids }].slice(-MAX_HANDED_ON),
  };
}

/** Removes an album that is stored elsewhere now. Its messages may arrive again. */
export function withoutAlbum(record: AlbumsRecord, album: Collected): AlbumsRecord {
  return { ...record, collected: record.collected.filter((one) => one !== album) };
}

/** Reads the stored record. Returns an empty one if another version wrote a different format. */
export function readAlbums(value: unknown): AlbumsRecord {
  return isAlbumsRecord(value) ? value : NO_ALBUMS;
}

/** We wrote it ourselves, so the shape is not checked further. */
function isAlbumsRecord(value: unknown): value is AlbumsRecord {
  return isRecord(value) && Array.isArray(value["collected"]) && Array.isArray(value["handedOn"]);
}
