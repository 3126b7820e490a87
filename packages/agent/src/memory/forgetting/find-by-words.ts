import { Fault } from "@reeve/sdk";
import type { Passage } from "../../store/search/passages.ts";
import type { Repositories } from "../../store/store.ts";
import type { Closure } from "./closure.ts";
import { createRedactor } from "./create-redactor.ts";
import { closureOfPassage } from "./find-closure.ts";
import { findTraces } from "./find-traces.ts";
import type { Viewer } from "./may-forget.ts";
import { wordsIn } from "./words-in.ts";

/** Item that contains the words of the query. */
export interface Hit {
  readonly id: string;
  readonly source: Passage["scope"]["source"];
  readonly text: string;
}

export type FoundByWords =
  | { readonly type: "one"; readonly closure: Closure }
  | { readonly type: "several"; readonly hits: readonly Hit[] };

const MAX_HITS = 200;
const SHOWN = 20;
const SHOWN_CHARS = 200;

/** Original messages and notes come before data derived from them. */
const ORDER = ["fact", "feed", "note", "knowledge", "session"] as const;

/**
 * Finds everything that contains all words of a query. It is one thing if erasing the first also erases the
 * rest; otherwise the person has to choose. Messages that only asked to forget do not count.
 */
export async function findByWords(
  query: string,
  viewer: Viewer,
  tx: Repositories,
): Promise<FoundByWords> {
  const hits = await findHits(query, viewer, tx);
  const [first] = hits;
  if (!first)
    throw new Fault("missing", "No item that you can remove contains all of these words.", {
      hint: "Use fewer words, exactly as they were written, or an id from memory_search.",
    });
  const closure = await closureOfPassage(first, tx);
  const { redact } = createRedactor(await findTraces(closure, viewer, tx));
  const orders = new Set(closure.messages.map(({ order }) => String(order)));
  const facts = new Set<string>(closure.facts);
  const others = hits.filter(
    ({ ref, scope, text }) =>
      !(scope.source === "feed" && orders.has(ref)) && !facts.has(ref) && redact(text) === text,
  );
  if (others.every(({ id }) => id === first.id)) return { type: "one", closure };
  return { type: "several", hits: [first, ...others].slice(0, SHOWN).map(toHit) };
}

/** Returns the exact phrase, where something holds it; else all of its words. */
async function findHits(
  query: string,
  viewer: Viewer,
  tx: Repositories,
): Promise<readonly Passage[]> {
  await tx.messages.index();
  const words = wordsIn(query).map(({ key }) => key);
  const audiences = await audiencesOf(viewer, tx);
  const reach = { tenant: viewer.tenant, audiences };
  const found = await tx.forgetting.passagesWith(reach, [...new Set(words)], MAX_HITS);
  const asking = new Set(await tx.forgetting.askingTurns(reach));
  const messages = await tx.forgetting.messages(
    found.filter(({ scope }) => scope.source === "feed").map(({ ref }) => Number(ref)),
  );
  const byOrder = new Map(messages.map((message) => [String(message.order), message]));
  const said = found.filter(({ scope, ref }) => {
    if (scope.source !== "feed") return true;
    const { turn = null, direction } = byOrder.get(ref) ?? {};
    return direction === "in" && !(turn !== null && asking.has(turn));
  });
  const phrase = words.join(" ");
  const exact = said.filter(({ text }) =>
    ` ${wordsIn(text)
      .map(({ key }) => key)
      .join(" ")} `.includes(` ${phrase} `),
  );
  const hits = exact.length > 0 ? exact : said;
  return hits.toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id);
}

async function audiencesOf(
  { tenant, person, role }: Viewer,
  tx: Repositories,
): Promise<readonly string[]> {
  if (role !== "owner") return [person];
  const scopes = await tx.passages.scopes(tenant);
  return [...new Set([person, ...scopes.map(({ audience }) => audience)])];
}

function rankOf({ scope }: Passage): number {
  return ORDER.indexOf(scope.source);
}

function toHit({ ref: id, scope, text }: Passage): Hit {
  const short = text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS).trimEnd()} …`;
  return { id, source: scope.source, text: short };
}
