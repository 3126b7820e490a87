import type { TranscriptItem } from "../../../kernel/transcript.ts";
import type { ConversationSize } from "./conversation-limit.ts";
import { costOfAll } from "./estimate-tokens.ts";

/** How long units are when they are sent. */
export function transcriptSize(units: readonly TranscriptItem[]): ConversationSize {
  return {
    tokens: costOfAll(units),
    messages: units.reduce((sum, unit) => sum + messagesOf(unit), 0),
  };
}

function messagesOf(unit: TranscriptItem): number {
  return unit.type === "input" ? 1 : 1 + unit.calls.length;
}
