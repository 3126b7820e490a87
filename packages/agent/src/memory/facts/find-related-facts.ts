import { foldText } from "../../kernel/text/fold-text.ts";
import type { MemoryFact } from "../../store/search/facts.ts";
import type { Store } from "../../store/store.ts";
import { type Batch, saidIn } from "./batch.ts";
import { searchWords } from "./search-words.ts";

/** Maximum number of words of a conversation to search for: the longest are the most specific. */
const MAX_WORDS = 60;
const MAX_FOUND = 300;
const MAX_RELATED = 20;

/** Finds existing facts related to a batch, among those that its audience may see. */
export async function findRelatedFacts(
  batch: Batch,
  { slow }: Pick<Store, "slow">,
): Promise<readonly MemoryFact[]> {
  const { tenant, uid: audience } = batch.chat;
  const words = wordsOf(batch);
  if (words.length === 0) return [];
  const found = await slow.facts.list({ tenant, audience, words, limit: MAX_FOUND });
  return rankRelated(found, words).slice(0, MAX_RELATED);
}

function wordsOf(batch: Batch): readonly string[] {
  const text = saidIn(batch)
    .map(({ name, text: said }) => `${name} ${said}`)
    .join("\n");
  return searchWords(text)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS);
}

/** Facts with more of the words first; a word that most of them hold counts little. */
export function rankRelated(
  facts: readonly MemoryFact[],
  words: readonly string[],
): readonly MemoryFact[] {
  const texts = facts.map(({ text }) => foldText(text));
  const weights = words.map((word) => {
    const holding = texts.filter((text) => text.includes(word)).length;
    return { word, weight: Math.log(1 + facts.length / Math.max(1, holding)) };
  });
  const scored = facts.map((fact, index) => {
    const held = weights.filter(({ word }) => texts[index]?.includes(word));
    return { fact, score: held.reduce((sum, { weight }) => sum + weight, 0) };
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ fact }) => fact);
}
