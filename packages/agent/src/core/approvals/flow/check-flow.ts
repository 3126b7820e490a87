import type { Effect, Tool } from "@reeve/sdk";
import { keyOf, type Source, uniqueSources } from "../../../kernel/label.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import type { PromptText } from "../../prompt-text.ts";
import { sensitiveArguments } from "../sensitive-arguments.ts";
import {
  type RequestContext,
  DECLARED_BITS,
  splitByTrust,
  untrustedIn,
} from "./request-context.ts";
import { type DerivedArgument, deriveArguments } from "./derive.ts";
import { bitsOfAddress, bitsOfQuery } from "./egress.ts";
import { isOrdered } from "./match-order.ts";
import { normalize } from "./plain-text.ts";
import { newestSaidBy } from "./said.ts";

/** Result of checking who may have shaped a call, and what it tells others. */
export interface FlowCheck {
  /** Every text in the prompt may give orders in the asker's name. */
  readonly isTrusted: boolean;
  /** The asker ordered exactly this call. */
  readonly isOrdered: boolean;
  /** Every value that matters was dictated, selected or vouched for. */
  readonly isDerived: boolean;
  readonly derived: readonly DerivedArgument[];
  /** With what the call tells others, the budget would be exceeded. */
  readonly isOverBudget: boolean;
  /** Bits that it tells, to record once it may run. */
  readonly egress: { readonly hosts: number; readonly declared: number };
  /** Sources of the arguments that the asker did not give, those that share words with them first. */
  readonly because: readonly Source[];
  /** Other sources that the model read, the newest first. */
  readonly beside: readonly Source[];
  /** The sentence of an untrusted text that shares most with an argument, if one does. */
  readonly quote?: string | undefined;
}

/** Judges a call by the sources of everything in the prompt, and never by what words mean. */
export function checkFlow(
  call: { readonly tool: Tool; readonly args: unknown; readonly effect: Effect },
  asking: RequestContext,
): FlowCheck {
  const { trusted, untrusted } = splitByTrust(asking.texts, asking);
  const isOurs = call.effect === "read" || call.effect === "write";
  if (untrusted.length === 0 && isOurs) return HARMLESS;
  const derived = deriveArguments(call, asking);
  const isDerived = derived.length > 0 && derived.every(({ from }) => from !== "composed");
  const ordered = !isOurs && isOrdered(call, asking);
  const egress = egressOf(call, { asking, trusted, untrusted, derived });
  const sharing = textsSharing(untrusted, { asking, derived });
  const sources = sourcesOf(untrusted, sharing, asking);
  const own = asking.integrity === "owner" ? [] : ownSources(asking);
  const isBlamed = !isDerived && !ordered && !asking.isFixed;
  const quote = isBlamed ? quoteOf(sharing, derived) : undefined;
  return {
    isTrusted: untrusted.length === 0,
    isOrdered: ordered,
    isDerived,
    derived,
    isOverBudget: isOverBudget(egress, asking),
    egress,
    because: isBlamed ? [...sources, ...own] : [],
    beside: isBlamed ? [] : [...sources, ...own],
    ...(quote !== undefined && { quote }),
  };
}

const NOTHING: FlowCheck["egress"] = { hosts: 0, declared: 0 };

/** Reading, or changing our own data, where nobody else had a part in it. */
const HARMLESS: FlowCheck = {
  isTrusted: true,
  isOrdered: false,
  isDerived: false,
  derived: [],
  isOverBudget: false,
  egress: NOTHING,
  because: [],
  beside: [],
};

interface Surroundings {
  readonly asking: RequestContext;
  readonly trusted: readonly PromptText[];
  readonly untrusted: readonly PromptText[];
  readonly derived: readonly DerivedArgument[];
}

/** Bits are counted only while private and untrusted text stand in one prompt. */
function egressOf(
  { tool, args }: { readonly tool: Tool; readonly args: unknown },
  { asking, trusted, untrusted, derived }: Surroundings,
): FlowCheck["egress"] {
  const isPrivate = asking.texts.some(({ label }) => label.audience !== "all");
  if (untrusted.length === 0 || !isPrivate) return NOTHING;
  const newest = newestSaidBy(asking.texts, asking.asker);
  const context = { trusted, untrusted, newest, opened: asking.opened };
  const isVouched = (value: string) =>
    derived.some((one) => one.value === value && one.from === "vouched");
  return sensitiveArguments(tool, args).reduce((sum, { role, value }) => {
    if (isVouched(value)) return sum;
    if (role === "host") return { ...sum, hosts: sum.hosts + bitsOfAddress(value, context) };
    if (role === "query") return { ...sum, declared: sum.declared + bitsOfQuery(value, newest) };
    return sum;
  }, NOTHING);
}

