/** Opus counts in samples of 48 kHz, whatever a recording was made with. */
export const OPUS_RATE = 48_000;

/** How long the frames of a packet are, by its configuration (RFC 6716, 3.1). */
const SILK = [480, 960, 1920, 2880];
const HYBRID = [480, 960];
const CELT = [120, 240, 480, 960];

/** No packet is longer than 120 ms. */
const MAX_SAMPLES = 5760;

/** How many samples a packet holds; undefined where it is none. */
export function countSamples(packet: Uint8Array): number | undefined {
  const [toc, count = 0] = packet;
  if (toc === undefined) return undefined;
  const frame = frameSamples(toc >> 3);
  const samples = frame * countFrames(toc & 3, count);
  return samples > 0 && samples <= MAX_SAMPLES ? samples : undefined;
}

function frameSamples(config: number): number {
  if (config < 12) return SILK[config & 3] ?? 0;
  if (config < 16) return HYBRID[config & 1] ?? 0;
  return CELT[config & 3] ?? 0;
}

function countFrames(code: number, count: number): number {
  if (code === 0) return 1;
  return code < 3 ? 2 : count & 63;
}
