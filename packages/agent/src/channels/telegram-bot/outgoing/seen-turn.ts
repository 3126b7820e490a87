import type { LiveEvent } from "../../../kernel/chat-event.ts";

/** What there is to show of a turn while it runs. */
export interface SeenTurn {
  /** What the model is saying, or said last. */
  readonly text: string;
  /** The step that `text` is of. */
  readonly step: number;
  /** Nothing follows, not even a reply. */
  readonly isSilent: boolean;
}

export const NOTHING_SEEN: SeenTurn = { text: "", step: -1, isSilent: false };

/** What is to be shown after one more event; those of other turns change nothing. */
export function seeTurn(seen: SeenTurn, event: LiveEvent, turn: string): SeenTurn {
  if (!("turn" in event) || event.turn !== turn) return seen;
  switch (event.type) {
    // A thought that begins again voids what it said.
    case "think-start":
      return event.step === seen.step ? { ...seen, text: "" } : seen;
    case "text-delta": {
      const before = event.step === seen.step ? seen.text : "";
      return { ...seen, step: event.step, text: before + event.delta };
    }
    case "turn-end":
      return { ...seen, isSilent: event.reply.length === 0 };
    default:
      return seen;
  }
}
