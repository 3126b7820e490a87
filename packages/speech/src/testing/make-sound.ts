import type { Pcm } from "../read-wav.ts";

/** A tone that fades in, so that its waveform rises. */
export function makeTone(seconds: number, { rate = 24_000 } = {}): Pcm {
  const samples = Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) =>
    Math.round(Math.sin((at * 2 * Math.PI * 440) / rate) * 20_000 * (at / (seconds * rate))),
  );
  return { rate, samples };
}

/** A WAV file of 16 bits. */
export function toWav({ rate, samples }: Pcm, { channels = 1 } = {}): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
