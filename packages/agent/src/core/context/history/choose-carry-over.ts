import type { TurnHistory } from "../../../store/turns/turns.ts";
import { transcriptSize } from "../tokens/transcript-size.ts";
import { toUnits } from "./to-units.ts";

export interface CarryOver {
  /** How many of the newest messages stay, in whole exchanges. */
  readonly messages: number;
  /** Tokens that they may take together; fewer turns are carried over if they are long. */
  readonly tokens: number;
}

export interface Divided {
  /** Shown as they were. */
  readonly carried: readonly TurnHistory[];
  /** Told in the summary only. */
  readonly told: readonly TurnHistory[];
}

/** Chooses the newest turns that stay as they are when a conversation is shortened. */
export function chooseCarryOver(turns: readonly TurnHistory[], carry: CarryOver): Divided {
  let first = turns.length;
  let { messages, tokens } = carry;
  for (const { steps } of turns.toReversed()) {
    const size = transcriptSize(toUnits(steps));
    if (messages <= 0 || size.tokens > tokens) break;
    messages -= size.messages;
    tokens -= size.tokens;
    first -= 1;
  }
  return { carried: turns.slice(first), told: turns.slice(0, first) };
}
