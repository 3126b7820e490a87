const FIRST_MS = 1000;
const MAX_MS = 60_000;

/** How long to rest after so many failures in a row, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), MAX_MS);
}
