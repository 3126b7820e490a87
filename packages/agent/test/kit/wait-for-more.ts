import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 5;

/** Waits until a count has risen by `more`; at most `withinMs`. */
export async function waitForMore(
  count: () => number,
  { more, withinMs }: { readonly more: number; readonly withinMs: number },
): Promise<void> {
  const wanted = count() + more;
  const over = Date.now() + withinMs;
  while (count() < wanted && Date.now() < over) await sleep(LOOK_MS);
}
