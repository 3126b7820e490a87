import type { Kernel } from "../../store/kernel.ts";
import { Fault } from "@reeve/sdk";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { CallId, ChatId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { appendEvents } from "../events/append-events.ts";
import type { Events } from "../events/events.ts";
import { savePost } from "./post-in-chat.ts";
import { withoutPreview } from "../text-part.ts";

/** Voice message that a call sends to the chat of its turn. */
export interface VoiceMessage {
  readonly chat: ChatId;
  readonly call: CallId;
  readonly text: string;
  readonly voice?: string | undefined;
}

export interface SendVoiceDeps extends Kernel {
  readonly events: Events;
  /** Rung when a part waits to leave. */
  readonly outboxWakeup: Pick<Wakeup, "notify">;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** Whether a channel plays voice notes. */
  readonly canSpeak: (channel: string) => boolean;
}

/**
 * Says a text aloud, as a part of its own before the turn's answer; it is written where the
 * channel plays no voice notes. A call that is repeated says nothing more.
 */
export async function sendVoice(
  aloud: VoiceMessage,
  { store, events, outboxWakeup, canSpeak, ...deps }: SendVoiceDeps,
): Promise<{ readonly as: "voice" | "text" }> {
  const { chat, facts } = await store.commit("speak", async (tx) => {
    const found = await tx.chats.byId(aloud.chat);
    if (!found)
      throw new Fault("missing", `The chat ${aloud.chat} no longer exists.`, {
        hint: "Use this only for the current chat.",
      });
    return { chat: found, facts: await postVoice(tx, found, { ...aloud, ...deps }) };
  });
  events.publish(chat, facts);
  outboxWakeup.notify();
  return { as: canSpeak(chat.channel) ? "voice" : "text" };
}

type VoicePost = Omit<VoiceMessage, "chat"> & Pick<SendVoiceDeps, "clock" | "newId" | "isPush">;

async function postVoice(
  tx: Repositories,
  chat: Chat,
  { call, text, voice, clock, newId, isPush }: VoicePost,
): Promise<readonly ChatEvent[]> {
  const id = `call:${call}`;
  const at = clock.now();
  const spoken = { ...(voice !== undefined && { voice }) };
  const reply = [withoutPreview({ type: "text", text, spoken })];
  if (isPush(chat.channel) && (await tx.outbox.isKnown(`${id}:0`))) return [];
  if (!(await savePost(tx, chat, { id, reply, at, newId, isPush }))) return [];
  const body = { type: "said", id, cause: "call", about: call, reply } as const;
  return appendEvents(tx, chat.id, { bodies: [body], at });
}
