import type { Unit } from "../../kernel/unit.ts";
import type { Step } from "../../store/turns.ts";

/**
 * A turn's steps as a conversation. A decision's call is told in the input that
 * follows it; a thought that said nothing and called nothing is left out.
 */
export function toUnits(steps: readonly Step[]): readonly Unit[] {
  return steps.flatMap((step) => [...inputOf(step), ...saidIn(step)]);
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