function isOverBudget(
  { hosts, declared }: FlowCheck["egress"],
  { spent, policy }: RequestContext,
): boolean {
  if (declared > 0 && spent.declared + declared > DECLARED_BITS) return true;
  if (hosts === 0) return false;
  return (
    spent.turn + hosts > policy.egressPerTurn + ROUNDING ||
    spent.day + hosts > policy.egressPerDay + ROUNDING
  );
}

/** Sums of logarithms are not exact. */
const ROUNDING = 1e-6;

/** An untrusted text with the sources that no earlier text has: what the model wrote since has them all. */
interface SourcedText {
  readonly text: PromptText;
  readonly sources: readonly Source[];
}

/** Returns the texts that share words with an argument: first those that brought a source, the newest of them first. */
function textsSharing(
  untrusted: readonly PromptText[],
  { asking, derived }: Pick<Surroundings, "asking" | "derived">,
): readonly SourcedText[] {
  if (derived.length === 0) return [];
  const values = derived.map(({ value }) => loweredOf({ text: value }));
  const known = new Set<string>();
  const sourced = untrusted.map((text) => {
    const sources = untrustedIn(text.label, asking).filter((source) => !known.has(keyOf(source)));
    for (const source of sources) known.add(keyOf(source));
    return { text, sources };
  });
  return sourced
    .toReversed()
    .filter(({ text }) => {
      const written = loweredOf(text);
      return values.some((value) => sharesStretch(value, written));
    })
    .toSorted((one, other) => Math.sign(other.sources.length) - Math.sign(one.sources.length));
}

/** Returns the untrusted sources of a prompt: first those of texts that share words with an argument, then the newest. */
function sourcesOf(
  untrusted: readonly PromptText[],
  sharing: readonly SourcedText[],
  asking: RequestContext,
): readonly Source[] {
  const texts = [...sharing.map(({ text }) => text), ...untrusted.toReversed()];
  return uniqueSources([
    ...sharing.flatMap(({ sources }) => sources),
    ...texts.flatMap(({ label }) => untrustedIn(label, asking)),
  ]);
}

/** A stretch of so many characters that two texts share orders the list, and decides nothing. */
const STRETCH = 12;
const MAX_VALUE = 2_000;

function loweredOf({ text }: Pick<PromptText, "text">): string {
  return normalize(text).toLowerCase();
}

/** Checks whether two lowered texts share a stretch. */
function sharesStretch(value: string, written: string): boolean {
  if (value.length < STRETCH) return value.length > 2 && written.includes(value);
  const last = Math.min(value.length, MAX_VALUE) - STRETCH;
  for (let at = 0; at <= last; at += 1) {
    if (written.includes(value.slice(at, at + STRETCH))) return true;
  }
  return false;
}

/** Returns the sources of the asker's own newest message: an approver reads whose words they are. */
function ownSources({ texts, asker }: RequestContext): readonly Source[] {
  const newest = texts.findLast(({ author, isNew }) => author === asker && isNew);
  return newest?.label.sources ?? [];
}

/** Longest quotation in a question, in characters. */
const MAX_QUOTE = 300;

/** Returns the sentence in which an argument stands, as inert text. */
function quoteOf(
  [nearest]: readonly SourcedText[],
  derived: readonly DerivedArgument[],
): string | undefined {
  const values = derived.map(({ value }) => loweredOf({ text: value }));
  const sentences = nearest
    ? normalize(nearest.text.text).split(/(?<=[.!?…。！？؟।॥])\s+|\n/u)
    : [];
  const found = sentences.find((sentence) => {
    const written = loweredOf({ text: sentence });
    return values.some((value) => sharesStretch(value, written));
  });
  return found === undefined ? undefined : truncate(found, MAX_QUOTE);
}
