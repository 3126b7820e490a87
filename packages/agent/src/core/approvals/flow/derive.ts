import type { ArgumentRole, Effect, Tool } from "@reeve/sdk";
import { parseMoment } from "when-in-words";
import { toLocalTime } from "when-in-words/local-time";
import { isRecord } from "../../../kernel/text/json.ts";
import type { PromptText } from "../../prompt-text.ts";
import { type SensitiveArgument, sensitiveArguments } from "../sensitive-arguments.ts";
import { type RequestContext, isTrustedFor } from "./request-context.ts";
import { type ReadText, readText } from "./clauses.ts";
import { addressesOf } from "./contacts.ts";
import { isDictated, isPlain, isSaidText, isSaidValue } from "./dictated.ts";
import { ordersIn } from "./orders.ts";
import { newestSaidBy, saidBy } from "./said.ts";
import { normalize } from "./plain-text.ts";
import { findTokens, isSameInAnyCase, tokensIn } from "./tokens.ts";

/** Where the value of an argument came from. */
export interface DerivedArgument extends SensitiveArgument {
  /**
   * `dictated`: the asker said it. `selected`: it is one of the options that a trusted schema or list offers.
   * `vouched`: a person confirmed it. `composed`: by the model, from anything in its prompt.
   */
  readonly from: "dictated" | "selected" | "vouched" | "composed";
}

/**
 * Returns the values of a call that matter, each with where it came from: those that its tool or their names
 * say, and for a call that reaches beyond our own data, all.
 */
export function deriveArguments(
  {
    tool,
    args,
    effect,
  }: { readonly tool: DerivedTool; readonly args: unknown; readonly effect: Effect },
  asking: RequestContext,
): readonly DerivedArgument[] {
  const said = saidBy(asking.texts, asking.asker);
  const sensitive = sensitiveArguments(tool, args);
  const isOwn = effect === "read" || effect === "write";
  const others = isOwn
    ? []
    : otherArguments(args, sensitive).map((one) => deriveOther(one, said, { tool, asking }));
  const known = sensitive.map((one): DerivedArgument => {
    if (isVouched(one, asking)) return { ...one, from: "vouched" };
    if (isSaid(one, said, asking)) return { ...one, from: "dictated" };
    const isChoice = tool.harmlessChoices?.includes(one.name) ?? false;
    const isNamed = one.role === "target" && isSelectedByWords(one.value, asking);
    return { ...one, from: isChoice || isNamed ? "selected" : "composed" };
  });
  return [...known, ...others];
}

type DerivedTool = Pick<Tool, "sensitiveArguments" | "harmlessChoices">;

/** Returns the arguments that no name and no declaration gives a role. */
function otherArguments(
  args: unknown,
  sensitive: readonly SensitiveArgument[],
): readonly SensitiveArgument[] {
  if (!isRecord(args)) return [];
  const known = new Set(sensitive.map(({ name }) => name));
  return Object.entries(args).flatMap(([name, value]) => {
    const isEmpty = value === undefined || value === null || value === false || value === "";
    if (known.has(name) || isEmpty) return [];
    return [
      { name, role: "body", value: typeof value === "string" ? value : JSON.stringify(value) },
    ];
  });
}

/** A title, a time or a switch is the asker's if they said it, in words that can be read in one way only. */
function deriveOther(
  one: SensitiveArgument,
  said: readonly ReadText[],
  { tool, asking }: { readonly tool: DerivedTool; readonly asking: RequestContext },
): DerivedArgument {
  const { name, value } = one;
  if (tool.harmlessChoices?.includes(name)) return { ...one, from: "selected" };
  const isTitle = isPlain(value) && isSaidValue(value, "recipient", said);
  if (isTitle || isSaidText(value, said) || isSaidTime(value, said, asking))
    return { ...one, from: "dictated" };
  return { ...one, from: "composed" };
}

/** Checks whether the only moment in a message of the asker's is this one. */
function isSaidTime(
  value: string,
  said: readonly ReadText[],
  { now, timeZone }: RequestContext,
): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return false;
  const isLocal = !/(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  return said.some(({ text }) => {
    const moment = parseMoment(text, { now, timeZone });
    if (!moment || moment.isDateOnly) return false;
    if (!isLocal) return moment.at === Date.parse(value);
    const { date, time } = toLocalTime(moment.at, timeZone);
    return value.startsWith(`${date}T${time}`);
  });
}

