import type { ChannelMemory } from "../channel-memory.ts";

/** What a channel keeps, in a map that a test can hand to the next one. */
export function memoryIn(kept: Map<string, string>): ChannelMemory {
  return {
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  };
}
