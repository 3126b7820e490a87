import { countTokens } from "../../../llm/count-tokens.ts";
import { truncateToTokens } from "./truncate-to-tokens.ts";

/** Puts texts together into chunks of at most `tokens`, in order; one that is longer by itself is cut. */
export function splitChunks(texts: readonly string[], tokens: number): readonly string[] {
  const chunks: { text: string; cost: number }[] = [];
  for (const text of texts) {
    const piece = truncateToTokens(text, tokens, "ends");
    // The line break between two pieces is a token.
    const cost = countTokens(piece) + 1;
    const last = chunks.at(-1);
    if (last && last.cost + cost <= tokens) {
      last.text += `\n${piece}`;
      last.cost += cost;
    } else chunks.push({ text: piece, cost });
  }
  return chunks.map(({ text }) => text);
}
