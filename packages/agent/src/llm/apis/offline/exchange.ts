import { canonicalJson } from "../../../kernel/text/json.ts";
import type { Message } from "../../model.ts";

/** Part of a conversation that still needs an answer, and the messages before. */
export interface Exchange {
  /** Messages and decisions since the last answer, oldest first. */
  readonly asks: readonly Ask[];
  /** Results of the calls made for it, by call. */
  readonly results: ReadonlyMap<string, CallOutcome>;
  /** Earlier messages, oldest first. */
  readonly earlier: readonly string[];
  /** Last answer of the model. */
  readonly lastAnswer: string | undefined;
}

export type Ask =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "decision";
      readonly verdict: "allowed" | "refused";
      readonly tool: string;
      /** Result of the call, or the reason why it was denied. */
      readonly detail: string;
    };

export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** Splits a conversation after the last answer or the last stopped turn. */
export function readExchange(messages: readonly Message[]): Exchange {
  const answered = messages.findLastIndex((message) => isAnswer(message) || isStopped(message));
  const current = messages.slice(answered + 1);
  const last = messages.findLast(isAnswer);
  return {
    asks: asksOf(current),
    results: resultsOf(current),
    earlier: asksOf(messages.slice(0, answered + 1)).flatMap((ask) =>
      ask.type === "text" ? [ask.text] : [],
    ),
    lastAnswer: last?.role === "assistant" ? last.text : undefined,
  };
}

/** Returns a key for a call by its content, so that its result can be found. */
export function keyOf(name: string, args: unknown): string {
  return `${name} ${canonicalJson(args)}`;
}

function isAnswer(message: Message): boolean {
  return message.role === "assistant" && message.calls.length === 0;
}

function isStopped(message: Message): boolean {
  return message.role === "tool" && message.isError && message.text.startsWith("Stopped before");
}

function asksOf(messages: readonly Message[]): Ask[] {
  return messages.flatMap((message) => (message.role === "user" ? readAsks(message.text) : []));
}

function resultsOf(messages: readonly Message[]): Map<string, CallOutcome> {
  const keys = new Map<string, string>();
  const results = new Map<string, CallOutcome>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const { id, name, args } of message.calls) keys.set(id, keyOf(name, args));
    }
    const key = message.role === "tool" ? keys.get(message.call) : undefined;
    if (message.role === "tool" && key !== undefined) results.set(key, message);
  }
  return results;
}

const TAGGED = /(?:\[[^\]\n]*\]\s*)?<user_message[^>]*>([\s\S]*?)<\/user_message>/g;
const CONTEXT = /<context[^>]*>[\s\S]*?<\/context>/g;
const DECISION =
  /\[Approval \S+ (allowed|refused)[^\]\n]*\] (\w+)[^\n]*(?:\n(?:Result|Reason): ?([\s\S]*?)(?=\n\[Approval |$))?/g;
const ENVELOPE = /^(?:\[[^\]\n]*\]\s*)+/;

/**
 * Parses one input: messages are in tags, decisions beside them; text without either is one
 * message.
 */
function readAsks(input: string): Ask[] {
  const messages = [...input.matchAll(TAGGED)].map(([, text = ""]): Ask => toAsk(text));
  const decisions = [...input.replaceAll(TAGGED, "").matchAll(DECISION)].map(
    ([, verdict, tool = "", detail = ""]): Ask => ({
      type: "decision",
      verdict: verdict === "allowed" ? "allowed" : "refused",
      tool,
      detail: detail.trim(),
    }),
  );
  if (messages.length + decisions.length > 0) return [...decisions, ...messages];
  return [toAsk(input.replaceAll(CONTEXT, "").trim().replace(ENVELOPE, ""))];
}

function toAsk(text: string): Ask {
  return { type: "text", text: text.trim() };
}
