import * as fc from "fast-check";
import { expect, test } from "vitest";
import { demuxWebm, measureWebm } from "./demux-webm.ts";
import { encodeOpus } from "./encode-opus.ts";
import { MAX_PACKETS } from "./packet-counter.ts";
import { makeTone } from "./testing/make-sound.ts";
import { muxWebm } from "./testing/mux-webm.ts";

const { signal } = new AbortController();
const broken = (what: string) => expect.objectContaining({ code: "invalid", message: what });

test("the packets of a file are what was put in", async () => {
  const stream = await encodeOpus(makeTone(1), { signal });
  const read = demuxWebm(muxWebm(stream));
  expect(read.packets.map((packet) => [...packet])).toEqual(
    stream.packets.map((packet) => [...packet]),
  );
  expect([read.channels, read.preSkip]).toEqual([1, stream.preSkip]);
  expect(read.samples).toBe(stream.packets.length * 960 - stream.preSkip);
});

test.each([
  ["nothing", Buffer.of(), "it is empty"],
  ["zeros", Buffer.alloc(100), "it is cut off"],
  [
    "a size beyond the end",
    Buffer.of(0x1a, 0x45, 0xdf, 0xa3, 0x10, 0xff, 0xff, 0xff),
    "its end is missing",
  ],
  [
    "a file of another codec",
    element(0x86, Buffer.from("A_VORBIS")),
    "it is not a WebM file with Opus",
  ],
  [
    "laced blocks",
    element(0xa3, Buffer.of(0x81, 0, 0, 0x86, 1)),
    "its blocks use lacing, which is not supported",
  ],
  [
    "a block without a packet, whatever follows it",
    Buffer.concat([element(0xa3, Buffer.of(0x81, 0, 0, 0)), Buffer.of(0)]),
    "a part of it is not Opus",
  ],
  ["a block without flags", element(0xa3, Buffer.of(0x81, 0)), "it is cut off"],
] as const)("%s is refused", (_what, data, why) => {
  expect(() => demuxWebm(data)).toThrowError(broken(why));
});

test("more packets than any recording has are refused before the rest is read", () => {
  const block = element(0xa3, Buffer.of(0x81, 0, 0, 0, 0xe0));
  const file = Buffer.alloc((MAX_PACKETS + 1) * block.length + 1, block);
  expect(() => measureWebm(file)).toThrowError(broken("it has more than 1500000 parts"));
});

test("how long a recording is, is told without it", async () => {
  const file = muxWebm(await encodeOpus(makeTone(0.4), { signal }));
  const { packets: _packets, ...length } = demuxWebm(file);
  expect(measureWebm(file)).toEqual(length);
});

test("elements inside of elements without an end do not exhaust the stack", () => {
  const nested = Buffer.concat(
    Array.from({ length: 200_000 }, () => Buffer.of(0x18, 0x53, 0x80, 0x67, 0xff)),
  );
  expect(() => demuxWebm(nested)).toThrowError(broken("its parts are nested too deeply"));
});

test("thousands of mutations are refused or read, and nothing else happens", async () => {
  const whole = muxWebm(await encodeOpus(makeTone(0.4), { signal }));
  let refused = 0;
  const read = (file: Buffer) => {
    try {
      const { packets, samples } = demuxWebm(file);
      expect(packets.reduce((all, { length }) => all + length, 0)).toBeLessThanOrEqual(file.length);
      expect(samples).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({ name: "AudioError", code: "invalid" });
      refused += 1;
    }
  };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      fc.nat(whole.length),
      fc.boolean(),
      (changes, end, isCut) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of changes) changed[at] = byte;
        read(isCut ? changed.subarray(0, end) : changed);
      },
    ),
    { numRuns: 5000 },
  );
  expect(refused).toBeGreaterThan(2000);
});

function element(id: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.of(id, 0x80 + body.length), body]);
}
