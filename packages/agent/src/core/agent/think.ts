import { toId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/json.ts";
import type { ModelError, ModelRequest, Thought } from "../../llm/model.ts";
import type { Step } from "../../store/turns.ts";
import { natureOf } from "../../tools/toolbox.ts";
import { gate } from "../approvals/gate.ts";
import { assemble } from "../context/assemble.ts";
import { toUnits } from "../context/to-units.ts";
import type { GatedCall, SettledThought, Standing } from "../journal.ts";
import type { OpenTurn } from "../open-turn.ts";
import { expectationOf } from "./call-context.ts";
import { findRepetition } from "./find-repetition.ts";
import { nextGroup, plannedState } from "./next-group.ts";
import type { AgentParts, Gathered } from "./parts.ts";

type ThinkParts = AgentParts & { readonly gathered: Gathered };

/** Said when the model ended without a word. */
const NOTHING_TO_SAY = "I have nothing to add.";

/** Sends the intended request and settles the answer: calls, a reply, or a failure. */
export async function think(
  turn: OpenTurn,
  parts: ThinkParts,
  signal: AbortSignal,
): Promise<Standing> {
  const { journal, log, newId } = parts;
  const step = openStep(turn);
  const answer = await ask(requestFor(turn, step, parts), turn, { ...parts, step, signal });

  if (signal.aborted) return journal.end(turn, { type: "cancelled" });
  if ("code" in answer) {
    const incident = newId();
    log.warn("model failed", {
      turn: turn.id,
      incident,
      code: answer.code,
      reason: answer.message,
    });
    return journal.end(turn, { type: "failed", incident, reason: answer.message });
  }
  if (answer.calls.length === 0 || step.kind === "close") {
    const text = answer.text.trim() || NOTHING_TO_SAY;
    return journal.end(turn, { type: "answered", text, usage: answer.usage });
  }
  return settle(turn, answer, { ...parts, signal });
}

function requestFor(turn: OpenTurn, step: Step, parts: ThinkParts): ModelRequest {
  const { gathered, toolbox, model } = parts;
  const setting = { role: turn.role, kind: turn.place.kind };
  return assemble(
    {
      ...gathered,
      requestId: step.requestId,
      turn: toUnits(turn.steps),
      tools: step.kind === "close" ? [] : toolbox.offer(setting),
    },
    model.contextTokens,
  );
}

/** Streams the answer to whoever listens, and returns it whole. */
async function ask(
  request: ModelRequest,
  { id, place }: OpenTurn,
  { model, tell, step, signal }: AgentParts & { step: Step; signal: AbortSignal },
): Promise<Thought | ModelError> {
  tell(place, { type: "think-start", turn: id, step: step.n });
  for await (const event of model.stream(request, { signal })) {
    if (event.type === "done") return event.thought;
    if (event.type === "error") return event.error;
    tell(place, { type: "text-delta", turn: id, step: step.n, delta: event.delta });
  }
  return { code: "unavailable", message: "The model's answer broke off." };
}

async function settle(
  turn: OpenTurn,
  { text, usage, calls }: Thought,
  parts: ThinkParts & { readonly signal: AbortSignal },
): Promise<Standing> {
  const grants = await parts.grants(turn);
  const gated = calls.map(({ name, args }): GatedCall => {
    const tool = parts.toolbox.get(name);
    const argsHash = digestOf(args);
    const setting = { role: turn.role, kind: turn.place.kind, grants };
    const verdict = gate({ name, args, argsHash }, tool, setting);
    const id = toId<"call">(parts.newId());
    return { id, name, args, argsHash, ...natureOf(tool), verdict, expected: undefined };
  });

  const repeated = findRepetition(turn.steps, gated);
  if (repeated) {
    const question = `I called ${repeated.name} three times with the same arguments and am not getting any further. How should I go on?`;
    const thought: SettledThought = { text, usage, calls: gated };
    return parts.journal.end(turn, { type: "asked", text: question, thought });
  }
  const expected = await withExpectations(turn, gated, parts);
  return parts.journal.settleThought(turn, { text, usage, calls: expected });
}

/** Looks up what the calls that start first will find. */
async function withExpectations(
  turn: OpenTurn,
  calls: readonly GatedCall[],
  parts: AgentParts & { readonly signal: AbortSignal },
): Promise<readonly GatedCall[]> {
  const planned = calls.map((call) => ({ ...call, state: plannedState(call) }));
  const first = new Set(nextGroup(planned).map(({ id }) => id));
  return Promise.all(
    calls.map(async (call) => {
      if (!first.has(call.id)) return call;
      const expected = await expectationOf(turn, { ...call, tool: call.name }, parts);
      return { ...call, expected };
    }),
  );
}

function openStep(turn: OpenTurn): Step {
  const step = turn.steps.at(-1);
  if (!step || step.state === "settled") throw new Error(`turn ${turn.id} has no open step`);
  return step;
}
