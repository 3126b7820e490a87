import { type Integrity, INTEGRITIES, type Label, type Source } from "../../../kernel/label.ts";
import type { PromptText } from "../../prompt-text.ts";
import type { SensitiveArgument } from "../sensitive-arguments.ts";
import type { Contact } from "./contacts.ts";

/** Everything that leads to a call: who asks, where, and all that the model read before it. */
export interface RequestContext {
  /** All texts in the prompt, oldest first. */
  readonly texts: readonly PromptText[];
  /** The person who asks, and how far they are trusted. */
  readonly asker: string;
  readonly integrity: Integrity;
  /** The channel's own name of the chat that is answered. */
  readonly channel: string;
  readonly externalId: string;
  readonly contacts: readonly Contact[];
  /** Calls of the turn before this one, those of the same response included. */
  readonly earlier: readonly EarlierCall[];
  /** Addresses that calls of the conversation opened, in their order. */
  readonly opened: readonly string[];
  /** Values that a person confirmed in this conversation. */
  readonly vouched: readonly Pick<SensitiveArgument, "role" | "value">[];
  /** The call was fixed by the requester before the model read anything. */
  readonly isFixed?: boolean | undefined;
  /** Words of the plan's step that a person allowed. */
  readonly planned?: string | undefined;
  readonly spent: EgressSpent;
  readonly policy: FlowPolicy;
  /** Unix milliseconds, against which "tomorrow at ten" is read. */
  readonly now: number;
  readonly timeZone: string;
}

export interface EarlierCall {
  readonly tool: string;
  readonly args: unknown;
  readonly isAllowed: boolean;
}

/** Bits that were told to others before. */
export interface EgressSpent {
  /** In this turn, to hosts. */
  readonly turn: number;
  /** In the last 24 hours, for this asker. */
  readonly day: number;
  /** In this turn, to declared recipients such as the search provider. */
  readonly declared: number;
}

/** Limits within which calls need no approval. */
export interface FlowPolicy {
  /** Whether what the asker dictated in full is sent. */
  readonly sendsDictated: boolean;
  /** Largest payment that the asker may dictate, by asset, as people write it. */
  readonly payDictated: Readonly<Record<string, string>>;
  /** Bits that a turn may tell to hosts. */
  readonly egressPerTurn: number;
  /** The same for an asker in 24 hours. */
  readonly egressPerDay: number;
}

export const DEFAULT_FLOW_POLICY: FlowPolicy = {
  sendsDictated: true,
  payDictated: {},
  egressPerTurn: 8,
  egressPerDay: 64,
};

/** Bits that a turn may tell to declared recipients. */
export const DECLARED_BITS = 1_024;

/** Checks whether everything that shaped a text may give orders in the asker's name. */
export function isTrustedFor(
  label: Label,
  asking: Pick<RequestContext, "asker" | "integrity">,
): boolean {
  return untrustedIn(label, asking).length === 0;
}

interface SplitTexts {
  readonly trusted: readonly PromptText[];
  readonly untrusted: readonly PromptText[];
}

/** Prompts are split several times for the same asker. */
const known = new WeakMap<
  readonly PromptText[],
  SplitTexts & Pick<RequestContext, "asker" | "integrity">
>();

/** Splits the texts of a prompt into those that may give orders in the asker's name, and the others. */
export function splitByTrust(
  texts: readonly PromptText[],
  { asker, integrity }: Pick<RequestContext, "asker" | "integrity">,
): SplitTexts {
  const before = known.get(texts);
  const isSame = before?.asker === asker && before.integrity === integrity;
  // A prompt that was added to is another one.
  if (isSame && before.trusted.length + before.untrusted.length === texts.length) return before;
  const trusted: PromptText[] = [];
  const untrusted: PromptText[] = [];
  for (const text of texts)
    (isTrustedFor(text.label, { asker, integrity }) ? trusted : untrusted).push(text);
  const split = { asker, integrity, trusted, untrusted };
  known.set(texts, split);
  return split;
}

/** Returns the sources of a label that may not: those ranked below the asker, and their equals. */
export function untrustedIn(
  { integrity, sources = [] }: Label,
  asking: Pick<RequestContext, "asker" | "integrity">,
): readonly Source[] {
  const found = sources.filter((source) => !isSourceTrusted(source, asking));
  const isNamed = sources.some((source) => source.integrity === integrity);
  if (isNamed || isSourceTrusted({ integrity }, asking)) return found;
  return [...found, { kind: "other", where: "", integrity }];
}

function isSourceTrusted(
  { integrity, by }: Pick<Source, "integrity" | "by">,
  { asker, integrity: own }: Pick<RequestContext, "asker" | "integrity">,
): boolean {
  if (by === asker) return INTEGRITIES.indexOf(integrity) <= INTEGRITIES.indexOf(own);
  if (integrity === "owner") return true;
  return INTEGRITIES.indexOf(integrity) < INTEGRITIES.indexOf(own);
}
