import { brokenAudio } from "./error.ts";

/** Sound as numbers, one channel. */
export interface Pcm {
  /** Samples a second. */
  readonly rate: number;
  readonly samples: Int16Array;
}

const RATES = { least: 4000, most: 192_000 };
const MAX_CHANNELS = 8;
const BITS = 16;

/**
 * A WAV file of 16 bits as one channel. Sizes that a program could not know when it began to
 * write mean "until the end". All else is `invalid`.
 */
export function readWav(data: Uint8Array): Pcm {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE")
    throw brokenAudio("it is not a WAV file");
  let format: Buffer | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const id = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, Math.min(at + 8 + size, file.length));
    if (id === "data") return toPcm(body, format);
    if (id === "fmt ") format = body;
    at += 8 + size + (size & 1);
  }
  throw brokenAudio("it contains no audio");
}

function toPcm(body: Buffer, format: Buffer | undefined): Pcm {
  if (!format || format.length < 16) throw brokenAudio("its format is missing");
  const channels = format.readUInt16LE(2);
  const rate = format.readUInt32LE(4);
  const bits = format.readUInt16LE(14);
  if (bits !== BITS) throw brokenAudio(`it has ${bits} bits per sample instead of ${BITS}`);
  if (channels < 1 || channels > MAX_CHANNELS) throw brokenAudio(`it has ${channels} channels`);
  if (rate < RATES.least || rate > RATES.most)
    throw brokenAudio(`it has ${rate} samples per second`);
  const count = Math.floor(body.length / 2 / channels);
  if (count === 0) throw brokenAudio("it is empty");
  const samples = new Int16Array(count);
  for (let at = 0; at < count; at += 1) samples[at] = meanAt(body, at, channels);
  return { rate, samples };
}

function meanAt(body: Buffer, at: number, channels: number): number {
  let sum = 0;
  for (let channel = 0; channel < channels; channel += 1)
    sum += body.readInt16LE(2 * (at * channels + channel));
  return Math.trunc(sum / channels);
}
