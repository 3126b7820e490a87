import type { NewId } from "../../kernel/ids.ts";
import type { ChatEvent, ChatEventBody } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Plan } from "../../store/turns/plans.ts";
import type { Repositories } from "../../store/store.ts";
import type { LocaleOf } from "../locale.ts";
import { postInChat, savePost } from "../delivery/post-in-chat.ts";
import type { PlanFailure } from "./plan-failure.ts";
import { type PlanView, renderPlan } from "./render-plan.ts";
import { publish } from "../events/publish.ts";

/** Context of a plan update inside a commit. */
export interface PlanUpdateContext {
  readonly tx: Repositories;
  readonly now: number;
  readonly newId: NewId;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

type FailedPlanView = PlanUpdateContext & {
  /** Why the plan has failed just now. */
  readonly trouble?: PlanFailure | undefined;
};

type AnsweredPlanView = FailedPlanView & Pick<PlanView, "answered">;

/** Says how a plan goes in a commit that tells its facts itself. */
export async function postPlanUpdate(
  plan: Plan,
  chat: Chat,
  {
    emit,
    trouble,
    tx,
    now,
    ...deps
  }: FailedPlanView & { readonly emit: (fact: ChatEventBody) => void },
): Promise<void> {
  const { language } = await deps.localeOf(tx, chat);
  const saying = renderPlan(plan, { language, trouble });
  emit({ type: "said", ...saying });
  await savePost(tx, chat, { ...saying, at: now, ...deps });
  await publishPlan(tx, plan, now);
}

/** The same outside of a turn; publish the facts and ring the outbox's wakeup once the commit is done. */
export async function postPlanInChat(
  plan: Plan,
  { tx, now, trouble, answered, ...deps }: AnsweredPlanView,
): Promise<{ readonly chat: Chat; readonly facts: readonly ChatEvent[] } | undefined> {
  const chat = await tx.chats.byId(plan.chat);
  if (!chat) return undefined;
  const { language } = await deps.localeOf(tx, chat);
  const saying = renderPlan(plan, { language, trouble, answered });
  const facts = await postInChat(tx, chat, { ...saying, at: now, ...deps });
  await publishPlan(tx, plan, now);
  return { chat, facts };
}

/** Tells subscribers how a plan goes, once for each of its versions. */
async function publishPlan(tx: Repositories, plan: Plan, at: number): Promise<void> {
  await publish(tx, async () => {
    const chat = await tx.chats.byId(plan.chat);
    if (!chat) return [];
    const { id, version, tenant, goal, reason, state, steps } = plan;
    return [
      {
        type: "plan.changed",
        id: `plan_${id}_${version}_${at.toString(36)}`,
        tenant,
        chat,
        about: id,
        at,
        data: { plan: id, state, step: plan.at, steps: steps.length, title: goal, reason },
      },
    ];
  });
}
