import type { NewId } from "../../kernel/ids.ts";
import type { Step, StoredCall } from "../../store/turns.ts";

interface StepPlan {
  readonly kind: Step["kind"];
  readonly input: string | null;
  readonly calls?: readonly StoredCall[];
}

/** A step as it is intended: nothing is said yet. */
export function newStep(n: number, { kind, input, calls = [] }: StepPlan, newId: NewId): Step {
  const requestId = newId();
  return { n, kind, state: "started", requestId, input, extras: null, text: "", meta: null, calls };
}
