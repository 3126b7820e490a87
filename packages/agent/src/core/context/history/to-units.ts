import type { ToolCall, TranscriptItem } from "../../../kernel/transcript.ts";
import { memoizeWeak } from "../../../kernel/memoize-weak.ts";
import { isRecord } from "../../../kernel/text/json.ts";
import type { Step, StoredCall } from "../../../store/turns/turns.ts";
import { renderAllowed } from "../render/render-decision.ts";

/**
 * A turn's steps as a conversation. A call that an approval released is told as
 * input, also when the turn ended with it; a thought that said nothing and
 * called nothing is left out. The same steps are asked for with each request, and what is measured of a unit
 * is kept with it.
 */
export const toUnits: (steps: readonly Step[]) => readonly TranscriptItem[] = memoizeWeak((steps) =>
  steps.flatMap((step) => [...releasedBy(step), ...inputOf(step), ...saidIn(step)]),
);

function releasedBy({ kind, calls }: Step): readonly TranscriptItem[] {
  if (kind !== "decision") return [];
  return calls.map((call) => ({ type: "input", text: renderAllowed(call) }));
}

/** Puts what was looked up for an input before it, then and in every later request. */
function inputOf({ input, images, extras }: Step): readonly TranscriptItem[] {
  if (input === null) return [];
  const text = extras?.text ? `${extras.text}\n${input}` : input;
  const found = extras?.found;
  return [{ type: "input", text, ...(images && { images }), ...(found && { found }) }];
}

function saidIn({ kind, state, text, meta, calls }: Step): readonly TranscriptItem[] {
  if (kind === "decision" || state !== "settled") return [];
  if (text === "" && calls.length === 0) return [];
  return [
    {
      type: "step",
      text,
      calls: calls.map(toCall),
      ...(isRecord(meta) && { meta }),
    },
  ];
}

/** A call as the model made it: through the generic tool, if it did. */
function toCall({ id, tool, via, args, result = { type: "aborted" } }: StoredCall): ToolCall {
  if (via === null) return { id, name: tool, args, result };
  return { id, name: via, args: { name: tool, arguments: args }, result };
}
