import { createInOrder } from "../../platform/serial-queue.ts";
import type { ChannelState } from "./channel-state.ts";
import { attempt } from "../../kernel/attempt.ts";

/** After so many tries an update or an album is put aside, and its chat goes on to others. */
export const MAX_TRIES = 6;

/** Updates that could not be taken in again and again: kept aside, so that others go on. */
export interface DeadLetters<Update> {
  /** Durable when it resolves: the updates may be acknowledged. Those of an album may share a number. */
  park(...updates: readonly Update[]): Promise<void>;
  /** Tries each once more; those that are taken in now are dropped. */
  retry(take: (update: Update) => Promise<void>): Promise<void>;
}

const KEY = "parked";

/**
 * Creates the store of a channel's dead letters. `nameOf` returns the same name for the same update; updates
 * are stored as JSON.
 */
export function createDeadLetters<Update>(
  memory: ChannelState,
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
    park: (...updates) =>
      inOrder(async () => {
        const again = new Set(updates.map(nameOf));
        const others = (await load()).filter((one) => !again.has(nameOf(one)));
        await keep([...others, ...updates]);
      }),
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
