import { expect, test } from "vitest";
import { demuxOgg } from "./demux-ogg.ts";
import { muxOgg } from "./mux-ogg.ts";
import { joinStreams, type OpusStream } from "./opus-stream.ts";

/** Packets of 20 ms, told apart by a byte. */
function stream(marks: readonly number[]): OpusStream {
  const packets = marks.map((mark) => Buffer.of(0xf8, mark));
  return { channels: 1, preSkip: 312, packets, samples: packets.length * 960 - 312 };
}

test("joined recordings play one after the other, and all of it", () => {
  const joined = joinStreams([stream([1, 2]), stream([3]), stream([4, 5])]);
  expect(joined).toEqual(stream([1, 2, 3, 4, 5]));
  expect(demuxOgg(muxOgg(joined, { serial: 1 }))).toEqual(joined);
});

test("of no recordings nothing is made", () => {
  expect(() => joinStreams([])).toThrowError(RangeError);
});
