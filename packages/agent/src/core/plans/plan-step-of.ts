import type { InboxBody, PlanStepRef } from "../../store/messages/inbox.ts";

/** The step of a plan that an input belongs to; undefined for every other input. */
export function planStepOf(body: InboxBody): PlanStepRef | undefined {
  switch (body.kind) {
    case "plan-step": {
      const { plan, step, attempt } = body;
      return { plan, step, attempt };
    }
    case "decision":
      return body.planStep;
    case "message":
      return undefined;
  }
}
