import type { Voice } from "../../../integrations/speech.ts";

/** Recordings that have not left yet: each is paid for once, however often it is sent. */
export interface VoiceCache {
  /** Of a part, by its `clientId`. */
  find(clientId: string): Voice | undefined;
  /** Only the newest eight are kept: others are to be said again. */
  set(clientId: string, voice: Voice): void;
  /** The part has left. */
  drop(clientId: string): void;
}

const MAX_KEPT = 8;

/** Keeps recordings in memory: after a crash what had not left is said again. */
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
