import * as fc from "fast-check";
import { expect, test } from "vitest";
import { demuxOgg, measureOgg } from "./demux-ogg.ts";
import { encodeOpus } from "./encode-opus.ts";
import { muxOgg } from "./mux-ogg.ts";
import { countSamples } from "./opus-packet.ts";
import { oggCrc } from "./ogg-crc.ts";
import type { OpusStream } from "./opus-stream.ts";
import { MAX_PACKETS } from "./packet-counter.ts";
import { makeTone } from "./testing/make-sound.ts";

const { signal } = new AbortController();
const serial = 42;
const broken = (what: string) => expect.objectContaining({ code: "invalid", message: what });

function sum(packets: readonly Uint8Array[]): number {
  return packets.reduce((all, packet) => all + (countSamples(packet) ?? 0), 0);
}

const packet = fc
  .tuple(fc.constantFrom(0x08, 0x48, 0x78, 0xf8, 0xfc), fc.uint8Array({ maxLength: 1200 }))
  .map(([toc, rest]) => Uint8Array.of(toc, ...rest));

test("what is muxed is demuxed, whatever the packets are", () => {
  fc.assert(
    fc.property(
      fc.array(packet, { minLength: 1, maxLength: 200 }),
      fc.constantFrom(1, 2),
      fc.nat(100),
      (packets, channels, cut) => {
        const all = sum(packets);
        const preSkip = Math.min(312, all - 1);
        const samples = Math.max(1, all - preSkip - cut);
        const stream: OpusStream = { channels, preSkip, packets, samples };
        const read = demuxOgg(muxOgg(stream, { serial }));
        expect({ ...read, packets: read.packets.map((one) => [...one]) }).toEqual({
          ...stream,
          packets: packets.map((one) => [...one]),
        });
      },
    ),
    { numRuns: 200 },
  );
});

test("a last page that claims more than there is does not make it longer", () => {
  const file = muxOgg(
    { channels: 1, preSkip: 312, packets: [Uint8Array.of(0xf8, 1)], samples: 500 },
    { serial },
  );
  const last = file.lastIndexOf("OggS");
  file.writeBigInt64LE(2n ** 62n, last + 6);
  file.writeUInt32LE(0, last + 22);
  file.writeUInt32LE(oggCrc(file.subarray(last)), last + 22);
  expect(demuxOgg(file).samples).toBe(960 - 312);
});

test("other streams in the same file are left out", () => {
  const [one, other] = [1, 2].map((number) =>
    muxOgg(
      { channels: number, preSkip: 0, packets: [Uint8Array.of(0xf8, number)], samples: 960 },
      { serial: number },
    ),
  );
  expect(demuxOgg(Buffer.concat([one ?? Buffer.of(), other ?? Buffer.of()]))).toEqual({
    channels: 1,
    preSkip: 0,
    packets: [Buffer.of(0xf8, 1)],
    samples: 960,
  });
});

test.each([
  ["nothing", Buffer.of(), "it is not an Ogg file with Opus"],
  ["a text", Buffer.from("hello, this is no sound at all"), "it is not an Ogg file"],
  ["a piece of a page", Buffer.from("OggS\0\x02"), "its end is missing"],
] as const)("%s is refused", (_what, data, why) => {
  expect(() => demuxOgg(data)).toThrowError(broken(why));
});

test("each cut and each changed byte of a voice note is refused or read, and nothing else happens", async () => {
  const whole = muxOgg(await encodeOpus(makeTone(0.5), { signal }), { serial });
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const read = (file: Buffer) => {
    try {
      const { packets, samples } = demuxOgg(file);
      expect(samples).toBeLessThanOrEqual(sum(packets));
      count("read");
    } catch (error) {
      expect(error).toMatchObject({ name: "AudioError", code: "invalid" });
      count("refused");
    }
  };
  for (let end = 0; end < whole.length; end += 1) read(whole.subarray(0, end));
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    read(changed);
  }
  expect(Object.fromEntries(outcomes)).toEqual({ refused: 2 * whole.length });
});

test("a file with right checksums and hostile contents is refused without harm", () => {
  const random = fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(random, fc.nat(255), fc.integer(), (bodies, flags, granule) => {
      const pages = bodies.map((body, at) => {
        const lacing = Array.from(body.subarray(0, Math.min(255, body.length >> 1)));
        const size = lacing.reduce((all, one) => all + one, 0);
        const head = Buffer.alloc(27);
        head.write("OggS", "latin1");
        head[5] = flags;
        head.writeBigInt64LE(BigInt(granule), 6);
        head.writeUInt32LE(1, 14);
        head[26] = lacing.length;
        const start = at === 0 ? Buffer.from("OpusHead\x01\x01\x38\x01") : Buffer.of();
        const page = Buffer.concat([head, Buffer.from(lacing), start, Buffer.alloc(size, body)]);
        const cut = page.subarray(0, 27 + lacing.length + size);
        cut.writeUInt32LE(oggCrc(cut), 22);
        return cut;
      });
      try {
        demuxOgg(Buffer.concat(pages));
      } catch (error) {
        expect(error).toMatchObject({ name: "AudioError", code: "invalid" });
      }
    }),
    { numRuns: 3000 },
  );
});

/** A page of packets that each have so many bytes, all of them 0xe0: 2.5 ms. */
function pageOf(sizes: readonly number[]): Buffer {
  const head = Buffer.alloc(27);
  head.write("OggS", "latin1");
  head[26] = sizes.length;
  const size = sizes.reduce((all, one) => all + one, 0);
  const page = Buffer.concat([head, Buffer.from(sizes), Buffer.alloc(size, 0xe0)]);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

const START = muxOgg({ channels: 1, preSkip: 0, packets: [], samples: 0 }, { serial: 0 });
const times = (count: number, page: Buffer) => Array.from({ length: count }, () => page);

test.each([
  ["nothing", Array.from({ length: 255 }, () => 0)],
  ["nothing after something", [1, 1, 0]],
])("packets of %s are refused before the rest is read", (_what, sizes) => {
  const file = Buffer.concat([START, pageOf(sizes), Buffer.from("this is no page")]);
  expect(() => demuxOgg(file)).toThrowError(broken("a part of it is not Opus"));
});

test("more packets than any recording has are refused before the rest is read", () => {
  const enough = Math.floor(MAX_PACKETS / 255) + 1;
  const pages = times(enough, pageOf(Array.from({ length: 255 }, () => 1)));
  const file = Buffer.concat([START, ...pages, Buffer.from("this is no page")]);
  expect(() => measureOgg(file)).toThrowError(broken("it has more than 1500000 parts"));
});

test("a packet that never ends is refused", () => {
  const file = Buffer.concat([
    START,
    ...times(300, pageOf(Array.from({ length: 255 }, () => 255))),
  ]);
  expect(() => demuxOgg(file)).toThrowError(broken("its end is missing"));
});

test("how long a recording is, is told without it", async () => {
  const file = muxOgg(await encodeOpus(makeTone(0.5), { signal }), { serial });
  const { packets: _packets, ...length } = demuxOgg(file);
  expect(measureOgg(file)).toEqual(length);
  expect(() => measureOgg(file.subarray(0, -1))).toThrowError(broken("its end is missing"));
});
