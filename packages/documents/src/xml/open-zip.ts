import { inflateRawSync } from "node:zlib";
import { damaged, type Reading, refusal, tooMuch } from "../reading.ts";

/** Files in a ZIP; each is unpacked only on request. */
export interface Zip {
  readonly names: readonly string[];
  /** Unpacks a file; undefined where there is none of that name. */
  read(name: string): Buffer | undefined;
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

const MEGABYTE = 1024 * 1024;
const MAX_ENTRIES = 20_000;
/** Maximum unpacked size in bytes of one file, and of all requested files together. */
const MAX_ENTRY_BYTES = 64 * MEGABYTE;
const MAX_BYTES = 128 * MEGABYTE;
/** Maximum compression ratio; larger files packed more tightly are malicious. */
const MAX_RATIO = 250;
const SMALL_BYTES = MEGABYTE;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** Reads the directory of a ZIP. Throws an error for people if it is no ZIP, or too large. */
export function openZip(reading: Reading): Zip {
  const { data } = reading;
  const entries = new Map<string, Entry>();
  for (const entry of listEntries(reading))
    if (!entries.has(entry.name)) entries.set(entry.name, entry);
  let left = MAX_BYTES;

  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const packed = packedOf(entry, data) ?? refuseDamaged(reading);
      const content = unpack(entry, { packed, left, reading });
      left -= content.length;
      return content;
    },
  };
}

function refuseDamaged(reading: Reading): never {
  throw damaged(reading);
}

function* listEntries(reading: Reading): Generator<Entry> {
  const { data } = reading;
  const end = findEnd(data);
  if (end === undefined) throw damaged(reading);
  const count = data.readUInt16LE(end + 10);
  let at = data.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES || at > end) throw tooMuch(reading);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== CENTRAL) throw damaged(reading);
    const nameEnd = at + 46 + data.readUInt16LE(at + 28);
    yield {
      name: data.toString("utf8", at + 46, nameEnd).replaceAll("\\", "/"),
      flags: data.readUInt16LE(at + 8),
      method: data.readUInt16LE(at + 10),
      packedBytes: data.readUInt32LE(at + 20),
      offset: data.readUInt32LE(at + 42),
    };
    at = nameEnd + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
}

/** Finds the end of the directory, which is at the end of the file, before a comment. */
function findEnd(data: Buffer): number | undefined {
  const last = data.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1)
    if (data.readUInt32LE(at) === END) return at;
  return undefined;
}

function packedOf({ offset, packedBytes }: Entry, data: Buffer): Buffer | undefined {
  if (offset + 30 > data.length || data.readUInt32LE(offset) !== LOCAL) return undefined;
  const start = offset + 30 + data.readUInt16LE(offset + 26) + data.readUInt16LE(offset + 28);
  return start + packedBytes > data.length ? undefined : data.subarray(start, start + packedBytes);
}

interface Packed {
  readonly packed: Buffer;
  /** Number of bytes that may still be unpacked. */
  readonly left: number;
  readonly reading: Reading;
}

function unpack({ flags, method }: Entry, { packed, left, reading }: Packed): Buffer {
  if ((flags & ENCRYPTED) !== 0)
    throw refusal(reading, "is locked with a password", {
      why: "locked",
      hint: "Ask for the file without a password.",
    });
  const limit = Math.min(MAX_ENTRY_BYTES, left);
  if (method === STORED) {
    if (packed.length > limit) throw tooMuch(reading);
    return packed;
  }
  if (method !== DEFLATED) throw refusal(reading, "uses an unsupported compression method");
  const content = inflate(packed, limit, reading);
  if (content.length > SMALL_BYTES && content.length > MAX_RATIO * packed.length)
    throw tooMuch(reading);
  return content;
}

/** Unpacks data; zlib reports problems only by throwing. */
function inflate(packed: Buffer, limit: number, reading: Reading): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) });
  } catch (cause) {
    const isTooLarge =
      cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge ? tooMuch(reading) : damaged(reading, cause);
  }
}
