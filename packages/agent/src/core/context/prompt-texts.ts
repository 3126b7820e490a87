import { audienceOf, type Label } from "../../kernel/label.ts";
import type { InputSource, Step, StoredCall } from "../../store/turns/turns.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { PromptText } from "../prompt-text.ts";
import type { Gathered } from "./gather.ts";
import { originOfRecalled } from "./render/origin-of-recalled.ts";
import {
  attachmentsIn,
  originOfAttachment,
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
  const earlier = looked.conversation.turns.flatMap((one) => one.steps);
  return [
    ...looked.system.map((text): PromptText => ({ text, label: own, isNew: false })),
    ...(summary === "" ? [] : [{ text: summary, label: named(summaryLabel), isNew: false }]),
    ...earlier.flatMap((step) => textsOfEarlier(step, own)),
    ...steps.flatMap((step, index) => textsOf(step, { own, isNew: index >= newest })),
  ];
}

interface TextContext {
  /** Label of texts that are the owner's or built in. */
  readonly own: Label;
  readonly isNew: boolean;
}

/** Steps of ended turns are looked at with each call, and never change. */
const known = new WeakMap<
  Step,
  { readonly audience: string; readonly texts: readonly PromptText[] }
>();

function textsOfEarlier(step: Step, own: Label): readonly PromptText[] {
  const before = known.get(step);
  if (before?.audience === own.audience) return before.texts;
  const texts = textsOf(step, { own, isNew: false });
  known.set(step, { audience: own.audience, texts });
  return texts;
}

function textsOf(step: Step, { own, isNew }: TextContext): readonly PromptText[] {
  const { heard = [], extras, calls } = step;
  const input = withoutAttachments(step.input ?? "");
  const results = calls.flatMap((call) => {
    const text = call.result ? textOfResult(call.result) : "";
    return text === "" ? [] : [{ text, label: call.label ?? labelOfUnlabelled(call, own), isNew }];
  });
  return [
    ...messagesIn(input, heard).map((message) => ({ label: own, ...message, isNew })),
    ...attachmentsOf(step, own).map((told) => ({ ...told, isNew })),
    ...linesIn(input, own).map((line) => ({ ...line, isNew })),
    ...linesIn(extras?.text ?? "", own).map((line) => ({ ...line, isNew })),
    ...results,
  ];
}

/** Returns the texts of files, and of pictures, whose words nobody wrote down. */
function attachmentsOf(
  { input, heard = [] }: Step,
  { audience }: Label,
): readonly Pick<PromptText, "text" | "label">[] {
  const seen = heard.flatMap(({ beside = [] }) => beside.map((label) => ({ text: "", label })));
  const told = attachmentsIn(input ?? "").map((text) => ({
    text,
    label: { integrity: "stranger", audience, origin: originOfAttachment(text) } as const,
  }));
  return [...seen, ...told];
}

/** A refusal is ours; what a tool answered before labels were kept may be anybody's. */
function labelOfUnlabelled({ tool, result }: StoredCall, own: Label): Label {
  if (result?.type !== "value") return own;
  return { integrity: "tool", audience: own.audience, origin: `tool ${tool}` };
}

/** Each message with who said it; its head and what it quotes are somebody's words, too. */
function messagesIn(
  input: string,
  heard: readonly InputSource[],
): readonly (Pick<PromptText, "text" | "author"> & { readonly label?: Label })[] {
  const answer = ANSWERED.test(input) ? answerIn(input, heard) : undefined;
  if (answer) return answer;
  const found = [...input.matchAll(/([\s\S]*?)<user_message>([\s\S]*?)<\/user_message>/g)];
  return found.flatMap(([, head = "", text = ""], index) => {
    const said = heard[index];
    if (!said) return [{ text }];
    const { label, author, isForeign, handed = [] } = said;
    const results = handed.map((one) => ({ text: one.text, label: ofTask(one.label) }));
    if (isForeign) return [{ text, label: ofTask(label) }, ...results];
    const isTrusted = label.integrity === "owner";
    const origin = isTrusted ? undefined : originOfHead(head);
    const message = { text, label: { ...label, ...(origin && { origin }) } };
    return [
      { ...message, ...(!FORWARDED.test(head) && { author }) },
      ...(isTrusted
        ? []
        : [{ text: head, label: { ...label, origin: `the name above ${origin}` } }]),
      ...quotesIn(head, label),
      ...results,
    ];
  });
}

