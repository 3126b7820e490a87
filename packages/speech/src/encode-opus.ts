import { setImmediate as turnOfLoop } from "node:timers/promises";
import { AudioError } from "./error.ts";
import { OPUS_RATE } from "./opus-packet.ts";
import type { OpusStream } from "./opus-stream.ts";
import type { Pcm } from "./read-wav.ts";

const OWN_RATES: readonly number[] = [8000, 12_000, 16_000, 24_000, OPUS_RATE];
const FRAMES_A_SECOND = 50;
/** Bit rate for clear speech, as messengers use it. */
const BITS_A_SECOND = 32_000;
/** Number of frames encoded before yielding to other work: about 10 ms. */
const FRAMES_AT_ONCE = 50;

const SET_BITRATE = 4002;
const GET_LOOKAHEAD = 4027;

/** Encodes speech. Yields to other work in between, and stops when `signal` aborts. */
export async function encodeOpus(
  sound: Pcm,
  { signal }: { signal: AbortSignal },
): Promise<OpusStream> {
  const { Encoder } = await import("@evan/opus/wasm/index.mjs");
  const { rate, samples } = OWN_RATES.includes(sound.rate) ? sound : resample(sound, OPUS_RATE);
  const encoder = new Encoder({ channels: 1, sample_rate: rate, application: "voip" });
  try {
    encoder.ctl(SET_BITRATE, BITS_A_SECOND);
    const lookahead = encoder.ctl(GET_LOOKAHEAD);
    const size = rate / FRAMES_A_SECOND;
    const frames = Math.ceil((samples.length + lookahead) / size);
    const packets: Uint8Array[] = [];
    for (let at = 0; at < frames; at += 1) {
      if (at % FRAMES_AT_ONCE === 0) await turnOfLoop();
      if (signal.aborted) throw new AudioError("aborted", "encoding was cancelled");
      const frame = new Int16Array(size);
      frame.set(samples.subarray(at * size, (at + 1) * size));
      packets.push(encoder.encode(frame));
    }
    const scale = OPUS_RATE / rate;
    return {
      channels: 1,
      preSkip: lookahead * scale,
      packets,
      samples: samples.length * scale,
    };
  } finally {
    encoder.drop();
  }
}

/** The same sound with another number of samples a second, in between on a straight line. */
export function resample({ rate, samples }: Pcm, wanted: number): Pcm {
  if (rate === wanted) return { rate, samples };
  const result = new Int16Array(Math.max(1, Math.floor((samples.length * wanted) / rate)));
  for (let at = 0; at < result.length; at += 1) {
    const exact = (at * rate) / wanted;
    const before = Math.floor(exact);
    const one = samples[before] ?? 0;
    const other = samples[before + 1] ?? one;
    result[at] = Math.round(one + (other - one) * (exact - before));
  }
  return { rate: wanted, samples: result };
}
