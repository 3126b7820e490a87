import type { NewId } from "../../kernel/ids.ts";
import type { Fact, FactBody } from "../../kernel/turn-event.ts";
import type { Place } from "../../store/places.ts";
import type { Plan } from "../../store/plans.ts";
import type { Repositories } from "../../store/store.ts";
import type { LocaleOf } from "../locale.ts";
import { keepSaying, sayInPlace } from "../say-in-place.ts";
import type { PlanTrouble } from "./plan-trouble.ts";
import { publishPlan } from "./publish-plan.ts";
import { type PlanView, sayPlan } from "./say-plan.ts";

/** What telling of a plan needs inside a commit. */
export interface PlanTelling {
  readonly tx: Repositories;
  readonly now: number;
  readonly newId: NewId;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a place. */
  readonly localeOf: LocaleOf;
}

type Troubled = PlanTelling & {
  /** Why the plan has failed just now. */
  readonly trouble?: PlanTrouble | undefined;
};

type Answered = Troubled & Pick<PlanView, "answered">;

/** Says how a plan goes in a commit that tells its facts itself. */
export async function tellPlan(
  plan: Plan,
  place: Place,
  { tell, trouble, tx, now, ...parts }: Troubled & { readonly tell: (fact: FactBody) => void },
): Promise<void> {
  const { language } = await parts.localeOf(tx, place);
  const saying = sayPlan(plan, { language, trouble });
  tell({ type: "said", ...saying });
  await keepSaying(tx, place, { ...saying, at: now, ...parts });
  await publishPlan(tx, plan, now);
}

/** The same outside of a turn; publish the facts and ring the outbox's bell once the commit is done. */
export async function sayPlanInPlace(
  plan: Plan,
  { tx, now, trouble, answered, ...parts }: Answered,
): Promise<{ readonly place: Place; readonly facts: readonly Fact[] } | undefined> {
  const place = await tx.places.byId(plan.place);
  if (!place) return undefined;
  const { language } = await parts.localeOf(tx, place);
  const saying = sayPlan(plan, { language, trouble, answered });
  const facts = await sayInPlace(tx, place, { ...saying, at: now, ...parts });
  await publishPlan(tx, plan, now);
  return { place, facts };
}
