import type { MomentView } from "../../domains/format-when.ts";
import type { NewId } from "../../kernel/ids.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { enqueueReply } from "../delivery/enqueue-reply.ts";
import { type RateVerdict, formatRate } from "./check-rate.ts";

/** Returns the line for the sender of a message that waits for its time; undefined for all others. */
export function delayLine(pace: RateVerdict, view: MomentView): string | undefined {
  if (pace.type !== "wait") return undefined;
  return texts(view.language).rates.delayed({ limit: formatRate(pace.limit, view) });
}

/** Puts the news into the outbox, once for all messages that wait together. */
export async function postDelay(
  tx: Repositories,
  chat: Chat,
  { text, now, newId }: { readonly text: string; readonly now: number; readonly newId: NewId },
): Promise<void> {
  const reply = [{ type: "notice", code: "delayed", text } as const];
  await enqueueReply(tx, chat, { reply, turn: null, at: now, newId });
}
