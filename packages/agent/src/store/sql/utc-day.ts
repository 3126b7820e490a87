/** Returns the day of a moment by UTC, `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns the first day that a moment can have in a time zone. */
export function firstDay(at: number): string {
  return utcDay(at - DAY_MS);
}

/** Returns the last day that a moment can have in a time zone. */
export function lastDay(at: number): string {
  return utcDay(at + DAY_MS);
}

const DAY_MS = 86_400_000;
