import { foldText } from "../../kernel/text/fold-text.ts";
import { type Integrity, isAtLeastAsTrusted } from "../../kernel/label.ts";
import type { MemoryFact } from "../../store/search/facts.ts";
import { type Batch, type SaidLine, saidIn } from "./batch.ts";
import type { Proposal } from "./parse-answer.ts";
import { nameOf } from "./render-request.ts";

/** Fact extracted from a batch of messages. */
export type ExtractedFact =
  | {
      readonly type: "new";
      readonly kind: MemoryFact["kind"];
      readonly tier: MemoryFact["tier"];
      readonly text: string;
      readonly subject: string | null;
      readonly integrity: Integrity;
      readonly evidence: readonly SaidLine[];
      /** Facts whose chat it takes. */
      readonly replaces: readonly MemoryFact[];
    }
  /** Repetition of an existing fact. */
  | {
      readonly type: "again";
      readonly fact: MemoryFact;
      readonly evidence: readonly SaidLine[];
    };

export interface Resolved {
  readonly learnedFacts: readonly ExtractedFact[];
  /** Number of proposals without evidence in the messages. */
  readonly unfounded: number;
}

export interface ResolveOptions {
  readonly batch: Batch;
  readonly known: readonly MemoryFact[];
  /** Removes invisible characters and text that could pass for our markup. */
  readonly clean: (text: string) => string;
}

/**
 * Checks a model's proposals against the messages. Each fact needs evidence, and has the integrity of its
 * least trusted author; it never replaces a fact of higher integrity.
 */
export function resolveProposals(
  proposals: readonly Proposal[],
  { batch, known, clean }: ResolveOptions,
): Resolved {
  const said = saidIn(batch);
  const byName = new Map(known.map((fact, index) => [nameOf(index), fact]));
  const byText = new Map(known.map((fact) => [foldText(fact.text), fact]));
  const learnedFacts = new Map<string, ExtractedFact>();
  let unfounded = 0;
  for (const { kind, tier, same, replaces, evidence: named, ...proposal } of proposals) {
    const evidence = [...new Set(named)].flatMap((n) => said[n - 1] ?? []);
    const text = oneLine(clean(proposal.text));
    if (evidence.length < new Set(named).size || text === "") {
      unfounded += 1;
      continue;
    }
    const folded = foldText(text);
    const fact = byText.get(folded) ?? byName.get(same ?? "");
    if (fact) {
      const before = learnedFacts.get(fact.id)?.evidence ?? [];
      learnedFacts.set(fact.id, { type: "again", fact, evidence: join(before, evidence) });
      continue;
    }
    const twin = learnedFacts.get(folded);
    if (twin?.type === "new") {
      const all = join(twin.evidence, evidence);
      learnedFacts.set(folded, { ...twin, evidence: all, integrity: lowestIntegrity(all) });
      continue;
    }
    const integrity = lowestIntegrity(evidence);
    const subject = proposal.subject ? oneLine(clean(proposal.subject)) || null : null;
    const replaced = (replaces ?? []).flatMap((name) => byName.get(name) ?? []);
    learnedFacts.set(folded, {
      type: "new",
      kind,
      tier,
      text,
      subject,
      integrity,
      evidence,
      replaces: [...new Set(replaced)].filter((old) =>
        isAtLeastAsTrusted(integrity, old.integrity),
      ),
    });
  }
  return { learnedFacts: [...learnedFacts.values()], unfounded };
}

function lowestIntegrity(evidence: readonly SaidLine[]): Integrity {
  return evidence
    .map(({ integrity }) => integrity)
    .reduce((one, other) => (isAtLeastAsTrusted(one, other) ? other : one));
}

function join(one: readonly SaidLine[], other: readonly SaidLine[]): readonly SaidLine[] {
  return [...new Set([...one, ...other])];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
