import { untilAborted } from "../../kernel/wait.ts";
import type { ModelPrice } from "../catalog.ts";
import type { Usage } from "../../kernel/usage.ts";
import type {
  Model,
  ModelError,
  ModelEvent,
  ModelRequest,
  ReplayMeta,
  StopReason,
  ResponseCall,
  ToolDelivery,
} from "../model.ts";

/** One answer of a script. Without `error` it ends as `done`. */
export interface ScriptedAnswer {
  readonly text?: string | undefined;
  readonly calls?: readonly ResponseCall[] | undefined;
  readonly stop?: StopReason | undefined;
  readonly meta?: ReplayMeta | undefined;
  /** Instead of what the lengths of request and text suggest. */
  readonly usage?: Usage | undefined;
  /** Ends the answer, after its text, instead of `done`. */
  readonly error?: ModelError | undefined;
  /** Waited for between the text and the end, so that a test can act while the model thinks. */
  readonly hold?: Promise<unknown> | undefined;
}

/** Answers in order, or a function that answers each request. */
export type Script = readonly ScriptedAnswer[] | ((request: ModelRequest) => ScriptedAnswer);

export interface ScriptOptions {
  readonly id?: string;
  readonly contextTokens?: number;
  readonly toolDelivery?: ToolDelivery;
  readonly price?: ModelPrice | undefined;
  /** Whether it sees images; nobody knows, where it is left out. */
  readonly sees?: boolean;
  /** How long each streamed piece of text is. */
  readonly deltaChars?: number;
  /** Leaves `requests` empty, for benchmarks. Its script must be a function. */
  readonly forgets?: true;
}

/** A model that says what a test wrote down, at once, and remembers what it was asked. */
export interface ScriptedModel extends Model {
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/**
 * Builds a model out of a script. It streams the text in small pieces, looks at
 * the signal at each, and ends as every model does. When a list has no answer
 * left, the request ends with an `invalid` error that says so.
 */
export function scriptedModel(script: Script, options: ScriptOptions = {}): ScriptedModel {
  const {
    id = "scripted/model",
    contextTokens = 128_000,
    toolDelivery = "tail",
    price,
    sees,
    deltaChars = 8,
    forgets,
  } = options;
  const requests: ModelRequest[] = [];

  return {
    id,
    contextTokens,
    toolDelivery,
    price,
    sees,
    requests,
    stream(request, { signal }) {
      if (!forgets) requests.push(request);
      return play(answerTo(script, request, requests.length), { deltaChars, signal, request });
    },
  };
}

interface Performance {
  readonly deltaChars: number;
  readonly signal: AbortSignal;
  readonly request: ModelRequest;
}

async function* play(
  answer: ScriptedAnswer,
  { deltaChars, signal, request }: Performance,
): AsyncGenerator<ModelEvent> {
  const letters = Array.from(answer.text ?? "");
  for (let start = 0; start < letters.length && !signal.aborted; start += deltaChars) {
    yield { type: "text", delta: letters.slice(start, start + deltaChars).join("") };
  }
  if (answer.hold) await Promise.race([answer.hold, untilAborted(signal)]);
  yield signal.aborted ? aborted(request) : endOf(answer, request);
}

function endOf(
  { text = "", calls = [], error, stop, meta, usage }: ScriptedAnswer,
  request: ModelRequest,
): ModelEvent {
  if (error) return { type: "error", error };
  const thought = { text, calls, usage: usage ?? usageOf(request, text) };
  return { type: "done", response: { ...thought, ...(stop && { stop }), ...(meta && { meta }) } };
}

function answerTo(script: Script, request: ModelRequest, count: number): ScriptedAnswer {
  if (typeof script === "function") return script(request);
  const message = `The script has ${script.length} answers; request ${count} is not among them.`;
  return script[count - 1] ?? { error: { code: "invalid", message } };
}

function aborted({ id }: ModelRequest): ModelEvent {
  return { type: "error", error: { code: "aborted", message: `Request ${id} was aborted.` } };
}

/** Four characters a token: near enough for budgets, and the same each time. */
function usageOf({ system, messages }: ModelRequest, text: string): Usage {
  const read = [...system, ...messages.map((message) => message.text)];
  const characters = read.reduce((sum, part) => sum + part.length, 0);
  return {
    inputTokens: Math.ceil(characters / 4),
    cachedTokens: 0,
    outputTokens: Math.ceil(text.length / 4),
  };
}
