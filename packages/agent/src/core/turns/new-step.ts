import type { NewId } from "../../kernel/ids.ts";
import type { ImageRef } from "../../kernel/images/image.ts";
import type { InputSource, Step, StoredCall } from "../../store/turns/turns.ts";

interface StepPlan {
  readonly kind: Step["kind"];
  readonly input: string | null;
  readonly images?: readonly ImageRef[];
  readonly heard?: readonly InputSource[];
  readonly calls?: readonly StoredCall[];
}

/** A step as it is intended: nothing is said yet. */
export function newStep(
  n: number,
  { kind, input, images = [], heard = [], calls = [] }: StepPlan,
  newId: NewId,
): Step {
  return {
    n,
    kind,
    state: "started",
    requestId: newId(),
    input,
    ...(images.length > 0 && { images }),
    ...(heard.length > 0 && { heard }),
    extras: null,
    text: "",
    meta: null,
    calls,
  };
}
