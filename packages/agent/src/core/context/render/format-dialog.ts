import type { TranscriptItem } from "../../../kernel/transcript.ts";
import { userText } from "./user-text.ts";

/** Renders the words of people and the agent without markup, hints and tools, for people to read. */
export function formatDialog(units: readonly TranscriptItem[]): readonly string[] {
  return units.flatMap((unit) => {
    const isInput = unit.type === "input";
    const text = (isInput ? userText(unit.text) : unit.text).trim();
    if (text === "") return [];
    return [isInput ? `Asked: ${text}` : `Answered: ${text}`];
  });
}
