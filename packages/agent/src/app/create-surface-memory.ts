import type { Clock } from "../kernel/clock.ts";
import type { Store } from "../store/store.ts";
import type { SurfaceMemory } from "../surfaces/surface-memory.ts";

export interface SurfaceMemoryParts {
  readonly tenant: string;
  readonly surface: string;
  readonly clock: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
const KEEP_MS = 30 * DAY_MS;

/** What a surface keeps, in the home's data. */
export function createSurfaceMemory(
  store: Pick<Store, "commit" | "read">,
  { tenant, surface, clock }: SurfaceMemoryParts,
): SurfaceMemory {
  let prunedAt = 0;
  return {
    get: (key) => store.read.surfaceState.get({ tenant, surface, key }),
    async set(key, value, of) {
      const at = clock.now();
      await store.commit("keep-surface-state", async (tx) => {
        const kept = { value, at: of?.isLasting ? Number.MAX_SAFE_INTEGER : at, chat: of?.chat };
        await tx.surfaceState.put({ tenant, surface, key }, kept);
        if (at - prunedAt > DAY_MS) await tx.surfaceState.prune(at - KEEP_MS);
      });
      if (at - prunedAt > DAY_MS) prunedAt = at;
    },
    async delete(key) {
      if ((await store.read.surfaceState.get({ tenant, surface, key })) === undefined) return;
      await store.commit("keep-surface-state", (tx) =>
        tx.surfaceState.remove({ tenant, surface, key }),
      );
    },
  };
}
