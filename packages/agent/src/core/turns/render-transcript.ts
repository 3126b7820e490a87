import type { TurnHistory } from "../../store/turns.ts";
import { renderUnits } from "../../llm/render-units.ts";
import { toUnits } from "../context/to-units.ts";

/** A turn as lines of JSON, one a message, for people and programs outside. */
export function renderTranscript({ turn, steps }: TurnHistory): string {
  return renderUnits(toUnits(steps))
    .map((message) => `${JSON.stringify({ turn, ...message })}\n`)
    .join("");
}
