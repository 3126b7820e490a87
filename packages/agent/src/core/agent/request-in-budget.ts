import { Fault } from "@reeve/sdk";
import type { ModelUsage } from "../../kernel/usage.ts";
import { countTokens } from "../../llm/count-tokens.ts";
import { totalUsage } from "../../llm/failed-usage.ts";
import type { ModelRequest, ModelResponse } from "../../llm/model.ts";
import type { Purpose } from "../../store/billing/usage.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentDeps } from "./deps.ts";

/** Where nobody says how long an answer may be. */
const ANSWER_TOKENS = 8_192;

/** A request to the model that a running call makes. */
export interface CallRequest {
  /** Its id, which stays the same after a crash, names the reservation. */
  readonly request: ModelRequest;
  readonly purpose: Purpose;
  /** Begins the messages of faults: "The sub-agent". */
  readonly requester: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a request of a running call within the budgets of its turn, and counts what it came to. Rejects with
 * `exhausted` if a budget is used up, `conflict` if the turn was stopped, and the fault of the model if it fails.
 */
export async function requestInBudget(
  turn: OpenTurn,
  { request, purpose, requester, signal }: CallRequest,
  { model, journal, limits, health }: Pick<AgentDeps, "model" | "journal" | "limits" | "health">,
): Promise<{ readonly response: ModelResponse; readonly spent: readonly ModelUsage[] }> {
  signal.throwIfAborted();
  const reservation = `${purpose}:${request.id}`;
  const reserved = await journal.nested.reserve(turn, {
    reservation,
    inputTokens: countTokens(JSON.stringify([request.system, request.messages, request.tools])),
    outputTokens: request.maxTokens ?? limits.maxTokens ?? ANSWER_TOKENS,
  });
  if (reserved.type === "stopped") throw stopped();
  if (reserved.type === "refused")
    throw new Fault("exhausted", `${requester} stopped: ${reserved.reason}.`, {
      hint: "Say that the budget is used up. Do not try again.",
    });
  const answer = await lastOf(model.stream(request, { signal }));
  const spent = "code" in answer ? (answer.spent ?? []) : totalUsage(answer, model);
  const isCounted = await journal.nested.count(turn, { purpose, spent, reservation });
  if (!isCounted) throw stopped();
  signal.throwIfAborted();
  const answeredBy = "code" in answer ? undefined : (answer.model ?? model.id);
  await health.record({ failures: answer.failures ?? [], answeredBy });
  if (!("code" in answer)) return { response: answer, spent };
  throw new Fault(answer.code, `${requester} stopped, because the model failed: ${answer.message}`);
}

function stopped(): Fault {
  return new Fault("conflict", "The turn was stopped.");
}

async function lastOf(events: ReturnType<AgentDeps["model"]["stream"]>) {
  for await (const event of events) {
    if (event.type === "done") return event.response;
    if (event.type === "error") return event.error;
  }
  return { code: "unavailable", message: "The response was incomplete." } as const;
}
