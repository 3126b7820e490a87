import { unreadable } from "../../kernel/unreadable.ts";

/** A transcript on its own; `invalid` where it holds no word, after `onSilent` was called. */
export function hasSpeech(transcript: string, onSilent?: () => void): string {
  const text = transcript.trim();
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  onSilent?.();
  throw unreadable("silent", "Nothing can be heard in the recording.", {
    hint: "Say it again, closer to the microphone.",
  });
}
