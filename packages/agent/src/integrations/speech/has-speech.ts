import { unreadable } from "../../kernel/unreadable.ts";

/** A transcript on its own; `invalid` where it holds no word, after `onSilent` was called. */
export function hasSpeech(transcript: string, onSilent?: () => void): string {
  const text = transcript.trim();
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  onSilent?.();
  throw unreadable("silent", "The recording contains no speech.", {
    hint: "Record it again, closer to the microphone.",
  });
}
