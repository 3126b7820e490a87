import type { TurnHistory } from "../../../store/turns.ts";
import { renderMessages } from "../../../llm/render-messages.ts";
import { toUnits } from "../../context/history/to-units.ts";

/** A turn as lines of JSON, one a message, for people and programs outside. */
export function renderTranscript({ turn, steps }: TurnHistory): string {
  return renderMessages(toUnits(steps))
    .map((message) => `${JSON.stringify({ turn, ...message })}\n`)
    .join("");
}
