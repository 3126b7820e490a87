import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { PLAN_ANSWERS } from "../../domains/change-plan.ts";
import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type NewId, toId } from "../../kernel/ids.ts";
import type { Plan } from "../../store/plans.ts";
import type { Store } from "../../store/store.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import type { Events } from "../events.ts";
import type { LocaleOf } from "../locale.ts";
import { answerPlan, findFailedPlan, mayAnswer, type PlanAnswered } from "./answer-plan.ts";
import { renderProgress } from "./say-plan.ts";

interface PlansSectionParts {
  readonly store: Store;
  readonly events: Events;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Rung when a step waits, and when something is to be told. */
  readonly bell: Pick<Bell, "ring">;
  /** Whether replies to a surface leave through the outbox. */
  readonly isPush: (surface: string) => boolean;
  /** How people are spoken to in a place. */
  readonly localeOf: LocaleOf;
}

const planId = z.string().min(1).optional();

/** Plans that were allowed, how far they are, and how one goes on that failed. */
export function plansSection(parts: PlansSectionParts): ControlSection {
  const { store } = parts;
  return {
    name: "plans",
    methods: {
      list: defineMethod({
        summary: "Plans, the newest first.",
        params: z.object({ limit: z.number().int().min(1).max(500).default(20) }),
        run: async ({ limit }, caller) => {
          const plans = await store.slow.plans.list(caller.person.tenant, { limit });
          return plans.filter((plan) => mayAnswer(plan, caller.person)).map(toListed);
        },
      }),
      show: defineMethod({
        summary: "A plan with what each of its steps came to.",
        params: z.object({ plan: z.string().min(1) }),
        run: async ({ plan: id }, { person }) => {
          const plan = await store.slow.plans.byId(toId(id));
          if (!plan || !mayAnswer(plan, person)) throw noPlan(id);
          return toShown(plan);
        },
      }),
      answer: defineMethod({
        summary: "Say how a failed plan goes on: continue, retry, skip or abort.",
        params: z.object({ plan: planId, answer: z.enum(PLAN_ANSWERS) }),
        run: ({ plan, answer }, caller) =>
          answerAs(caller, { plan, answer, holds: "asking" }, parts),
      }),
      cancel: defineMethod({
        summary: "Give a plan up; what runs of it at this moment still ends.",
        params: z.object({ plan: planId }),
        run: ({ plan }, caller) =>
          answerAs(caller, { plan, answer: "abort", holds: "open" }, parts),
      }),
    },
  };
}

type Answer = Pick<PlanAnswered, "answer" | "holds"> & { readonly plan: string | undefined };

async function answerAs(
  caller: Caller,
  { plan: named, answer, holds }: Answer,
  { store, events, clock, newId, bell, isPush, localeOf }: PlansSectionParts,
) {
  const id = named ?? (await planHere(caller, holds, store))?.id;
  if (id === undefined)
    throw new Fault("missing", "No plan of this chat asks how to go on.", {
      hint: "List them: reeve plans",
    });
  const { plan, place, facts } = await store.commit("answer-plan", (tx) =>
    answerPlan(
      { plan: id, answer, holds, by: caller.person },
      { tx, now: clock.now(), newId, isPush, localeOf },
    ),
  );
  if (place) events.publish(place, facts);
  bell.ring();
  return toListed(plan);
}

/** Without a name it is the one that asks; what is given up may run as well. */
async function planHere(
  { person, surface, chat }: Caller,
  holds: Answer["holds"],
  { read }: Store,
): Promise<Plan | undefined> {
  for (const place of await read.places.byAddress(surface, chat)) {
    const asking = await findFailedPlan(place, person, read);
    if (asking) return asking;
    if (holds !== "open") continue;
    const open = await read.plans.open(place.id);
    const own = open.findLast((plan) => mayAnswer(plan, person));
    if (own) return own;
  }
  return undefined;
}

function noPlan(id: string): Fault {
  return new Fault("missing", `There is no plan ${id} of yours.`, {
    hint: "List them: reeve plans",
  });
}

function toListed(plan: Plan) {
  const { id, goal, state, reason, createdAt } = plan;
  return {
    id,
    goal,
    state,
    progress: renderProgress(plan),
    ...(state === "failed" && reason !== null && { reason }),
    createdAt,
  };
}

function toShown(plan: Plan) {
  const steps = plan.steps.map(({ description, tool, effect, state, attempts, output }) => ({
    description,
    tool,
    effect,
    state,
    attempts,
    output,
  }));
  return { ...toListed(plan), steps };
}
