import type { ArgumentRole } from "@reeve/sdk";
import { foldText } from "../../kernel/text/fold-text.ts";
import { isLessTrusted, type Integrity, type Label } from "../../kernel/label.ts";
import type { PromptText } from "../prompt-text.ts";
import type { SensitiveArgument } from "./sensitive-arguments.ts";
import { exactNumbersIn, hostOf, hostsIn, numbersIn } from "./values-in.ts";

/** Where an argument's value came from. */
export interface DerivedArgument extends SensitiveArgument {
  /**
   * `said`: by the asker himself. `own`: it stands in what nobody is trusted less for.
   * `tainted`: it was taken from somebody else. `composed`: by the model, from nowhere in particular.
   */
  readonly from: "said" | "own" | "tainted" | "composed";
  /** Label of the source of tainted words. */
  readonly label?: Label | undefined;
}

export interface RequestContext {
  /** Texts that the prompt was made of. */
  readonly texts: readonly PromptText[];
  /** The person who asks, and how far they are trusted. */
  readonly asker: string;
  readonly integrity: Integrity;
}

/** Fragments of somebody's text that are this long, in characters, make a text theirs. */
const FRAGMENT = 40;
const WINDOW = FRAGMENT / 2;
/** Shorter texts are words that anybody might use. */
const MIN_BODY = 12;
/** So much of a long text is looked at. */
const MAX_BODY = 20_000;

/** Says of each value whether the asker said it, or where else it came from. */
export function findArgumentOrigins(
  values: readonly SensitiveArgument[],
  asking: RequestContext,
): readonly DerivedArgument[] {
  if (values.length === 0) return [];
  const low = asking.texts.filter(({ label }) => isLessTrusted(label, asking.integrity));
  const trusted = asking.texts.filter((text) => !low.includes(text));
  const said = foldAll(trusted.filter(({ author }) => author === asking.asker));
  const own = foldAll(trusted);
  const others = foldAll(low);
  const newest = low.findLast(({ isNew }) => isNew);
  return values.map((one): DerivedArgument => {
    if (said.some((text) => stands(one, text))) return { ...one, from: "said" };
    if (own.some((text) => stands(one, text))) return { ...one, from: "own" };
    const source = others.find((text) => stands(one, text) || isQuoted(one, text));
    if (source) return { ...one, from: "tainted", label: source.label };
    if (newest && STEERED.has(one.role)) return { ...one, from: "tainted", label: newest.label };
    return { ...one, from: "composed" };
  });
}

/** Arguments that a few foreign words can steer, even when they are rephrased. */
const STEERED: ReadonlySet<ArgumentRole> = new Set([
  "recipient",
  "amount",
  "host",
  "path",
  "command",
]);

interface Folded {
  readonly raw: string;
  readonly folded: string;
  readonly label: Label;
}

function foldAll(texts: readonly PromptText[]): readonly Folded[] {
  return texts.map(({ text, label }) => ({ raw: text, folded: ` ${foldText(text)} `, label }));
}

/** Whether the value stands in the text: words as words, numbers by value, addresses by host. */
function stands({ role, value }: SensitiveArgument, { raw, folded }: Folded): boolean {
  if (role === "amount") {
    const known = new Set(numbersIn(raw));
    const wanted = exactNumbersIn(value);
    return wanted.length > 0 && wanted.every((number) => known.has(number));
  }
  if (role === "host") {
    const host = hostOf(value);
    return host !== undefined && hostsIn(raw).has(host);
  }
  const words = foldText(value);
  if (words === "") return raw.includes(value.trim());
  if (isPlain(role)) return folded.includes(SPACED.test(words) ? ` ${words} ` : words);
  return words.length >= MIN_BODY && folded.includes(words);
}

/** Scripts without spaces between words. */
const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M} ]+$/u;

function isPlain(role: ArgumentRole): boolean {
  return role !== "body" && role !== "query";
}

/** Whether a long piece of the text stands in the value. */
function isQuoted({ role, value }: SensitiveArgument, { folded }: Folded): boolean {
  if (isPlain(role)) return false;
  const body = foldText(value.slice(0, MAX_BODY));
  for (let at = 0; at + WINDOW <= body.length; at += WINDOW) {
    const found = folded.indexOf(body.slice(at, at + WINDOW));
    if (found !== -1 && sharedAround(body, at, { folded, found }) >= FRAGMENT) return true;
  }
  return false;
}

/** How many characters two texts have in common around a window that they share. */
function sharedAround(
  body: string,
  at: number,
  { folded, found }: { readonly folded: string; readonly found: number },
): number {
  let before = 0;
  while (before < at && before < found && body[at - before - 1] === folded[found - before - 1])
    before += 1;
  let after = WINDOW;
  while (at + after < body.length && body[at + after] === folded[found + after]) after += 1;
  return before + after;
}
