import { toId } from "../../kernel/ids.ts";
import type { CallResult } from "../../kernel/unit.ts";
import type { Usage } from "../../llm/model.ts";
import type { Said, StoredCall } from "../../store/turns.ts";
import { nextGroup, plannedState } from "../agent/next-group.ts";
import { oneLine } from "../agent/shape-result.ts";
import type { GatedCall, SettledThought } from "../journal.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { Held } from "./commit-held.ts";
import type { TurnParts } from "./parts.ts";
import { toTokens } from "./to-tokens.ts";

/** Stores what the model said in the turn's last step, and what it cost. */
export async function settleStep(
  { tx, place, now }: Held,
  turn: OpenTurn,
  { usage, model, ...said }: Said & { usage: Usage; model: string },
): Promise<void> {
  const step = turn.steps.length - 1;
  await tx.turns.settleStep(turn.id, step, said);
  await tx.usage.add({
    turn: turn.id,
    step,
    place: place.id,
    model,
    purpose: "think",
    ...toTokens(usage),
    at: now,
  });
}

interface ThoughtToStore {
  readonly thought: SettledThought;
  /** The result of all its calls when none of them may run. */
  readonly instead?: CallResult | undefined;
  readonly parts: TurnParts;
}

/**
 * Stores a thought with its calls. What the gate refused is settled at once,
 * what it asks about waits as an approval, the first of the rest is started.
 */
export async function storeThought(
  held: Held,
  turn: OpenTurn,
  { thought, instead, parts }: ThoughtToStore,
): Promise<OpenTurn> {
  const { calls: asked, ...said } = thought;
  await settleStep(held, turn, said);
  const n = turn.steps.length - 1;
  const { text, extras = null, meta = null } = said;
  if (text !== "") held.tell({ type: "step-text", turn: turn.id, step: n, text });

  const planned = asked.map((call, position) => toStored(call, { position, instead, parts }));
  const first = new Set(nextGroup(planned).map(({ id }) => id));
  const calls = planned.map((call) => (first.has(call.id) ? startedIn(turn, call) : call));
  await held.tx.turns.addCalls(turn.id, n, calls);
  for (const [position, call] of calls.entries()) {
    const verdict = asked[position]?.verdict;
    if (call.result?.type === "pending" && verdict?.type === "ask")
      await openApproval(held, turn, { call, question: verdict.question, parts });
    tellCall(held, turn, call);
  }

  const steps = turn.steps.with(-1, {
    ...lastOf(turn),
    state: "settled",
    text,
    extras,
    meta,
    calls,
  });
  return { ...turn, steps, isResumed: false };
}

function startedIn(turn: OpenTurn, call: StoredCall): StoredCall {
  return { ...call, state: "started", startedFence: turn.fence };
}

function toStored(
  call: GatedCall,
  { position, instead, parts }: { position: number } & Pick<ThoughtToStore, "instead" | "parts">,
): StoredCall {
  const { id, name, via, args, argsHash, effect, replay, verdict, expected } = call;
  return {
    id,
    position,
    tool: name,
    via,
    args,
    argsHash,
    effect,
    replay,
    verdict: verdict.type,
    state: instead ? "settled" : plannedState(call),
    startedFence: null,
    origin: null,
    expected,
    result: instead ?? resultOf(call, parts),
    artifact: null,
  };
}

function resultOf({ verdict }: GatedCall, { newId }: TurnParts): CallResult | undefined {
  switch (verdict.type) {
    case "allow":
      return undefined;
    case "ask":
      return { type: "pending", approval: newId() };
    case "deny":
      return { type: "fault", code: verdict.code, text: verdict.message };
  }
}

async function openApproval(
  { tx, place, now, tell }: Held,
  turn: OpenTurn,
  { call, question, parts }: { call: StoredCall; question: string; parts: TurnParts },
): Promise<void> {
  if (call.result?.type !== "pending") return;
  const id = toId<"approval">(call.result.approval);
  const expiresAt = now + parts.settings.approvalMs;
  await tx.approvals.add({
    id,
    call: call.id,
    place: place.id,
    tool: call.tool,
    args: call.args,
    argsHash: call.argsHash,
    preview: question,
    requester: turn.asker,
    createdAt: now,
    expiresAt,
  });
  tell({
    type: "approval-request",
    turn: turn.id,
    approval: id,
    tool: call.tool,
    args: call.args,
    question,
    expires: expiresAt,
  });
}

function tellCall({ tell }: Held, turn: OpenTurn, { id, tool, args, state, result }: StoredCall) {
  if (state === "planned") return;
  tell({ type: "tool-start", turn: turn.id, call: id, name: tool, args });
  if (!result) return;
  tell({
    type: "tool-end",
    turn: turn.id,
    call: id,
    name: tool,
    outcome: result.type,
    summary: summaryOf(result),
  });
}

/** One line about a call that did not run. */
function summaryOf(result: CallResult): string {
  if (result.type === "fault") return oneLine(result.text);
  return result.type === "pending" ? "waits for approval" : "stopped";
}

function lastOf(turn: OpenTurn) {
  const step = turn.steps.at(-1);
  if (!step) throw new Error(`turn ${turn.id} has no step`);
  return step;
}
