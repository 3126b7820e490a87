import { spaced } from "./spaced.ts";

/** What of a tool has a meaning. */
export interface ToolTexts {
  readonly name: string;
  readonly summary: string;
  /** How people ask for it. */
  readonly utterances?: readonly string[] | undefined;
}

/**
 * The texts by whose mean a tool is compared with messages. Beside name and summary stands the
 * summary worded as a request, because a message lies closer to another request than to a description.
 */
export function meaningTexts({
  name,
  summary,
}: ToolTexts): readonly { readonly text: string; readonly weight: number }[] {
  const words = spaced(name);
  const request = `Can you help me? ${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`;
  return [
    { text: words, weight: 0.15 },
    { text: `${words}: ${summary}`, weight: 0.4 },
    { text: request, weight: 0.45 },
  ];
}
