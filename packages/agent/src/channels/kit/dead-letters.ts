import { createInOrder } from "../../platform/serial-queue.ts";
import type { Log } from "../../platform/log.ts";
import type { ChannelState } from "./channel-state.ts";
import { attempt } from "../../kernel/attempt.ts";

/** After so many tries an update or an album is put aside, and its chat goes on to others. */
export const MAX_TRIES = 6;

/** Updates that could not be taken in again and again: kept aside, so that others go on. */
export interface DeadLetters<Update> {
  /**
   * True once it is durable: the updates may be acknowledged. False if even that fails: then the updates are
   * not at fault. Those of an album may share a number.
   */
  park(updates: readonly Update[], error: unknown): Promise<boolean>;
  /** Tries each once more; those that are taken in now are dropped. */
  retry(take: (update: Update) => Promise<void>): Promise<void>;
}

const KEY = "parked";

/**
 * Creates the store of a channel's dead letters. `nameOf` returns the same name for the same update; updates
 * are stored as JSON.
 */
export function createDeadLetters<Update>(
  { state: memory, log }: { readonly state: ChannelState; readonly log: Pick<Log, "error"> },
  nameOf: (update: Update) => string,
): DeadLetters<Update> {
  const inOrder = createInOrder();
  const load = async (): Promise<readonly Update[]> => {
    // The updates were written by this channel.
    const value: readonly Update[] = JSON.parse((await memory.get(KEY)) ?? "[]");
    return value;
  };
  const keep = async (updates: readonly Update[]) => {
    if (updates.length === 0) return memory.delete(KEY);
    await memory.set(KEY, JSON.stringify(updates));
  };
  const drop = (update: Update) =>
    inOrder(async () => keep((await load()).filter((one) => nameOf(one) !== nameOf(update))));
  return {
    async park(updates, error) {
      const names = updates.map(nameOf);
      const parked = await attempt(
        inOrder(async () => {
          const others = (await load()).filter((one) => !names.includes(nameOf(one)));
          await keep([...others, ...updates]);
        }),
      );
      if (parked.status === "rejected") return false;
      log.error("update was put aside", { update: names[0], error });
      return true;
    },
    // Nothing is held up meanwhile: what is taken in may hand on an album, which is put aside.
    async retry(take) {
      const tries = (await inOrder(load)).map(async (update) => {
        const taken = await attempt(take(update));
        if (taken?.status === "fulfilled") await drop(update);
      });
      await Promise.all(tries);
    },
  };
}
