import { spaced } from "./spaced.ts";

/** Texts of a tool that are embedded. */
export interface ToolTexts {
  readonly name: string;
  readonly summary: string;
  /** Examples of requests for the tool. */
  readonly utterances?: readonly string[] | undefined;
}

/** Weights of the texts: a request by name, a request by purpose, and the purpose. */
const WEIGHTS = { name: 0.3, request: 0.35, purpose: 0.35 } as const;

/**
 * Returns the texts whose mean vector is compared with messages. Two are worded as requests,
 * because a message is closer to another request than to a description.
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

/** Later sentences say when to use the tool, and often name others. */
function firstSentence(text: string): string {
  return text.split(/(?<=[.!?;])\s+/, 1)[0] ?? text;
}
