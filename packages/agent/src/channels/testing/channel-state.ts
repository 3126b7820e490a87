import type { ChannelState } from "../kit/channel-state.ts";

/** Creates the state of a channel in a map that a test can pass to the next one. */
export function memoryIn(kept: Map<string, string>): ChannelState {
  return {
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  };
}