/** Checks whether a person confirmed a value in its role, or it stands in the step of a plan that one allowed. */
function isVouched(
  { role, value }: SensitiveArgument,
  { vouched, planned }: RequestContext,
): boolean {
  if (vouched.some((one) => one.role === role && one.value === value)) return true;
  return planned !== undefined && isDictated(value, role, [readText(normalize(planned))]);
}

function isSaid(
  { role, value }: SensitiveArgument,
  said: readonly ReadText[],
  { contacts, texts, asker }: RequestContext,
): boolean {
  const newest = newestSaidBy(texts, asker);
  if (isDictated(value, role, said)) return true;
  if (role === "command") return isOrderedCommand(value, newest);
  if (role !== "recipient") return false;
  return contacts.some(
    ({ name }) =>
      addressesOf(name, contacts).includes(value) && isSaidValue(name, "recipient", said),
  );
}

/** Checks whether the newest message orders a command, in quotation marks. */
function isOrderedCommand(command: string, newest: ReadText | undefined): boolean {
  const orders = newest ? ordersIn(newest) : [];
  return (
    isPlain(command) &&
    orders.some(({ kind, bodies }) => kind === "run" && bodies.includes(normalize(command)))
  );
}

/** A row of a list in a result: the id that we minted, and the words beside it. */
interface Row {
  readonly id: string;
  readonly words: string;
}

/**
 * Checks whether the words of the asker's newest message fit one row of the lists in the prompt better than
 * any other, and that row has this id. Only rows of the asker's own lists count: others word theirs to fit.
 */
function isSelectedByWords(id: string, asking: RequestContext): boolean {
  const { texts, asker } = asking;
  const newest = newestSaidBy(texts, asker);
  if (!newest || !isPlain(id)) return false;
  const said = new Set(
    newest.tokens
      .map((token) => token.text.toLowerCase())
      .filter((word) => word.length >= MIN_WORD),
  );
  const own = texts.filter(({ label }) => isTrustedFor(label, asking));
  const scores = rowsWith(id, own).map((row) => ({ row, score: sharedWords(row.words, said) }));
  const best = Math.max(0, ...scores.map(({ score }) => score));
  const fitting = scores.filter(({ score }) => score === best);
  return best > 0 && fitting.length === 1 && fitting[0]?.row.id === id;
}

/** Shorter words fit anything. */
const MIN_WORD = 3;

/** Checks whether a recipient as said names the one who stands behind an id, and nobody else. */
export function isSelectedByName(id: string, name: string, asking: RequestContext): boolean {
  const wanted = tokensIn(normalize(name));
  const lists = asking.texts.filter(
    ({ label }) =>
      isTrustedFor(label, asking) || label.sources?.every(({ kind }) => SENT.has(kind)),
  );
  const named = rowsWith(id, lists).filter(({ words }) => {
    const tokens = tokensIn(normalize(words)).flatMap(({ text, ...place }) => [
      { text, ...place },
      { text: text.split("@")[0] ?? "", ...place },
    ]);
    return findTokens(wanted, tokens, isSameInAnyCase).length > 0;
  });
  return named.length === 1 && named[0]?.id === id;
}

/** Kinds of texts whose sender the platform tells. */
const SENT: ReadonlySet<string> = new Set(["mail", "message", "event"]);

/** Returns all rows of the lists that hold an id, and of results that were asked for by it. */
function rowsWith(id: string, texts: readonly PromptText[]): readonly Row[] {
  return texts.flatMap((text): readonly Row[] => {
    const asked = text.askedFor ?? [];
    if (asked.includes(id)) return [{ id, words: text.text.split("\n")[0] ?? "" }];
    const rows = text.text
      .split(/[;\n]| · /)
      .map((words) => ({ words, tokens: tokensIn(normalize(words)) }));
    if (!rows.some(({ tokens }) => tokens.some((token) => token.text === id))) return [];
    return rows.map(({ words, tokens }) => ({
      id: tokens.find((token) => token.text === id)?.text ?? tokens[0]?.text ?? "",
      words,
    }));
  });
}

function sharedWords(words: string, said: ReadonlySet<string>): number {
  const own = new Set(tokensIn(normalize(words)).map((token) => token.text.toLowerCase()));
  return [...own].filter((word) => said.has(word)).length;
}

/** Roles of values that name a thing: they may be short. */
export const NAMING: ReadonlySet<ArgumentRole> = new Set(["recipient", "host", "path", "target"]);
