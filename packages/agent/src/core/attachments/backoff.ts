const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Nearly an hour together: a restart takes seconds, an outage minutes. */
const BACKOFFS = [
  SECOND,
  8 * SECOND,
  MINUTE,
  5 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
] as const;

/** After so many looks that came to nothing nobody tries any more, whatever is away. */
export const MAX_FAILED_READS: number = BACKOFFS.length + 1;

/** How long a message rests after `vain` looks that came to nothing, in milliseconds. */
export function backoffMs(vain: number): number {
  return BACKOFFS[vain - 1] ?? SECOND;
}
