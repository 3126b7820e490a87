import type { Clock } from "../../kernel/clock.ts";
import { modelError } from "../model-error.ts";
import type { ModelEvent, ModelRequest, ResponseCall, StreamOptions } from "../model.ts";
import { classifyFailure } from "./classify-failure.ts";
import { type Deadline, openDeadline, type Timeouts } from "./deadline.ts";
import { SEARCH_TOOL } from "./deferred-tools.ts";
import { writeReplayMeta } from "./replay-meta.ts";
import { withoutFilledNulls } from "./schema/strict.ts";
import { type BuiltResponse, createResponseBuilder } from "./response-builder.ts";
import { type CallDeps, toCall } from "./to-call.ts";
import { toUsage } from "./to-usage.ts";
import type { VendorModel, VendorPart } from "./vendor.ts";

export interface AnswerDeps extends Omit<CallDeps, "signal"> {
  readonly open: () => Promise<VendorModel>;
  readonly timeouts: Timeouts;
  readonly clock: Clock;
}

/** Parts that begin an answer. Before them a provider may say that it is there, and no more. */
const SUBSTANCE: ReadonlySet<VendorPart["type"]> = new Set([
  "text-delta",
  "reasoning-start",
  "reasoning-delta",
  "tool-input-start",
  "tool-input-delta",
  "tool-call",
]);

/** Maximum length of an answer: a provider that sends more repeats itself without end. */
const MAX_ANSWER_CHARS = 1_000_000;

/** Sends one request, once. Whatever happens becomes the last event. */
export async function* streamAnswer(
  request: ModelRequest,
  { signal: caller, onBegin }: StreamOptions,
  deps: AnswerDeps,
): AsyncGenerator<ModelEvent> {
  using deadline = openDeadline(caller, deps.timeouts);
  const failed = (failure: unknown): ModelEvent => ({
    type: "error",
    error: explain(failure, { caller, deadline, clock: deps.clock }),
  });

  try {
    caller.throwIfAborted();
    const vendor = await deps.open();
    const { stream } = await vendor.doStream(toCall(request, { ...deps, signal: deadline.signal }));
    onBegin?.();
    const builder = createResponseBuilder(deps.wire.tags ?? [], request);
    let hasStarted = false;
    let length = 0;
    for await (const part of stream) {
      hasStarted ||= SUBSTANCE.has(part.type);
      if (hasStarted) deadline.extend();
      if (part.type === "error") return yield failed(part.error);
      if ("delta" in part) length += part.delta.length;
      if (length > MAX_ANSWER_CHARS) return yield { type: "error", error: endless(length) };
      for (const delta of builder.take(part)) yield { type: "text", delta };
    }
    for (const delta of builder.end()) yield { type: "text", delta };
    deadline.signal.throwIfAborted();
    yield endOf(builder.build(), request, deps);
  } catch (error) {
    yield failed(error);
  }
}

function endless(length: number) {
  return modelError("server", { message: `The response has more than ${length} characters.` });
}

function explain(
  failure: unknown,
  { caller, deadline, clock }: { caller: AbortSignal; deadline: Deadline; clock: Clock },
) {
  if (caller.aborted) return modelError("aborted", { message: "The request was aborted." });
  const missed = deadline.missed();
  if (missed !== undefined)
    return modelError("timeout", { message: `The provider sent ${missed}.` });
  return classifyFailure(failure, clock);
}

function endOf(built: BuiltResponse, request: ModelRequest, deps: AnswerDeps): ModelEvent {
  const { finish, text } = built;
  if (!finish || finish.stop === "broken") {
    const message = `The response was cut off after ${text.length} characters${finish?.raw ? ` (${finish.raw})` : ""}.`;
    const error = modelError("network", { message });
    if (!finish) return { type: "error", error };
    const usage = toUsage(finish.usage, deps.entry?.price);
    return { type: "error", error: { ...error, spent: [{ model: deps.id, usage }] } };
  }
  const asked = built.calls.map((call) => readSearch(call, deps));
  const calls = deps.provider.quirks?.strictTools
    ? asked.map((call) => withOriginalArgs(call, request))
    : asked;
  const meta = keepsReasoning(deps) ? writeReplayMeta(deps.id, built.parts) : undefined;
  return {
    type: "done",
    response: {
      text,
      calls,
      usage: toUsage(finish.usage, deps.entry?.price),
      stop: calls.length > 0 && finish.stop === "end" ? "tool" : finish.stop,
      ...(meta && { meta }),
    },
  };
}

function readSearch(call: ResponseCall, { wire }: AnswerDeps): ResponseCall {
  if (call.name !== SEARCH_TOOL || !wire.late?.readSearch) return call;
  return { ...call, args: wire.late.readSearch(call.args) };
}

/** Nulls that a strict schema made the model write are no arguments. */
function withOriginalArgs(
  call: ResponseCall,
  { tools, deferred = [] }: ModelRequest,
): ResponseCall {
  const tool = [...tools, ...deferred].find(({ name }) => name === call.name);
  return tool ? { ...call, args: withoutFilledNulls(call.args, tool.params) } : call;
}

function keepsReasoning({ provider }: AnswerDeps): boolean {
  const isChat = provider.api === "openai-chat" || provider.api === "cocoon-xml";
  return !isChat || provider.quirks?.takesReasoning === true;
}
