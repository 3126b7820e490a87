import type { NewId } from "../../../kernel/ids.ts";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { Repositories } from "../../../store/store.ts";
import { appendEvents } from "../../events/append-events.ts";
import { enqueueReply } from "../../delivery/enqueue-reply.ts";
import type { LocaleOf } from "../../locale.ts";
import { expirePlanWait } from "../../plans/expire-plan-wait.ts";
import { saveFeedback } from "./save-feedback.ts";
import { outcomeLines } from "./result-line.ts";
import { type LocalizePrompt } from "./localize-prompt.ts";

export interface ExpireDeps {
  readonly newId: NewId;
  readonly now: number;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  /** Renders the question in a language; without it, the question is shown as written. */
  readonly questionIn?: LocalizePrompt | undefined;
}

/** Ends a question that nobody answered in time, and tells who asked, once; undefined when somebody was faster. */
export async function expire(
  tx: Repositories,
  approval: Approval,
  deps: ExpireDeps,
): Promise<readonly ChatEvent[] | undefined> {
  const { now } = deps;
  if (!(await tx.approvals.move(approval.id, "pending", { to: "expired" }))) return undefined;
  await saveFeedback(tx, approval, { verdict: "expired", at: now });
  if (approval.batch === undefined) await notifyRequester(tx, approval, deps);
  const body = {
    type: "approval-decision",
    approval: approval.id,
    verdict: "expired",
    by: "",
  } as const;
  const facts = await appendEvents(tx, approval.chat, { bodies: [body], at: now });
  return [...facts, ...(await expirePlanWait(approval, { tx, ...deps }))];
}

async function notifyRequester(
  tx: Repositories,
  approval: Approval,
  { newId, now, isPush, localeOf, questionIn }: ExpireDeps,
): Promise<void> {
  const { id, call, chat: chatId } = approval;
  const chat = await tx.chats.byId(chatId);
  const turn = await tx.turns.ofCall(call);
  if (!chat || !turn || !isPush(chat.channel)) return;
  const { language } = await localeOf(tx, chat);
  const closed = { ...approval, state: "expired" } as const;
  const text = outcomeLines(closed, { chat, language, questionIn });
  const reply = [{ type: "decision", approval: id, text } as const];
  await enqueueReply(tx, chat, { reply, turn, at: now, newId });
}
