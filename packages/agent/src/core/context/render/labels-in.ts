import type { Label } from "../../../kernel/label.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";

/** The labels of all that stands in turns: messages, what was recalled for them, and results. */
export function labelsIn(turns: readonly Pick<TurnHistory, "steps">[]): readonly Label[] {
  return turns.flatMap(({ steps }) =>
    steps.flatMap(({ heard = [], extras, calls }) => [
      ...heard.flatMap(({ label, beside = [] }) => [label, ...beside]),
      ...(extras?.labels ?? []),
      ...calls.flatMap(({ label }) => label ?? []),
    ]),
  );
}
