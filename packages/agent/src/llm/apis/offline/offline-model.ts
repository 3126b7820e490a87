import type { Usage } from "../../../kernel/usage.ts";
import type { Model, ModelEvent, ModelRequest, ModelResponse } from "../../model.ts";
import { type Ask, type CallOutcome, type Exchange, keyOf, readExchange } from "./exchange.ts";
import { fileRules } from "./file-rules.ts";
import { memoryRules } from "./memory-rules.ts";
import { noteRules } from "./note-rules.ts";
import { numberRules } from "./number-rules.ts";
import { applyRules, stripCourtesy } from "./rule.ts";
import { smallTalk } from "./small-talk.ts";
import { type CallStep, readFound, answerWith, type Step } from "./step.ts";
import { timeRules } from "./time-rules.ts";
import { transcriptRules } from "./transcript-rules.ts";
import { describe } from "./read-value.ts";

/** Examples to offer, and the words that make each of them a likely wish. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/\bnotes?\b|\bwrite down\b|\blist\b/i, "list my notes"],
  [/\bnotes?\b|\btask|\btodo|\bbuy\b|\bremind/i, "note: buy milk"],
  [/\bremember|\bforget|\bmy\b/i, "remember that my bike is blue"],
  [/\bknow\b|\bremember|\babout\b|\bwho\b/i, "what do you know about my bike"],
  [/\bfiles?\b|\bfolder|\bdocument/i, "list my files"],
  [/\bfiles?\b|\bwrite\b|\bsave\b|\bcreate\b/i, "write hello to hello.txt"],
  [/\bread\b|\bopen\b|\bshow\b/i, "read hello.txt"],
  [/\d|\bhow (?:much|many)\b|\bcalculate|\bpercent/i, "what is 15% of 80"],
  [/\bkm\b|\bmiles?\b|\bkilo|\bconvert\b/i, "3 km in miles"],
  [/\btime\b|\bdate\b|\bclock\b|\bwhen\b|\btoday\b/i, "what time is it in Tokyo"],
];

const DEFAULTS = ["note: buy milk", "what is 12*7", "what time is it in Tokyo"] as const;

const TROUBLE =
  /^(?:(?:invalid|denied|missing|conflict|exhausted|unavailable|aborted|bug): |(?=Interrupted: |Stopped before ))/;

const DONE: Readonly<Record<string, string>> = {
  note_delete: "the note is deleted",
  workspace_delete: "the file is deleted",
  workspace_write: "the file is written",
  memory_write: "it is in my memory",
};

const RULES = [
  ...smallTalk,
  ...transcriptRules,
  ...noteRules,
  ...memoryRules,
  ...timeRules,
  ...numberRules,
  ...fileRules,
];

/**
 * Maximum length of a sentence that is matched: rules are for simple ones, and matching must be
 * fast.
 */
const MAX_CHARS = 4000;

/**
 * Creates the model of a machine without key and network: rules in place of a language model. The
 * same conversation gives the same answer. It calls tools of the request and answers from their
 * results; it says so if it does not understand a message.
 */
export function createOfflineModel(): Model {
  return {
    id: "offline/rules",
    contextTokens: 32_768,
    sees: false,
    toolDelivery: "all",
    async *stream(request, { signal }) {
      const thought = think(request);
      for (const delta of thought.text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
        if (signal.aborted) break;
        yield { type: "text", delta };
      }
      yield endOf(thought, { request, signal });
    },
  };
}

function endOf(
  thought: ModelResponse,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): ModelEvent {
  if (!signal.aborted) return { type: "done", response: thought };
  return {
    type: "error",
    error: { code: "aborted", message: `Request ${request.id} was aborted.` },
  };
}

/** Makes the pending calls; once there are none, answers everything at once. */
function think(request: ModelRequest): ModelResponse {
  const exchange = readExchange(request.messages);
  const offered = new Set(request.tools.map((tool) => tool.name));
  const outcomes = exchange.asks.map((_ask, index) => follow(exchange, { index, offered }));
  const calls = outcomes.flatMap(({ next }) => (next ? [next] : []));
  const text = calls.length > 0 ? "" : joined(outcomes.map((outcome) => outcome.text));
  return { text, calls: withoutRepeats(calls), usage: usageOf(request, text) };
}

