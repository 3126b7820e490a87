import type { Kernel } from "../../store/kernel.ts";
import { type PlanView, plans } from "@reeve/operations/work/plans";
import { Fault } from "@reeve/sdk";
import type { Wakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Plan } from "../../store/turns/plans.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Events } from "../events/events.ts";
import type { LocaleOf } from "../locale.ts";
import { answerPlan, findFailedPlan, mayAnswer, type PlanAnswered } from "./answer-plan.ts";
import { isWaitingForModel } from "./is-waiting-for-model.ts";
import { renderProgress } from "./render-plan.ts";

interface PlanDeps extends Kernel {
  readonly events: Events;
  /** Rung when a step waits, and when there is something to post. */
  readonly wakeup: Pick<Wakeup, "notify">;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** Language and time zone of a chat. */
  readonly localeOf: LocaleOf;
}

/** The most plans that are listed. */
const MAX_PLANS = 500;

/** Plans: the caller's, and everybody's for the owner and admins. */
export function planOperations(deps: PlanDeps): Implementation {
  const { store, newId } = deps;
  return implement(
    plans,
    {
      async list(page, { person }) {
        const all = await store.slow.plans.list(person.tenant, { limit: MAX_PLANS });
        const seen = all.filter((plan) => mayAnswer(plan, person));
        const listed = await Promise.all(seen.map((plan) => toListed(plan, store.slow)));
        return cutPage(listed, page, ({ id }) => id);
      },
      async show({ id }, { person }) {
        const plan = await store.slow.plans.byId(toId(id));
        if (plan && mayAnswer(plan, person))
          return { ...(await toListed(plan, store.slow)), steps: plan.steps };
        throw new Fault("missing", `You have no plan with the id ${id}.`, { hint: LIST });
      },
      answer: ({ id, answer }, caller) => answerAs(caller, { id, answer, holds: "asking" }, deps),
      cancel: ({ id }, caller) => answerAs(caller, { id, answer: "abort", holds: "open" }, deps),
    },
    newId,
  );
}

const LIST = "List plans: reeve plans";

type PlanRequest = Pick<PlanAnswered, "answer" | "holds"> & { readonly id: string | undefined };

async function answerAs(
  caller: Caller,
  { id: named, answer, holds }: PlanRequest,
  { store, events, clock, newId, wakeup, isPush, localeOf }: PlanDeps,
): Promise<PlanView> {
  const id = named ?? (await findPlanOfChat(caller, holds, store))?.id;
  if (id === undefined)
    throw new Fault("missing", "No failed plan in this chat is waiting to be continued.", {
      hint: LIST,
    });
  const { plan, chat, facts } = await store.commit("answer-plan", (tx) =>
    answerPlan(
      { plan: id, answer, holds, by: caller.person },
      { tx, now: clock.now(), newId, isPush, localeOf },
    ),
  );
  if (chat) events.publish(chat, facts);
  wakeup.notify();
  return toListed(plan, store.read);
}

/** Finds the failed plan of the caller's chat; to be cancelled, also one that runs. */
async function findPlanOfChat(
  { person, channel, externalId }: Caller,
  holds: PlanRequest["holds"],
  { read }: Store,
): Promise<Plan | undefined> {
  for (const chat of await read.chats.byAddress(channel, externalId)) {
    const failed = await findFailedPlan(chat, person, read);
    if (failed) return failed;
    if (holds !== "open") continue;
    const open = await read.plans.open(chat.id);
    const own = open.findLast((plan) => mayAnswer(plan, person));
    if (own) return own;
  }
  return undefined;
}

async function toListed(plan: Plan, read: Repositories): Promise<PlanView> {
  const { id, goal, state, reason, createdAt } = plan;
  return {
    id,
    goal,
    state,
    progress: renderProgress(plan, await isWaitingForModel(plan, read)),
    ...(state === "failed" && reason !== null && { reason }),
    createdAt,
  };
}
