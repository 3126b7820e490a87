import type { Unit } from "../../kernel/unit.ts";
import type { ConversationSize } from "./conversation-limit.ts";
import { costOfAll } from "./cost-of.ts";

/** How long units are when they are sent. */
export function sizeOf(units: readonly Unit[]): ConversationSize {
  return {
    tokens: costOfAll(units),
    messages: units.reduce((sum, unit) => sum + messagesOf(unit), 0),
  };
}

function messagesOf(unit: Unit): number {
  return unit.type === "input" ? 1 : 1 + unit.calls.length;
}
