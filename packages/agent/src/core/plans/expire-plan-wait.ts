import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Approval } from "../../store/turns/approvals.ts";
import type { InboxBody, PlanStepRef } from "../../store/messages/inbox.ts";
import type { Repositories } from "../../store/store.ts";
import { failPlan } from "./advance-plan.ts";
import { planFailure } from "./plan-failure.ts";
import { planStepOf } from "./plan-step-of.ts";
import { type PlanUpdateContext, postPlanInChat } from "./post-plan-update.ts";

/** The step of a plan in which a question was asked; undefined for every other question. */
export async function findAskingStep(
  tx: Repositories,
  { call }: Pick<Approval, "call">,
): Promise<PlanStepRef | undefined> {
  const turnId = await tx.turns.ofCall(call);
  const turn = turnId && (await tx.turns.byId(turnId));
  const opener: InboxBody | undefined = turn && (await tx.inbox.byId(turn.openedBy))?.body;
  return opener && planStepOf(opener);
}

/** A plan whose question nobody answered in time asks how to go on; answers with the facts of its chat. */
export async function expirePlanWait(
  approval: Pick<Approval, "call" | "chat" | "preview">,
  telling: PlanUpdateContext,
): Promise<readonly ChatEvent[]> {
  const { tx, now, localeOf } = telling;
  const of = await findAskingStep(tx, approval);
  const chat = of && (await tx.chats.byId(approval.chat));
  if (!chat) return [];
  const { language } = await localeOf(tx, chat);
  const trouble = planFailure(
    ({ unanswered }) => unanswered({ preview: approval.preview }),
    language,
  );
  const plan = await failPlan(of, { tx, now, trouble });
  const said = plan && (await postPlanInChat(plan, { ...telling, trouble }));
  return said?.facts ?? [];
}
