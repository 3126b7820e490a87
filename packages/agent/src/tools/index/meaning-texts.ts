import { spaced } from "./spaced.ts";

/** What of a tool has a meaning. */
export interface ToolTexts {
  readonly name: string;
  readonly summary: string;
  /** How people ask for it. */
  readonly utterances?: readonly string[] | undefined;
}

/** How much each text counts: how the tool would be asked for by name and by purpose, and its purpose. */
const WEIGHTS = { name: 0.3, request: 0.35, purpose: 0.35 } as const;

/**
 * The texts by whose mean a tool is compared with messages. Two are worded as requests, because
 * a message lies closer to another request than to a description.
 */
export function meaningTexts({
  name,
  summary,
}: ToolTexts): readonly { readonly text: string; readonly weight: number }[] {
  const asked = `${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`;
  return [
    { text: `Can you help me? I need ${spaced(name)}.`, weight: WEIGHTS.name },
    { text: `Can you help me? ${asked}`, weight: WEIGHTS.request },
    { text: firstSentence(summary), weight: WEIGHTS.purpose },
  ];
}

/** What follows it says when to use the tool, and often names others. */
function firstSentence(text: string): string {
  return text.split(/(?<=[.!?;])\s+/, 1)[0] ?? text;
}
