import type { Pcm } from "./read-wav.ts";

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
