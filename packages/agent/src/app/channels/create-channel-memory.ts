import type { Clock } from "../../kernel/clock.ts";
import type { Store } from "../../store/store.ts";
import type { ChannelState } from "../../channels/kit/channel-state.ts";

export interface ChannelMemoryDeps {
  readonly tenant: string;
  readonly channel: string;
  readonly clock: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_MS = 30 * DAY_MS;

/** Creates the store of a channel's state, in the home's data. */
export function createChannelMemory(
  store: Pick<Store, "commit" | "read">,
  { tenant, channel, clock }: ChannelMemoryDeps,
): ChannelState {
  let prunedAt = 0;
  return {
    get: (key) => store.read.channelState.get({ tenant, channel, key }),
    async set(key, value, of) {
      const at = clock.now();
      await store.commit("keep-surface-state", async (tx) => {
        const kept = {
          value,
          at: of?.isLasting ? Number.MAX_SAFE_INTEGER : at,
          externalId: of?.externalId,
        };
        await tx.channelState.put({ tenant, channel, key }, kept);
        if (at - prunedAt > DAY_MS) await tx.channelState.prune(at - RETENTION_MS);
      });
      if (at - prunedAt > DAY_MS) prunedAt = at;
    },
    async delete(key) {
      if ((await store.read.channelState.get({ tenant, channel, key })) === undefined) return;
      await store.commit("keep-surface-state", (tx) =>
        tx.channelState.remove({ tenant, channel, key }),
      );
    },
  };
}
