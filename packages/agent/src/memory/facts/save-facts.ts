import { type NewId, toId } from "../../kernel/ids.ts";
import type { Evidence, MemoryFact } from "../../store/search/facts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { SaidLine } from "./batch.ts";
import type { ExtractedFact } from "./resolve-proposals.ts";
import { factExpiry } from "./fact-expiry.ts";
import { retireFact } from "./retire-fact.ts";

export interface SaveFactsDeps {
  readonly chat: Chat;
  readonly now: number;
  readonly newId: NewId;
  /** Called for each new fact, inside the transaction. */
  readonly onAdded?: ((tx: Repositories, fact: MemoryFact) => Promise<void>) | undefined;
}

/** Number of facts that were added, and that were repeated. */
export interface FactCounts {
  readonly added: number;
  readonly merged: number;
  readonly superseded: number;
}

/**
 * Stores extracted facts, in the caller's transaction. Messages that were edited or deleted since they were
 * read are no evidence anymore.
 */
export async function saveFacts(
  tx: Repositories,
  learnedFacts: readonly ExtractedFact[],
  deps: SaveFactsDeps,
): Promise<FactCounts> {
  const kept = { added: 0, merged: 0, superseded: 0 };
  for (const proposed of learnedFacts) {
    const learnedFact = {
      ...proposed,
      evidence: await stillSaid(tx, proposed.evidence, deps.chat),
    };
    if (learnedFact.evidence.length === 0) continue;
    if (learnedFact.type === "again") {
      await tx.facts.addEvidence(learnedFact.fact.id, toEvidence(learnedFact.evidence, deps.chat));
      kept.merged += 1;
      continue;
    }
    kept.superseded += await addFact(tx, learnedFact, deps);
    kept.added += 1;
  }
  return kept;
}

/** Adds a fact; returns the number of facts that it replaced. */
async function addFact(
  tx: Repositories,
  learnedFact: Extract<ExtractedFact, { type: "new" }>,
  { chat, now, newId, onAdded }: SaveFactsDeps,
): Promise<number> {
  const newest = learnedFact.evidence.reduce((one, other) => (other.at >= one.at ? other : one));
  const { kind, tier, text, subject, integrity } = learnedFact;
  const fact: MemoryFact = {
    id: toId<"fact">(newId()),
    tenant: chat.tenant,
    audience: chat.uid,
    chat: chat.id,
    session: newest.session,
    turn: newest.turn,
    kind,
    tier,
    text,
    subject,
    integrity,
    saidAt: newest.at,
    validFrom: newest.at,
    validUntil: factExpiry({ tier, validFrom: newest.at }),
    supersededBy: null,
    confirmedBy: null,
    state: "active",
    createdAt: now,
  };
  await tx.facts.add(fact);
  await tx.facts.addEvidence(fact.id, toEvidence(learnedFact.evidence, chat));
  const replaced = await stillActive(tx, learnedFact.replaces);
  for (const old of replaced)
    await retireFact(tx, old, {
      state: "superseded",
      supersededBy: fact.id,
      validUntil: newest.at,
    });
  const before = replaced.map((old) => ({ id: old.id, text: old.text }));
  await tx.memoryChanges.add({
    id: newId(),
    tenant: chat.tenant,
    person: newest.author,
    at: now,
    ref: fact.id,
    after: text,
    undoneAt: null,
    ...(before.length > 0
      ? { kind: "fact-superseded", before }
      : { kind: "fact-added", before: null }),
  });
  await onAdded?.(tx, fact);
  return replaced.length;
}

async function stillActive(
  tx: Repositories,
  facts: readonly MemoryFact[],
): Promise<readonly MemoryFact[]> {
  const now = await Promise.all(facts.map(({ id }) => tx.facts.byId(id)));
  return now.filter((fact) => fact !== undefined).filter(({ state }) => state === "active");
}

async function stillSaid(
  { messages: feed }: Pick<Repositories, "messages">,
  lines: readonly SaidLine[],
  chat: Chat,
): Promise<readonly SaidLine[]> {
  const said: SaidLine[] = [];
  for (const line of lines) if (await feed.isCurrent(chat.id, line)) said.push(line);
  return said;
}

function toEvidence(lines: readonly SaidLine[], { id: chat }: Chat): readonly Evidence[] {
  return lines.map(({ messageId, edit, author, at }) => ({
    chat,
    messageId,
    edit,
    author,
    saidAt: at,
  }));
}
