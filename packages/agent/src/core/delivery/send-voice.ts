import type { CallPost, PostForCallDeps } from "./post-for-call.ts";
import { postForCall } from "./post-for-call.ts";

/** Voice message that a call sends to the chat of its turn. */
export interface VoiceMessage extends Omit<CallPost, "reply"> {
  readonly text: string;
  readonly voice?: string | undefined;
}

export interface SendVoiceDeps extends PostForCallDeps {
  /** Whether a channel plays voice notes. */
  readonly canSpeak: (channel: string) => boolean;
}

/**
 * Says a text aloud, as a part of its own before the turn's answer; it is written where the
 * channel plays no voice notes. A call that is repeated says nothing more.
 */
export async function sendVoice(
  { text, voice, ...post }: VoiceMessage,
  { canSpeak, ...deps }: SendVoiceDeps,
): Promise<{ readonly as: "voice" | "text" }> {
  const spoken = { ...(voice !== undefined && { voice }) };
  const { channel } = await postForCall({ ...post, reply: [{ type: "text", text, spoken }] }, deps);
  return { as: canSpeak(channel) ? "voice" : "text" };
}
