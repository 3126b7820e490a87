import type { Plan } from "../../store/plans.ts";
import type { Repositories } from "../../store/store.ts";
import { publish } from "../publish.ts";

/** Tells subscribers how a plan goes, once for each of its versions. */
export async function publishPlan(tx: Repositories, plan: Plan, at: number): Promise<void> {
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
