import {
  type Expectation,
  type FaultCode,
  isFault,
  type Probe,
  type Services,
  type Tool,
  type ToolContext,
} from "@reeve/sdk";
import { z } from "zod";
import { linkAbort } from "../kernel/linked-abort.ts";
import { untilAborted } from "../kernel/wait.ts";

export type CallOutcome =
  | { readonly type: "value"; readonly value: unknown }
  | {
      readonly type: "fault";
      readonly code: FaultCode | "bug";
      readonly message: string;
      readonly hint?: string | undefined;
    }
  | { readonly type: "aborted" };

export interface RunOptions {
  /** Timeout in milliseconds of tools without their own. */
  readonly timeoutMs: number;
  readonly onBug: (error: unknown) => void;
}

/**
 * Runs one call and never rejects: every failure becomes a text that the model can act on. This is
 * the only `catch` between a tool and the loop. On timeout or when `context.signal` aborts, the
 * tool's signal aborts and the call ends at once, even if the tool ignores it.
 */
export async function runCall(
  tool: Tool,
  args: unknown,
  context: ToolContext & Services,
  options: RunOptions,
): Promise<CallOutcome> {
  const params = tool.params.safeParse(args);
  if (!params.success) {
    return { type: "fault", code: "invalid", message: z.prettifyError(params.error) };
  }
  return attempt(tool, context, {
    ...options,
    work: async (limited) => storable(await tool.run(params.data, limited)),
  });
}

/**
 * Asks a tool whether an interrupted call took effect. If the tool cannot say, the outcome is
 * unknown.
 */
export async function probeCall(
  tool: Tool,
  args: unknown,
  context: ToolContext & Services & { readonly expected: Expectation | undefined },
  options: RunOptions,
): Promise<Probe> {
  const params = tool.params.safeParse(args);
  if (!params.success || !tool.probe) return { state: "unknown" };
  let probe: Probe = { state: "unknown" };
  await attempt(tool, context, {
    ...options,
    work: async (limited) => {
      const { expected } = context;
      probe = storable((await tool.probe?.(params.data, { ...limited, expected })) ?? probe);
    },
  });
  return probe;
}

/**
 * Returns the state before a call and after it, for tools that can predict it; undefined if
 * unknown.
 */
export async function expectCall(
  tool: Tool,
  args: unknown,
  context: ToolContext & Services,
  options: RunOptions,
): Promise<Expectation | undefined> {
  const params = tool.params.safeParse(args);
  if (!params.success || !tool.expect) return undefined;
  return answerOf(tool, context, {
    ...options,
    work: async (limited) => tool.expect?.(params.data, limited),
  });
}

/** Returns what ids in the arguments of a call stand for; undefined if the tool cannot say. */
export async function nameCall(
  tool: Tool,
  args: unknown,
  context: ToolContext & Services,
  options: RunOptions,
): Promise<Readonly<Record<string, string>> | undefined> {
  const params = tool.params.safeParse(args);
  if (!params.success || !tool.names) return undefined;
  return answerOf(tool, context, {
    ...options,
    work: async (limited) => tool.names?.(params.data, limited),
  });
}

interface Attempt<Answer = unknown> extends RunOptions {
  readonly work: (context: ToolContext & Services) => Promise<Answer>;
}

/** Returns what a tool answers; undefined if it cannot. */
async function answerOf<Answer>(
  tool: Tool,
  context: ToolContext & Services,
  { work, ...options }: Attempt<Answer>,
): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await attempt(tool, context, {
    ...options,
    work: async (limited) => {
      answer = await work(limited);
    },
  });
  return answer;
}

async function attempt(
  tool: Tool,
  context: ToolContext & Services,
  { work, onBug, ...options }: Attempt,
): Promise<CallOutcome> {
  const timeoutMs = tool.timeoutMs ?? options.timeoutMs;
  using limit = linkAbort(context.signal);
  const { signal } = limit;
  let isOver = false;
  const end = () => {
    isOver = true;
    limit.abort(new DOMException("The call took too long.", "TimeoutError"));
  };
  const timer = setTimeout(end, timeoutMs).unref();
  try {
    const value = await Promise.race([work({ ...context, signal }), abortOf(signal)]);
    return { type: "value", value };
  } catch (error) {
    if (context.signal.aborted) return { type: "aborted" };
    if (isOver) return tooSlow(tool, timeoutMs);
    if (isFault(error)) {
      return { type: "fault", code: error.code, message: error.message, hint: error.hint };
    }
    onBug(error);
    return { type: "fault", code: "bug", message: `${tool.name} failed with an internal error.` };
  } finally {
    clearTimeout(timer);
  }
}

/** A result that JSON cannot hold is a bug of the tool; fail here instead of when it is stored. */
function storable<Value>(value: Value): Value {
  if (typeof value !== "string") JSON.stringify(value);
  return value;
}

async function abortOf(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await untilAborted(signal);
  throw signal.reason;
}

function tooSlow(tool: Tool, timeoutMs: number): CallOutcome {
  return {
    type: "fault",
    code: "unavailable",
    message: `${tool.name} took longer than ${timeoutMs / 1000} seconds and was stopped.`,
    hint: "Request less at once, or say that the call did not finish.",
  };
}
