import type { NewId } from "../../kernel/ids.ts";
import type { Fact, FactBody } from "../../kernel/turn-event.ts";
import type { Place } from "../../store/places.ts";
import type { Plan } from "../../store/plans.ts";
import type { Repositories } from "../../store/store.ts";
import { keepSaying, sayInPlace } from "../say-in-place.ts";
import { publishPlan } from "./publish-plan.ts";
import { sayPlan } from "./say-plan.ts";

/** What telling of a plan needs inside a commit. */
export interface PlanTelling {
  readonly tx: Repositories;
  readonly now: number;
  readonly newId: NewId;
  /** Whether replies to a surface leave through the outbox. */
  readonly isPush: (surface: string) => boolean;
}

/** Says how a plan goes in a commit that tells its facts itself. */
export async function tellPlan(
  plan: Plan,
  place: Place,
  { tell, tx, now, ...parts }: PlanTelling & { readonly tell: (fact: FactBody) => void },
): Promise<void> {
  const saying = sayPlan(plan);
  tell({ type: "said", ...saying });
  await keepSaying(tx, place, { ...saying, at: now, ...parts });
  await publishPlan(tx, plan, now);
}

/** The same outside of a turn; publish the facts and ring the outbox's bell once the commit is done. */
export async function sayPlanInPlace(
  plan: Plan,
  { tx, now, ...parts }: PlanTelling,
): Promise<{ readonly place: Place; readonly facts: readonly Fact[] } | undefined> {
  const place = await tx.places.byId(plan.place);
  if (!place) return undefined;
  const facts = await sayInPlace(tx, place, { ...sayPlan(plan), at: now, ...parts });
  await publishPlan(tx, plan, now);
  return { place, facts };
}