/** Names the origin of what a task brings along. */
function ofTask(label: Label): Label {
  if (label.integrity === "owner") return label;
  return { ...label, origin: label.origin ?? "a scheduled task" };
}

/** Matches the question about a call and its answer, as `renderNotRun` writes them. */
const ANSWERED = /^\[Approval \S+ (?:refused|answered|sent back) by /;
const ANSWER =
  /\n(?:It was not run\. Answer|Reason): ([\s\S]*)$|\n<correction>([\s\S]*)<\/correction>$/;

function answerIn(input: string, [asked, answered]: readonly InputSource[]) {
  if (!asked || !answered) return undefined;
  const [, words, correction] = ANSWER.exec(input) ?? [];
  const said = words ?? correction ?? "";
  const origin = answered.label.integrity === "owner" ? undefined : "an answer to a question";
  return [
    { text: said === "" ? input : input.replace(said, ""), label: asked.label },
    {
      text: said,
      author: answered.author,
      label: { ...answered.label, ...(origin && { origin }) },
    },
  ];
}

const FORWARDED = /\[forwarded from ([^\]]*)\]/;

function originOfHead(head: string): string {
  const [, forwarded] = FORWARDED.exec(head) ?? [];
  if (forwarded !== undefined) return `message forwarded from ${forwarded}`;
  const [, name = "somebody"] = /\] (.*?) \(/.exec(head) ?? /User \((.*?)[,)]/.exec(head) ?? [];
  return `message of ${name}`;
}

/** Whoever is quoted did not ask. */
function quotesIn(head: string, label: Label): readonly Pick<PromptText, "text" | "label">[] {
  return Array.from(
    head.matchAll(/\[in reply to (.*?): "(.*)"\]/g),
    ([, name = "", text = ""]) => ({
      text,
      label: { ...label, integrity: "stranger", origin: `message of ${name}` },
    }),
  );
}

/** Splits the recall into lines. */
function linesIn(text: string, own: Label): readonly Pick<PromptText, "text" | "label">[] {
  const blocks = text.matchAll(
    /<context type="([\w-]+)" integrity="(\w+)" audience="\w+">\n([\s\S]*?)\n<\/context>/g,
  );
  return [...blocks].flatMap(([, kind = "", written = "", lines = ""]) =>
    lines.split("\n").map((line) => ({ text: line, label: labelOf(line, { kind, written, own }) })),
  );
}

interface Block {
  readonly kind: string;
  readonly written: string;
  readonly own: Label;
}

function labelOf(line: string, { kind, written, own }: Block): Label {
  const integrity = INTEGRITY_OF.get(written) ?? "tool";
  const [, by] = /^\[\d{4}-\d\d-\d\d \d\d:\d\d (.*?)\] /.exec(line) ?? [];
  const origin = integrity === "owner" ? undefined : originOfRecalled(kind, by);
  return { integrity, audience: own.audience, ...(origin && { origin }) };
}

const INTEGRITY_OF: ReadonlyMap<string, Label["integrity"]> = new Map([
  ["owner", "owner"],
  ["member", "member"],
  ["stranger", "stranger"],
  ["web", "web"],
]);

/** Names the origin of a summary. */
function named(label: Label): Label {
  const { integrity, origin } = label;
  if (integrity === "owner") return label;
  return { ...label, origin: `earlier in this conversation: ${origin ?? integrity}` };
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
