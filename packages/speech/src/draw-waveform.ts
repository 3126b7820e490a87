import type { OpusStream } from "./opus-stream.ts";

const PEAKS = 100;
const LOUDEST = 31;
/** The decoder's buffer. */
const MAX_PACKET_BYTES = 8192;
/** Enough to hear how loud it is. */
const RATE = 8000;

/** A hundred peaks from 0 to 31, the loudest of them 31, as messengers draw a voice note; all 0 for silence. */
export async function drawWaveform({ packets, channels }: OpusStream): Promise<readonly number[]> {
  const { Decoder } = await import("@evan/opus/wasm/index.mjs");
  const decoder = new Decoder({ channels: channels === 2 ? 2 : 1, sample_rate: RATE });
  try {
    const loudness = packets.map((packet) =>
      packet.length > MAX_PACKET_BYTES ? 0 : peakOf(decoder.decode(packet)),
    );
    return toPeaks(loudness);
  } finally {
    decoder.drop();
  }
}

function peakOf(sound: Uint8Array): number {
  const view = new DataView(sound.buffer, sound.byteOffset, sound.byteLength);
  let peak = 0;
  for (let at = 0; at + 1 < sound.byteLength; at += 2)
    peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
  return peak;
}

/** Brings loudness of any number of moments to a hundred. */
export function toPeaks(loudness: readonly number[]): readonly number[] {
  const loudest = loudness.reduce((most, one) => Math.max(most, one), 1);
  return Array.from({ length: PEAKS }, (_, at) => {
    const from = Math.floor((at * loudness.length) / PEAKS);
    const to = Math.max(from + 1, Math.floor(((at + 1) * loudness.length) / PEAKS));
    const peak = loudness.slice(from, to).reduce((most, one) => Math.max(most, one), 0);
    return Math.round((peak / loudest) * LOUDEST);
  });
}
