import { foldText } from "../../kernel/text/fold-text.ts";
import { isRecord } from "../../kernel/text/json.ts";
import { isLessTrusted, joinLabels, type Label } from "../../kernel/label.ts";
import type { PromptText } from "../prompt-text.ts";
import type { RequestContext } from "./argument-origins.ts";

/**
 * The label of what a call writes: the asker's own where all of its words are his,
 * else that of all that stood in the prompt. What is put in other words stays tainted.
 */
export function labelForWrites(args: unknown, { texts, asker, integrity }: RequestContext): Label {
  const trusted = texts.filter(({ label }) => !isLessTrusted(label, integrity));
  const said = trusted.filter(({ author }) => author === asker);
  const own = joinLabels(said.map(({ label }) => label));
  const base = { ...own, integrity };
  const low = texts.filter(({ label }) => isLessTrusted(label, integrity));
  if (low.length === 0) return base;
  const words = new Set(said.flatMap((text) => wordsOf(text)));
  const isSaid = textsIn(args).every((text) => isMadeOf(text, words));
  return isSaid ? base : joinLabels([base, ...low.map(({ label }) => label)]);
}

/** Texts of a transcript are looked at with each call. */
const known = new WeakMap<PromptText, readonly string[]>();

function wordsOf(text: PromptText): readonly string[] {
  const words = known.get(text) ?? foldText(text.text).split(" ");
  known.set(text, words);
  return words;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** A single word is a choice among few, such as a heading; more of them say something. */
function isMadeOf(text: string, said: ReadonlySet<string>): boolean {
  const words = foldText(text).split(" ");
  if (words.length === 1 && (words[0]?.length ?? 0) <= MAX_CHOICE) return true;
  return words.every((word) => said.has(word) || GLUE.has(word));
}

const MAX_CHOICE = 12;

/** Words with which the agent speaks of who asked. */
const GLUE: ReadonlySet<string> = new Set(
  "a an the of to in on at is are was be has have likes prefers wants says said user owner user s his her their he she they that it and with for".split(
    " ",
  ),
);
