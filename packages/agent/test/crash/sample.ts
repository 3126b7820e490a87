/** Returns the seed of this run: `REEVE_SEED`, or the day's number of minutes, so that runs differ. */
export function seedFromEnvironment(): number {
  const given = Number(process.env["REEVE_SEED"]);
  return Number.isInteger(given) && given > 0 ? given : Math.floor(Date.now() / 60_000);
}

/** `size` of the items in an order that depends on the seed alone. */
export function sampleOf<Item>(
  items: readonly Item[],
  { seed, size }: { seed: number; size: number },
): readonly Item[] {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, size)
    .map(({ item }) => item);
}

/** Numbers in [0, 1) from a seed: mulberry32, by Tommy Ettinger. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
