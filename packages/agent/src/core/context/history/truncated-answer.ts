import type { Step } from "../../../store/turns/turns.ts";

interface Steps {
  readonly steps: readonly Step[];
}

/** Whether the turn's last settled thought is an answer that reached its length limit. */
export function isTruncated({ steps }: Steps): boolean {
  return isHalfAnswer(steps.at(-1));
}

/** The first part of the answer whose second part is under way; empty when there is none. */
export function textCutOff({ steps }: Steps): string {
  const before = steps.at(-2);
  return isHalfAnswer(before) ? before.text : "";
}

/** Words without calls end a turn, unless they were cut off: then another thought follows. */
function isHalfAnswer(step: Step | undefined): step is Step {
  return (
    step?.kind === "think" &&
    step.state === "settled" &&
    step.calls.length === 0 &&
    step.text !== ""
  );
}
