import { toId } from "../../../kernel/ids.ts";
import { type Integrity, integrityOf, provenanceOf, type Label } from "../../../kernel/label.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";

export interface SummaryPassage {
  readonly session: string;
  readonly chat: Pick<Chat, "id" | "tenant" | "uid" | "kind">;
  readonly text: string;
  /** Label of what was summarized. */
  readonly label?: Label | undefined;
  /** When the session ended. */
  readonly at: number;
}

/**
 * Makes what a session came to searchable for those who were there, in the caller's
 * transaction; unless its chat is not archived.
 */
export async function saveSummaryPassage(
  tx: Repositories,
  { session, chat, text, at, label }: SummaryPassage,
): Promise<void> {
  if (text.trim() === "" || (await tx.forgetting.archiveOf(chat.id)) === "off") return;
  const own: Label = { integrity: await integrityIn(tx, chat), audience: "all" };
  await tx.passages.put({
    scope: { tenant: chat.tenant, audience: chat.uid, chat: chat.id, source: "session" },
    ref: session,
    author: null,
    ...provenanceOf([own, ...(label ? [label] : [])]),
    at,
    text,
  });
}

/** In a group anybody may have said anything. */
async function integrityIn(
  tx: Repositories,
  { kind, uid }: SummaryPassage["chat"],
): Promise<Integrity> {
  if (kind !== "direct") return "stranger";
  const person = await tx.people.byId(toId(uid));
  return integrityOf(person?.role ?? "stranger");
}
