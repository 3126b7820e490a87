import { toId } from "../../../kernel/ids.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import { texts } from "../../../platform/texts.ts";
import type { InboxBody, InboxRow } from "../../../store/messages/inbox.ts";
import type { NotifiedChat } from "../../approvals/questions/announce.ts";
import { recordDecision } from "../../approvals/questions/decide.ts";
import { outcomeLines } from "../../approvals/questions/result-line.ts";
import { savePost } from "../../delivery/post-in-chat.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/** A message that was listened to. */
export interface SpokenCorrection {
  readonly row: Pick<InboxRow, "id" | "author">;
  readonly body: Extract<InboxBody, { kind: "message" }>;
}

/**
 * Takes what was spoken as what is to be changed about the question that its sender meant, in the
 * commit that stores the words: then the message is over. Answers with what to publish; undefined
 * where it is an ordinary message, because the question is closed, or not its sender's to decide.
 */
export async function applySpokenCorrection(
  leased: LeasedTx,
  { row: { id, author }, body: { corrects, text: reason } }: SpokenCorrection,
  deps: TurnDeps,
): Promise<NotifiedChat | undefined> {
  if (corrects === undefined || reason.trim() === "") return undefined;
  const { tx, chat: from } = leased;
  const by = await tx.people.byId(author);
  const approval = await tx.approvals.byId(toId(corrects));
  const chat = approval && (await tx.chats.byId(approval.chat));
  if (approval?.state !== "pending" || !chat || approval.expiresAt <= leased.now) return undefined;
  if (!by || chat.tenant !== by.tenant || !isAtLeast(by.role, "admin")) return undefined;
  const decision = { approval: approval.id, verdict: "revise", by, reason, from } as const;
  const recording = { ...deps, edited: undefined, decidedIn: from.id };
  const { outcome, facts } = await recordDecision(tx, decision, recording);
  if (outcome !== "recorded") return undefined;
  await tx.inbox.end([id], "folded", `the correction of ${approval.id}`);

  const { localeOf, questionIn } = deps;
  const { language } = await localeOf(tx, from);
  const closed = { ...approval, state: "cancelled" } as const;
  const line = outcomeLines(closed, { chat, language, questionIn });
  const text = texts(language).approvals.results.deniedBy({ line, name: by.name });
  const reply = [{ type: "decision", approval: approval.id, text } as const];
  await savePost(tx, from, { ...deps, id: `corrected:${id}`, reply, at: leased.now });
  return { chat, facts };
}
