import { oggCrc } from "./ogg-crc.ts";
import { countSamples } from "./opus-packet.ts";
import type { OpusStream } from "./opus-stream.ts";

const HEAD_BYTES = 27;
const MAX_SEGMENTS = 255;
/** A page a second: players seek by pages. */
const PACKETS_OF_PAGE = 50;
const VENDOR = "reeve";

const FIRST = 2;
const LAST = 4;

interface Page {
  readonly packets: readonly Uint8Array[];
  /** Samples until the end of its last packet. */
  readonly granule: number;
  readonly flags: number;
}

/** An Ogg file of Opus packets (RFC 7845). Every packet has to be one, and there has to be one. */
export function muxOgg(stream: OpusStream, { serial }: { serial: number }): Buffer {
  const pages: Page[] = [
    { packets: [opusHead(stream)], granule: 0, flags: FIRST },
    { packets: [opusTags()], granule: 0, flags: 0 },
    ...audioPages(stream),
  ];
  return Buffer.concat(pages.map((page, at) => toBytes(page, { serial, number: at })));
}

function audioPages({ packets, preSkip, samples }: OpusStream): readonly Page[] {
  const pages: Page[] = [];
  const end = preSkip + samples;
  let granule = 0;
  let current: Uint8Array[] = [];
  let segments = 0;
  const close = (flags: number) => {
    pages.push({ packets: current, granule: flags === LAST ? end : granule, flags });
    current = [];
    segments = 0;
  };
  for (const packet of packets) {
    const needed = Math.floor(packet.length / 255) + 1;
    if (segments + needed > MAX_SEGMENTS || current.length >= PACKETS_OF_PAGE) close(0);
    granule += countSamples(packet) ?? 0;
    current.push(packet);
    segments += needed;
  }
  close(LAST);
  return pages;
}

function toBytes(
  { packets, granule, flags }: Page,
  { serial, number }: { serial: number; number: number },
): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write("OggS", "latin1");
  head[5] = flags;
  head.writeBigInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(number, 18);
  head[26] = lacing.length;
  const page = Buffer.concat([head, Buffer.from(lacing), ...packets]);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

function opusHead({ channels, preSkip }: OpusStream): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  return head;
}

function opusTags(): Buffer {
  const tags = Buffer.alloc(16 + VENDOR.length);
  tags.write("OpusTags", "latin1");
  tags.writeUInt32LE(VENDOR.length, 8);
  tags.write(VENDOR, 12, "latin1");
  return tags;
}
