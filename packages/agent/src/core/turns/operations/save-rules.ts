import { foldText } from "../../../kernel/text/fold-text.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { ChatRule } from "../../../store/turns/chat-rules.ts";
import type { Repositories } from "../../../store/store.ts";
import { findRules, type FoundRule } from "../../approvals/rules/find-rules.ts";
import { isMessage, isScheduled } from "../choose-batch.ts";
import type { InboxRow } from "../../../store/messages/inbox.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/** So many rules a chat keeps. */
export const MAX_RULES = 50;

type Where = Pick<LeasedTx, "tx" | "chat">;

/**
 * Saves the rules that messages state for their chat, the same words once
 * and at most `MAX_RULES`. In a group only the owner and admins make rules,
 * in a direct chat any known person does. Forwarded text states no rules.
 */
export async function saveRules(
  { tx, chat }: Where,
  rows: readonly InboxRow[],
  { newId }: Pick<TurnDeps, "newId">,
): Promise<void> {
  const stated = rulesIn(rows, chat);
  if (stated.length === 0) return;
  const kept = await mergeRepeats(tx, chat);
  for (const { message, ...found } of stated) {
    const words = foldText(found.text);
    if (kept.has(words) || kept.size >= MAX_RULES) continue;
    kept.add(words);
    await tx.chatRules.add({ ...found, id: newId(), chat: chat.id, message });
  }
}

/** Lists the rules in messages that their chat did not save. */
export async function rejectedRules(
  { tx, chat }: Where,
  rows: readonly InboxRow[],
): Promise<readonly string[]> {
  const stated = rulesIn(rows, chat);
  if (stated.length === 0) return [];
  const policies = await tx.chatRules.ofChat(chat.id);
  const kept = new Set(policies.map(({ text }) => foldText(text)));
  return stated.map(({ text }) => text).filter((text) => !kept.has(foldText(text)));
}

type SavedRules = FoundRule & Pick<ChatRule, "message">;

function rulesIn(rows: readonly InboxRow[], { kind }: Pick<Chat, "kind">): readonly SavedRules[] {
  const least = kind === "direct" ? "member" : "admin";
  return rows
    .filter(isMessage)
    .filter((row) => !isScheduled(row))
    .filter(({ body }) => body.forwardedFrom === undefined && isAtLeast(body.role, least))
    .flatMap(({ id: message, body }) =>
      findRules(body.text).map((found) => ({ ...found, message })),
    );
}

/** Takes away all but the oldest of rules in the same words; answers with the words that are left. */
async function mergeRepeats(tx: Repositories, { id }: Pick<Chat, "id">): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const policy of await tx.chatRules.ofChat(id)) {
    const words = foldText(policy.text);
    if (kept.has(words)) await tx.chatRules.remove(id, policy.id);
    kept.add(words);
  }
  return kept;
}
