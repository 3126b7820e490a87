import {
  audienceOf,
  INTEGRITIES,
  joinLabels,
  type Label,
  labelOfSource,
} from "../../kernel/label.ts";
import { isRecord } from "../../kernel/text/json.ts";
import type {
  Extras,
  InputSource,
  Step,
  StoredCall,
  TurnHistory,
} from "../../store/turns/turns.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { PromptText } from "../prompt-text.ts";
import type { Gathered } from "./gather.ts";
import {
  attachmentsIn,
  nameOfAttachment,
  withoutAttachments,
} from "./render/render-attachments.ts";
import type { ToolResult } from "../../kernel/transcript.ts";

/** Gathered parts of a prompt whose sources are labeled. */
export type PromptMaterial = Pick<Gathered, "system" | "summary" | "summaryLabel" | "conversation">;

/**
 * All that a turn's prompt is made of, but for what the agent itself said. Results
 * count as they were, also where the prompt shows them shortened.
 */
export function promptTexts(turn: OpenTurn, looked: PromptMaterial): readonly PromptText[] {
  const { chat, steps } = turn;
  const audience = audienceOf({ chat: chat.id, kind: chat.kind, uid: chat.uid });
  const own: Label = { integrity: "owner", audience };
  const summary = looked.summary ?? "";
  const summaryLabel = looked.summaryLabel ?? own;
  const newest = steps.findLastIndex(({ heard = [] }) => heard.length > 0);
  const texts = looked.system.map((text): PromptText => ({ text, label: own, isNew: false }));
  if (summary !== "") texts.push({ text: summary, label: summaryLabel, isNew: false });
  // Loops, because `flatMap` takes several times as long for a long conversation.
  for (const earlier of looked.conversation.turns)
    for (const text of textsOfEarlier(earlier, own)) texts.push(text);
  for (const [index, step] of steps.entries())
    for (const text of textsOf(step, { own, isNew: index >= newest })) texts.push(text);
  return texts;
}

interface TextContext {
  /** Label of texts that are the owner's or built in. */
  readonly own: Label;
  readonly isNew: boolean;
}

/** Turns that have ended are looked at with each call, and never change. */
const known = new WeakMap<
  TurnHistory,
  { readonly audience: string; readonly texts: readonly PromptText[] }
>();

function textsOfEarlier(turn: TurnHistory, own: Label): readonly PromptText[] {
  const before = known.get(turn);
  if (before?.audience === own.audience) return before.texts;
  const texts = turn.steps.flatMap((step) => textsOf(step, { own, isNew: false }));
  known.set(turn, { audience: own.audience, texts });
  return texts;
}

function textsOf(step: Step, { own, isNew }: TextContext): readonly PromptText[] {
  const { heard = [], extras, calls } = step;
  const input = withoutAttachments(step.input ?? "");
  const results = calls.flatMap((call): readonly PromptText[] => {
    const text = call.result ? textOfResult(call.result) : "";
    if (text === "") return [];
    const label = call.label ?? labelOfUnlabelled(call, own);
    const isOutside = isFromOutside(label, call);
    return [{ text, label, askedFor: wordsIn(call.args), isOutside, isNew }];
  });
  const inherited = joinLabels([own, ...heard.map(({ label }) => label)]);
  return [
    ...messagesIn(input, heard).map((message) => ({
      label: own,
      isOutside: true,
      ...message,
      isNew,
    })),
    ...attachmentsOf(step, own).map((told) => ({ ...told, isOutside: true, isNew })),
    ...linesIn(input, () => inherited).map((line) => ({ ...line, isNew })),
    ...linesIn(extras?.text ?? "", labelOfLine(extras, own)).map((line) => ({ ...line, isNew })),
    ...results,
  ];
}

/** Returns the texts of files, and of pictures, whose words nobody wrote down. */
function attachmentsOf(
  { input, heard = [] }: Step,
  { audience }: Label,
): readonly Pick<PromptText, "text" | "label">[] {
  const seen = heard.flatMap(({ beside = [] }) => beside.map((label) => ({ text: "", label })));
  const told = attachmentsIn(input ?? "").map((text) => {
    const where = nameOfAttachment(text);
    const kind = where === undefined ? "media" : "document";
    const source = { kind, where: where ?? "file", integrity: "stranger" } as const;
    return { text, label: labelOfSource(source, audience) };
  });
  return [...seen, ...told];
}

