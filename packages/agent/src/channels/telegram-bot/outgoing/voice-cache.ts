import type { Voice } from "../../../integrations/speech.ts";

/** Recordings that have not been sent yet: each is paid for once, however often it is sent. */
export interface VoiceCache {
  /** Returns the recording of a part, by its `clientId`. */
  find(clientId: string): Voice | undefined;
  /** Saves a recording. Only the newest eight are stored; others must be synthesized again. */
  set(clientId: string, voice: Voice): void;
  /** Drops the recording of a part that has been sent. */
  drop(clientId: string): void;
}

const MAX_KEPT = 8;

/**
 * Creates a cache of recordings in memory. After a crash, parts that were not sent are synthesized
 * again.
 */
export function createVoiceCache(): VoiceCache {
  const voices = new Map<string, Voice>();
  return {
    find: (clientId) => voices.get(clientId),
    set(clientId, voice) {
      voices.set(clientId, voice);
      const oldest = [...voices.keys()].slice(0, -MAX_KEPT);
      for (const one of oldest) voices.delete(one);
    },
    drop: (clientId) => void voices.delete(clientId),
  };
}
