import { isSpeakable, wantsSpokenReply } from "../../domains/speech.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import { isMessage, isScheduled } from "./choose-batch.ts";

/**
 * Marks an answer as one to be heard: to what was spoken, or where somebody asked to hear it, if it is
 * not too long and holds nothing that has to be read, such as code, tables and addresses.
 */
export function markSpoken(
  reply: readonly ReplyPart[],
  asked: readonly InboxRow[],
  { maxWords }: { readonly maxWords: number },
): readonly ReplyPart[] {
  if (!asked.some(wantsToHear)) return reply;
  return reply.map((part) =>
    part.type === "text" && isSpeakable(part.text, { maxWords }) ? { ...part, spoken: {} } : part,
  );
}

function wantsToHear(row: InboxRow): boolean {
  if (!isMessage(row) || isScheduled(row)) return false;
  const { text, media = [] } = row.body;
  return media.some(({ look }) => look?.as === "said") || wantsSpokenReply(text);
}
