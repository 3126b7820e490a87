import { Fault } from "@reeve/sdk";

/** A transcript on its own; `invalid` where it holds no word, after `onSilent` was called. */
export function saidSomething(transcript: string, onSilent?: () => void): string {
  const text = transcript.trim();
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  onSilent?.();
  throw new Fault("invalid", "Nothing can be heard in the recording.", {
    hint: "Say it again, closer to the microphone.",
  });
}
