import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Size in megabytes of each half of a young heap. */
const HALF_MB = 4;
const HALF_BYTES = HALF_MB * 1024 * 1024;
/**
 * Number of objects: survivors of garbage collections make a young heap double, and this is too few for two
 * doublings.
 */
const OBJECTS = 10_000;
const ROUNDS = 200;

/**
 * Percentage by which an old heap may exceed its live size after the last collection. 25 would save a busy
 * agent some 20 MB, and cost it a tenth more CPU time.
 */
const GROWING_PERCENT = 100;

/**
 * Keeps the memory of an agent in proportion to what it holds. Left alone, V8 gives the main thread a
 * young heap of 64 MB under load, and lets the old one grow to a multiple of what is alive in it before it looks.
 * With a smaller young heap than this, what is needed for a moment would outlive it and fill the old one.
 *
 * For all threads of the process. Call it first: what has grown stays, and loading code makes it grow.
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  const alive: object[] = [];
  for (let round = 0; round < ROUNDS && halfBytes() < HALF_BYTES; round++)
    alive.push(Array.from({ length: OBJECTS }, (_, index) => ({ index })));
  setFlagsFromString("--semi-space-growth-factor=1");
  // New threads start with this value.
  setFlagsFromString(`--min-semi-space-size=${HALF_MB}`);
}

function halfBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return (young?.space_size ?? Infinity) / 2;
}
