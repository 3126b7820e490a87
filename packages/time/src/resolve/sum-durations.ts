import type { Length, Unit } from "../read/mark.ts";

const SIZES: Partial<Readonly<Record<Unit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

/** Lengths of time together, in milliseconds; undefined where one has no fixed length, as a month has none. */
export function sumDurations(lengths: readonly Length[]): number | undefined {
  let sum = 0;
  for (const { count, unit } of lengths) {
    const size = SIZES[unit];
    if (size === undefined) return undefined;
    sum += count * size;
  }
  return sum;
}
