import { oggCrc } from "./ogg-crc.ts";
import { countSamples } from "./opus-packet.ts";
import { brokenAudio, type OpusStream } from "./opus-stream.ts";

const HEAD_BYTES = 27;
const CHECKSUM = { at: 22, bytes: 4 };
const MAX_CHANNELS = 2;

interface Page {
  readonly granule: bigint;
  readonly serial: number;
  readonly lacing: Uint8Array;
  readonly body: Buffer;
  /** Where the next one begins. */
  readonly next: number;
}

/** Whether an Ogg file holds Opus: other sound, such as Vorbis, names itself in the same place. */
export function isOggOpus(data: Uint8Array): boolean {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 64));
  return head.includes("OpusHead");
}

/**
 * The recording in an Ogg file with Opus. Streams beside the first are left out; what is
 * broken, cut off or something else is `invalid`. It needs no more memory than a few times the file.
 */
export function demuxOgg(data: Uint8Array): OpusStream {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const { packets, granule } = readPackets(file);
  const [head, tags, ...audio] = packets;
  if (!head || !tags || head.length < 19 || head.toString("latin1", 0, 8) !== "OpusHead")
    throw brokenAudio("it is no Ogg file with Opus");
  const channels = head[9] ?? 0;
  if (channels < 1 || channels > MAX_CHANNELS) throw brokenAudio(`it has ${channels} channels`);
  const preSkip = head.readUInt16LE(10);
  return { channels, preSkip, packets: audio, samples: countPlayed(audio, { preSkip, granule }) };
}

/** What a last page says counts only as far as there are packets for it. */
function countPlayed(
  packets: readonly Uint8Array[],
  { preSkip, granule }: { preSkip: number; granule: bigint },
): number {
  const there = sumSamples(packets);
  const said = Number(granule);
  const end = said > preSkip && said < there ? said : there;
  const played = end - preSkip;
  if (played <= 0) throw brokenAudio("it is empty");
  return played;
}

/** How many samples packets hold. One that is none is `invalid`. */
export function sumSamples(packets: readonly Uint8Array[]): number {
  let sum = 0;
  for (const packet of packets) {
    const samples = countSamples(packet);
    if (samples === undefined) throw brokenAudio("a part of it is no Opus");
    sum += samples;
  }
  return sum;
}

function readPackets(file: Buffer) {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  let granule = 0n;
  let first: number | undefined;
  for (let at = 0; at < file.length;) {
    const page = readPage(file, at);
    at = page.next;
    first ??= page.serial;
    if (page.serial !== first) continue;
    if (page.granule > granule) granule = page.granule;
    let from = 0;
    for (const bytes of page.lacing) {
      parts.push(page.body.subarray(from, from + bytes));
      from += bytes;
      if (bytes === 255) continue;
      packets.push(join(parts));
      parts = [];
    }
  }
  if (parts.length > 0) throw brokenAudio("its end is missing");
  return { packets, granule };
}

function join(parts: readonly Buffer[]): Buffer {
  const [only, ...more] = parts;
  return only && more.length === 0 ? only : Buffer.concat(parts);
}

function readPage(file: Buffer, at: number): Page {
  if (file.toString("latin1", at, at + 4) !== "OggS") throw brokenAudio("it is no Ogg file");
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
