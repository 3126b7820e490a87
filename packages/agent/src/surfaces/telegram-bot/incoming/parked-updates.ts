import type { Update } from "grammy/types";
import { createInOrder } from "../../../platform/in-order.ts";
import { parseJson } from "../../../kernel/parse-json.ts";
import type { SurfaceMemory } from "../../surface-memory.ts";

/** Updates that could not be taken in again and again: kept aside, so that others go on. */
export interface ParkedUpdates {
  /** Durable when it resolves: the update may be acknowledged. */
  park(update: Update): Promise<void>;
  /** Tries each once more; those that are taken in now are dropped. */
  retry(take: (update: Update) => Promise<void>): Promise<void>;
}

const KEY = "parked";

export function createParkedUpdates(memory: SurfaceMemory): ParkedUpdates {
  const inOrder = createInOrder();
  const load = async () => readUpdates(await memory.get(KEY));
  const keep = async (updates: readonly Update[]) => {
    if (updates.length === 0) return memory.delete(KEY);
    await memory.set(KEY, JSON.stringify(updates));
  };
  return {
    park: (update) =>
      inOrder(async () => {
        const others = (await load()).filter(({ update_id: id }) => id !== update.update_id);
        await keep([...others, update]);
      }),
    retry: (take) =>
      inOrder(async () => {
        const parked = await load();
        const tries = await Promise.allSettled(parked.map(take));
        const left = parked.filter((_update, index) => tries[index]?.status === "rejected");
        if (left.length < parked.length) await keep(left);
      }),
  };
}

function readUpdates(text: string | undefined): readonly Update[] {
  const value: unknown = text === undefined ? [] : parseJson(text)?.value;
  return isUpdates(value) ? value : [];
}

/** It was written by ourselves. */
function isUpdates(value: unknown): value is readonly Update[] {
  return Array.isArray(value);
}
