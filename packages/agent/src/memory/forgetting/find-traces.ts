import { looksLikeId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";
import type { Closure, Traces } from "./closure.ts";
import { createRedactor } from "./create-redactor.ts";
import { findDistinctive } from "./find-distinctive.ts";
import type { Viewer } from "./may-forget.ts";
import { uniqueParts } from "./unique-parts.ts";

/** A code that so many others mention has become a name. */
const COMMON = 5;
const MAX_PHRASES = 60;
/** The newest of those that share a word are looked at. */
const MAX_OTHERS = 3000;

/**
 * Finds the traces of a closure: its texts, and words that refer to nothing else. A code is redacted also
 * in a few other messages; a name only if no one else uses it. Turns that asked to forget do not count.
 */
export async function findTraces(
  closure: Closure,
  viewer: Viewer,
  tx: Repositories,
): Promise<Traces> {
  const { texts, messages, facts, notes } = closure;
  const audiences = [...new Set([closure.audience, viewer.person])].filter((one) => one !== "");
  const reach = { tenant: viewer.tenant, audiences };
  const except = {
    orders: messages.map(({ order }) => order),
    facts,
    notes: notes.map(({ id }) => id),
    turns: await tx.forgetting.askingTurns(reach),
  };
  const phrases: string[] = [];
  for (const { phrase, kind } of findDistinctive(texts)) {
    if (phrases.length >= MAX_PHRASES) break;
    // An id says nothing, and what refers to it has to be found.
    if (looksLikeId(phrase) && (await tx.forgetting.isOwnId(phrase))) continue;
    if (kind === "name" && (await tx.people.named(viewer.tenant, phrase)).length > 0) continue;
    const others = await tx.forgetting.countOthers(reach, phrase, except);
    if (others <= (kind === "code" ? COMMON : 0)) phrases.push(phrase);
  }
  const said = [...new Set(texts)].filter((text) => text.trim() !== "");
  const { anchors } = createRedactor({ texts: [], parts: said, phrases: [] });
  const others = await tx.forgetting.saidByOthers(reach, anchors, { except, limit: MAX_OTHERS });
  const parts = said.flatMap((text) =>
    uniqueParts(
      text,
      others.filter((other) => !other.includes(text)),
    ),
  );
  return { reach, texts: said, parts, phrases };
}