/** A refusal is ours; what a tool answered before labels were kept may be anybody's. */
function labelOfUnlabelled({ tool, result }: StoredCall, own: Label): Label {
  if (result?.type !== "value") return own;
  return labelOfSource({ kind: "tool", where: tool, integrity: "tool" }, own.audience);
}

/** Everybody may see a page; what another tool from outside returned names that tool. */
function isFromOutside({ audience, sources = [] }: Label, { tool }: StoredCall): boolean {
  return audience === "all" || sources.some(({ kind, where }) => kind === "tool" && where === tool);
}

function wordsIn(args: unknown): readonly string[] {
  return isRecord(args) ? Object.values(args).filter((value) => typeof value === "string") : [];
}

/** Each message with who said it; its head and what it quotes are somebody's words, too. */
function messagesIn(
  input: string,
  heard: readonly InputSource[],
): readonly (Pick<PromptText, "text" | "author" | "isOutside"> & { readonly label?: Label })[] {
  const answer = ANSWERED.test(input) ? answerIn(input, heard) : undefined;
  if (answer) return answer;
  const found = [...input.matchAll(/([\s\S]*?)<user_message>([\s\S]*?)<\/user_message>/g)];
  return found.flatMap(([, head = "", text = ""], index) => {
    const said = heard[index];
    if (!said) return [{ text }];
    const { label, author, isForeign, handed = [] } = said;
    // What a job or a plan says was stored here: the model may have composed its addresses.
    const results = handed.map((one) => ({ ...one, isOutside: false }));
    if (isForeign) return [{ text, label, isOutside: false }, ...results];
    const message = { text, label, ...(!FORWARDED.test(head) && { author }) };
    const named = label.integrity === "owner" ? [] : [{ text: head, label }];
    return [message, ...named, ...quotesIn(head, label), ...results];
  });
}

/** Matches the question about a call and its answer, as `renderNotRun` writes them. */
const ANSWERED = /^\[Approval \S+ (?:refused|answered|sent back) by /;
const ANSWER =
  /\n(?:It was not run\. Answer|Reason): ([\s\S]*)$|\n<correction>([\s\S]*)<\/correction>$/;

function answerIn(input: string, [asked, answered]: readonly InputSource[]) {
  if (!asked || !answered) return undefined;
  const [, words, correction] = ANSWER.exec(input) ?? [];
  const said = words ?? correction ?? "";
  return [
    { text: said === "" ? input : input.replace(said, ""), label: asked.label },
    { text: said, author: answered.author, label: answered.label },
  ];
}

const FORWARDED = /\[forwarded from ([^\]]*)\]/;

/** Whoever is quoted did not ask. */
function quotesIn(
  head: string,
  { audience }: Label,
): readonly Pick<PromptText, "text" | "label">[] {
  return Array.from(
    head.matchAll(/\[in reply to (.*?): "(.*)"\]/g),
    ([, where = "", text = ""]) => ({
      text,
      label: labelOfSource({ kind: "quote", where, integrity: "stranger" }, audience),
    }),
  );
}

type LabelOfLine = (place: number, integrity: string) => Label;

/** Splits blocks of context into lines. */
function linesIn(
  text: string,
  labelOf: LabelOfLine,
): readonly Pick<PromptText, "text" | "label">[] {
  const blocks = text.matchAll(
    /<context type="[\w-]+" integrity="(\w+)" audience="\w+">\n([\s\S]*?)\n<\/context>/g,
  );
  let place = 0;
  return [...blocks].flatMap(([, integrity = "", lines = ""]) =>
    lines.split("\n").map((line) => ({ text: line, label: labelOf(place++, integrity) })),
  );
}

/** Recalled lines keep their labels; a line without one is no more trusted than its block says. */
function labelOfLine(extras: Extras | null, own: Label): LabelOfLine {
  const { labels = [], lineLabels = [] } = extras ?? {};
  return (place, written) => {
    const label = labels[lineLabels[place] ?? -1];
    if (label) return { ...label, audience: own.audience };
    const integrity = INTEGRITIES.find((one) => one === written) ?? "tool";
    if (integrity === "owner") return own;
    return labelOfSource({ kind: "memory", where: "", integrity }, own.audience);
  };
}

/** Returns the text in a result that its tool did not make up; empty if there is none. */
function textOfResult(result: ToolResult): string {
  switch (result.type) {
    case "value":
    case "fault":
      return result.text;
    case "pending":
    case "unknown":
    case "aborted":
      return "";
  }
}
