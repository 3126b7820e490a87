import { oggCrc } from "./ogg-crc.ts";
import { brokenAudio } from "./error.ts";
import type { OpusLength, OpusStream } from "./opus-stream.ts";
import { createPacketCounter, type PacketCounter } from "./packet-counter.ts";

const HEAD_BYTES = 27;
const CHECKSUM = { at: 22, bytes: 4 };
const MAX_CHANNELS = 2;

interface Page {
  readonly granule: bigint;
  readonly serial: number;
  readonly lacing: Uint8Array;
  readonly body: Buffer;
  /** Offset of the next page. */
  readonly next: number;
}

/**
 * Returns whether an Ogg file holds Opus: other codecs, such as Vorbis, have their names in the
 * same place.
 */
export function isOggOpus(data: Uint8Array): boolean {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 64));
  return head.includes("OpusHead");
}

/**
 * Reads the recording from an Ogg file with Opus. Ignores streams other than the first; throws
 * `invalid` for damaged, truncated or other files. Allocates an object per packet, unlike
 * `measureOgg`.
 */
export function demuxOgg(data: Uint8Array): OpusStream {
  const packets: Buffer[] = [];
  const length = readOgg(data, (packet) => packets.push(packet));
  return { ...length, packets };
}

/**
 * Returns the length of the recording in an Ogg file with Opus; throws `invalid` where `demuxOgg`
 * does. Stores nothing of the file.
 */
export function measureOgg(data: Uint8Array): OpusLength {
  return readOgg(data);
}

interface Reading {
  readonly counter: PacketCounter;
  readonly take: ((packet: Buffer) => void) | undefined;
  head?: Buffer;
  tags?: Buffer;
  granule: bigint;
}

function readOgg(data: Uint8Array, take?: (packet: Buffer) => void): OpusLength {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const reading: Reading = { counter: createPacketCounter(), take, granule: 0n };
  readPackets(file, reading);
  const { head, tags, counter, granule } = reading;
  if (!head || !tags) throw noOpus();
  const preSkip = head.readUInt16LE(10);
  const samples = countPlayed(counter, { preSkip, granule });
  return { channels: channelsOf(head), preSkip, samples };
}

function noOpus() {
  return brokenAudio("it is not an Ogg file with Opus");
}

function channelsOf(head: Buffer): number {
  const channels = head[9] ?? 0;
  if (channels < 1 || channels > MAX_CHANNELS) throw brokenAudio(`it has ${channels} channels`);
  return channels;
}

/** The position in the last page counts only as far as there are packets for it. */
function countPlayed(
  { samples: there }: PacketCounter,
  { preSkip, granule }: { preSkip: number; granule: bigint },
): number {
  const said = Number(granule);
  const end = said > preSkip && said < there ? said : there;
  const played = end - preSkip;
  if (played <= 0) throw brokenAudio("it is empty");
  return played;
}

function readPackets(file: Buffer, reading: Reading): void {
  let parts: Buffer[] = [];
  let first: number | undefined;
  for (let at = 0; at < file.length;) {
    const page = readPage(file, at);
    at = page.next;
    first ??= page.serial;
    if (page.serial !== first) continue;
    if (page.granule > reading.granule) reading.granule = page.granule;
    let from = 0;
    for (const bytes of page.lacing) {
      parts.push(page.body.subarray(from, from + bytes));
      from += bytes;
      if (bytes === 255) continue;
      readPacket(join(parts), reading);
      parts = [];
    }
  }
  if (parts.length > 0) throw brokenAudio("its end is missing");
}

/** The first packet contains the format, the second the encoder. */
function readPacket(packet: Buffer, reading: Reading): void {
  if (!reading.head) {
    if (packet.length < 19 || packet.toString("latin1", 0, 8) !== "OpusHead") throw noOpus();
    reading.head = packet;
    return;
  }
  if (!reading.tags) {
    reading.tags = packet;
    return;
  }
  reading.counter.add(packet);
  reading.take?.(packet);
}

function join(parts: readonly Buffer[]): Buffer {
  const [only, ...more] = parts;
  return only && more.length === 0 ? only : Buffer.concat(parts);
}

function readPage(file: Buffer, at: number): Page {
  if (file.toString("latin1", at, at + 4) !== "OggS") throw brokenAudio("it is not an Ogg file");
  if (at + HEAD_BYTES > file.length) throw brokenAudio("its end is missing");
  const segments = file[at + 26] ?? 0;
  const lacingAt = at + HEAD_BYTES;
  const bodyAt = lacingAt + segments;
  const lacing = file.subarray(lacingAt, bodyAt);
  const next = bodyAt + lacing.reduce((sum, bytes) => sum + bytes, 0);
  if (next > file.length) throw brokenAudio("its end is missing");
  checkSum(file.subarray(at, next));
  return {
    granule: file.readBigInt64LE(at + 6),
    serial: file.readUInt32LE(at + 14),
    lacing,
    body: file.subarray(bodyAt, next),
    next,
  };
}

function checkSum(page: Buffer): void {
  const bare = Buffer.from(page);
  bare.fill(0, CHECKSUM.at, CHECKSUM.at + CHECKSUM.bytes);
  if (oggCrc(bare) !== page.readUInt32LE(CHECKSUM.at)) throw brokenAudio("a part of it is damaged");
}
