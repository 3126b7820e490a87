import type { Unit } from "../../kernel/unit.ts";
import type { Step } from "../../store/turns.ts";
import { renderAllowed } from "./render-decision.ts";

/**
 * A turn's steps as a conversation. A call that an approval released is told as
 * input, also when the turn ended with it; a thought that said nothing and
 * called nothing is left out.
 */
export function toUnits(steps: readonly Step[]): readonly Unit[] {
  return steps.flatMap((step) => [...releasedBy(step), ...inputOf(step), ...saidIn(step)]);
}

function releasedBy({ kind, calls }: Step): readonly Unit[] {
  if (kind !== "decision") return [];
  return calls.map((call) => ({ type: "input", text: renderAllowed(call) }));
}

function inputOf({ input }: Step): readonly Unit[] {
  return input === null ? [] : [{ type: "input", text: input }];
}

function saidIn({ kind, state, text, calls }: Step): readonly Unit[] {
  if (kind === "decision" || state !== "settled") return [];
  if (text === "" && calls.length === 0) return [];
  return [
    {
      type: "step",
      text,
      calls: calls.map(({ id, tool, args, result }) => ({
        id,
        name: tool,
        args,
        result: result ?? { type: "aborted" },
      })),
    },
  ];
}