interface Followed {
  readonly text: string;
  /** Call that the answer needs next. */
  readonly next?: CallStep;
}

/** Handles one request as far as the available results allow. */
function follow(
  exchange: Exchange,
  { index, offered }: { index: number; offered: ReadonlySet<string> },
): Followed {
  let step = stepFor(exchange, index);
  while (step.type === "call") {
    const result = exchange.results.get(keyOf(step.name, step.args));
    if (!result && !offered.has(step.name)) return { text: cannotCall(step.name, offered) };
    if (!result) return { text: "", next: { name: step.name, args: step.args } };
    const trouble = troubleOf(step.name, result);
    if (trouble !== undefined) return { text: trouble };
    step = step.next(readFound(result.text));
  }
  return { text: step.text };
}

function stepFor({ asks, earlier, lastAnswer }: Exchange, index: number): Step {
  const ask = asks[index];
  if (ask === undefined || (ask.type === "text" && ask.text === ""))
    return answerWith(answerUnknown(""));
  if (ask.type === "decision") return answerWith(answerDecision(ask));
  if (ask.text.length > MAX_CHARS)
    return answerWith(
      `Your message has ${ask.text.length} characters; I can read at most ${MAX_CHARS}.`,
    );

  const scene = { earlier: [...earlier, ...asks.slice(0, index).flatMap(textsOf)], lastAnswer };
  const whole = ask.text.replace(/[\s.?!]+$/, "");
  return (
    applyRules(RULES, whole, scene) ??
    applyRules(RULES, stripCourtesy(ask.text), scene) ??
    answerWith(answerUnknown(ask.text))
  );
}

function textsOf(ask: Ask): string[] {
  return ask.type === "text" ? [ask.text] : [];
}

/** Returns a text about a call without a value; undefined if it has one. */
function troubleOf(name: string, { text, isError }: CallOutcome): string | undefined {
  if (/^(?:waiting for (?:your )?approval|\{"pending")/i.test(text))
    return `${name} waits for your approval; I'll continue once you have decided.`;
  if (!isError) return undefined;
  return `That did not work: ${readTrouble(text) ?? `${name} failed.`}`;
}

function cannotCall(name: string, offered: ReadonlySet<string>): string {
  if (offered.size === 0) return `I cannot use tools now, so I did not use ${name}.`;
  return `I would need ${name}, which is not available here.`;
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join("\n\n") || answerUnknown("");
}

function withoutRepeats(calls: readonly CallStep[]): readonly CallStep[] {
  return [...new Map(calls.map((one) => [keyOf(one.name, one.args), one])).values()];
}

/** Estimates four characters per token; nobody is billed. */
function usageOf({ system, messages }: ModelRequest, text: string): Usage {
  const read = [...system, ...messages.map((message) => message.text)];
  const characters = read.reduce((sum, part) => sum + part.length, 0);
  return {
    inputTokens: Math.ceil(characters / 4),
    cachedTokens: 0,
    outputTokens: Math.ceil(text.length / 4),
  };
}

/** One sentence about what a person decided and what came of it. */
function answerDecision({ verdict, tool, detail }: Extract<Ask, { type: "decision" }>): string {
  if (verdict === "refused") return "All right, I won't do it.";
  const trouble = readTrouble(detail);
  if (trouble !== undefined) return `I tried, but it did not work: ${trouble}`;
  if (Object.hasOwn(DONE, tool)) return `Done: ${DONE[tool]}.`;
  const result = describe(readFound(detail)).replaceAll(/\s+/g, " ").trim().slice(0, 300);
  return result ? `Done: ${tool} gave ${result.replace(/\.$/, "")}.` : `Done: ${tool}.`;
}

/** Returns the error that the result of a call reports, if any. */
function readTrouble(text: string): string | undefined {
  const start = TROUBLE.exec(text);
  return start ? text.slice(start[0].length).trim().slice(0, 500) : undefined;
}

/** An honest answer to a sentence that no rule knows, with three examples near to it. */
function answerUnknown(text: string): string {
  const near = EXAMPLES.filter(([words]) => words.test(text)).map(([, example]) => example);
  const [one, two, three] = [...new Set([...near, ...DEFAULTS])];
  return (
    "I did not understand that: I am the offline model and only know rules for simple sentences. " +
    `Try for example "${one}", "${two}" or "${three}"; "help" lists what I understand.`
  );
}
