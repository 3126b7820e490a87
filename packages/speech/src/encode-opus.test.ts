import { expect, test } from "vitest";
import { demuxOgg } from "./demux-ogg.ts";
import { drawWaveform, toPeaks } from "./draw-waveform.ts";
import { encodeOpus } from "./encode-opus.ts";
import { muxOgg } from "./mux-ogg.ts";
import { secondsOf } from "./opus-stream.ts";
import { readWav } from "./read-wav.ts";
import { resample } from "./encode-opus.ts";
import { makeTone, toWav } from "./testing/make-sound.ts";

const { signal } = new AbortController();

test.each([8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000])(
  "a second at %i samples a second is a second",
  async (rate) => {
    const stream = await encodeOpus(readWav(toWav(makeTone(1, { rate }))), { signal });
    expect(secondsOf(demuxOgg(muxOgg(stream, { serial: 1 })))).toBeCloseTo(1, 2);
  },
);

test("a voice note is drawn by how loud it is", async () => {
  const peaks = await drawWaveform(await encodeOpus(makeTone(2), { signal }));
  expect(peaks).toHaveLength(100);
  expect(Math.max(...peaks)).toBe(31);
  const [early, late] = [peaks.slice(0, 50), peaks.slice(50)].map((half) =>
    half.reduce((sum, peak) => sum + peak, 0),
  );
  expect(late).toBeGreaterThan(2 * (early ?? 0));
});

test.each([
  ["silence", [0, 0, 0], Array.from({ length: 100 }, () => 0)],
  ["nothing", [], Array.from({ length: 100 }, () => 0)],
  ["one moment", [5], Array.from({ length: 100 }, () => 31)],
  [
    "two moments",
    [1, 2],
    [...Array.from({ length: 50 }, () => 16), ...Array.from({ length: 50 }, () => 31)],
  ],
])("the waveform of %s", (_what, loudness, peaks) => {
  expect(toPeaks(loudness)).toEqual(peaks);
});

test("encoding that is cancelled stops", async () => {
  const aborted = AbortSignal.abort();
  await expect(encodeOpus(makeTone(1), { signal: aborted })).rejects.toMatchObject({
    code: "aborted",
  });
});

test("a long recording lets others run in between", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await encodeOpus(makeTone(20), { signal }).finally(() => clearInterval(timer));
  expect(turns).toBeGreaterThan(5);
});

test("several channels become one, and sizes that are not known yet are read to the end", () => {
  const samples = Int16Array.of(100, 300, -100, -300, 5);
  const wav = toWav({ rate: 8000, samples }, { channels: 2 });
  wav.writeUInt32LE(0xffffffff, 40);
  expect(readWav(wav)).toEqual({ rate: 8000, samples: Int16Array.of(200, -200) });
});

test.each([
  ["no WAV", Buffer.from("RIFF, but no more"), "it is not a WAV file"],
  [
    "no format",
    Buffer.from("RIFF\0\0\0\0WAVEdata\x04\0\0\0abcd", "latin1"),
    "its format is missing",
  ],
  ["no sound", toWav({ rate: 8000, samples: Int16Array.of() }), "it is empty"],
  [
    "no data",
    toWav({ rate: 8000, samples: Int16Array.of(1) }).subarray(0, 36),
    "it contains no audio",
  ],
  [
    "too few samples a second",
    toWav({ rate: 10, samples: Int16Array.of(1) }),
    "it has 10 samples per second",
  ],
  [
    "no channels",
    toWav({ rate: 8000, samples: Int16Array.of(1) }, { channels: 0 }),
    "it has 0 channels",
  ],
] as const)("a WAV file with %s is refused", (_what, data, why) => {
  expect(() => readWav(data)).toThrowError(
    expect.objectContaining({ code: "invalid", message: why }),
  );
});

test("a changed rate keeps the shape", () => {
  const ramp = { rate: 4000, samples: Int16Array.of(0, 100, 200, 300) };
  expect(resample(ramp, 8000)).toEqual({
    rate: 8000,
    samples: Int16Array.of(0, 50, 100, 150, 200, 250, 300, 300),
  });
  expect(resample(ramp, 4000)).toEqual(ramp);
});
