import { brokenAudio } from "./error.ts";
import type { OpusLength, OpusStream } from "./opus-stream.ts";
import { createPacketCounter, type PacketCounter } from "./packet-counter.ts";

const ID = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  codec: 0x86,
  codecPrivate: 0x63a2,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Elements that contain relevant elements. */
const MASTERS: ReadonlySet<number> = new Set([
  ID.segment,
  ID.cluster,
  ID.tracks,
  ID.track,
  ID.group,
]);

/** Maximum nesting depth. A block is three levels deep; deeper files are malicious. */
const MAX_DEPTH = 6;

/** Samples that Opus encoders usually put in front, for files that do not say. */
const USUAL_PRE_SKIP = 312;
const MAX_CHANNELS = 2;
const LACING = 0x06;

interface Found {
  readonly counter: PacketCounter;
  readonly take: ((packet: Buffer) => void) | undefined;
  codec?: string;
  head?: Buffer;
  track?: number;
}

/**
 * Reads the recording from a WebM file with one Opus track, without lacing; throws `invalid` for
 * everything else. Allocates an object per packet, unlike `measureWebm`.
 */
export function demuxWebm(data: Uint8Array): OpusStream {
  const packets: Buffer[] = [];
  const length = readWebm(data, (packet) => packets.push(packet));
  return { ...length, packets };
}

/**
 * Returns the length of the recording in a WebM file; throws `invalid` where `demuxWebm` does.
 * Stores nothing of the file.
 */
export function measureWebm(data: Uint8Array): OpusLength {
  return readWebm(data);
}

function readWebm(data: Uint8Array, take?: (packet: Buffer) => void): OpusLength {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const found: Found = { counter: createPacketCounter(), take };
  readElements(file, found, { from: 0, end: file.length, depth: 0 });
  const { counter, head } = found;
  const isHead = head !== undefined && head.length >= 12;
  const preSkip = isHead ? head.readUInt16LE(10) : USUAL_PRE_SKIP;
  const channels = isHead ? (head[9] ?? 1) : 1;
  if (channels < 1 || channels > MAX_CHANNELS) throw brokenAudio(`it has ${channels} channels`);
  const samples = counter.samples - preSkip;
  if (samples <= 0) throw brokenAudio("it is empty");
  return { channels, preSkip, samples };
}

interface Range {
  readonly from: number;
  readonly end: number;
  readonly depth: number;
}

function readElements(file: Buffer, found: Found, { from, end, depth }: Range): void {
  if (depth > MAX_DEPTH) throw brokenAudio("its parts are nested too deeply");
  for (let at = from; at < end;) {
    const id = readNumber(file, at, { end, keepsMark: true });
    const size = readNumber(file, id.next, { end, keepsMark: false });
    const bodyEnd = size.isUnknown ? end : size.next + size.value;
    if (bodyEnd > end) throw brokenAudio("its end is missing");
    if (MASTERS.has(id.value))
      readElements(file, found, { from: size.next, end: bodyEnd, depth: depth + 1 });
    else readLeaf(file.subarray(size.next, bodyEnd), id.value, found);
    at = bodyEnd;
  }
}

function readLeaf(body: Buffer, id: number, found: Found): void {
  switch (id) {
    case ID.codec:
      found.codec ??= body.toString("latin1").replace(/\0+$/, "");
      if (found.codec !== "A_OPUS") throw brokenAudio("it is not a WebM file with Opus");
      return;
    case ID.codecPrivate:
      found.head ??= body;
      return;
    case ID.trackNumber:
      found.track ??= body.length > 0 && body.length <= 6 ? body.readUIntBE(0, body.length) : 0;
      return;
    case ID.block:
    case ID.simpleBlock:
      readBlock(body, found);
      return;
    default:
  }
}

function readBlock(body: Buffer, found: Found): void {
  const track = readNumber(body, 0, { end: body.length, keepsMark: false });
  const flags = body[track.next + 2];
  if (flags === undefined) throw brokenAudio("it is cut off");
  if (found.track !== undefined && track.value !== found.track) return;
  if ((flags & LACING) !== 0) throw brokenAudio("its blocks use lacing, which is not supported");
  const packet = body.subarray(track.next + 3);
  found.counter.add(packet);
  found.take?.(packet);
}

interface ReadNumber {
  readonly value: number;
  readonly next: number;
  /** Whether the size is unknown: the element ends with its parent. */
  readonly isUnknown: boolean;
}

/** Reads a number whose leading zeros give its length. Ids keep the marker bit after them. */
function readNumber(
  file: Buffer,
  at: number,
  { end, keepsMark }: { end: number; keepsMark: boolean },
): ReadNumber {
  const first = file[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > end) throw brokenAudio("it is cut off");
  const rest = first & (0xff >> length);
  let value = keepsMark ? first : rest;
  let isUnknown = rest === 0xff >> length;
  for (let more = 1; more < length; more += 1) {
    const byte = file[at + more] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, next: at + length, isUnknown };
}
