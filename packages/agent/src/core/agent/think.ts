import { toId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/json.ts";
import { integrityOf, joinLabels } from "../../kernel/label.ts";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { ModelError, ModelRequest, Thought, ThoughtCall } from "../../llm/model.ts";
import type { Grant } from "../../store/approvals.ts";
import type { Policy } from "../../store/policies.ts";
import type { Step } from "../../store/turns.ts";
import { spendOf } from "../../tools/spend-of.ts";
import { natureOf } from "../../tools/toolbox.ts";
import type { ConcernedCall } from "../approvals/find-concern.ts";
import { gate } from "../approvals/gate.ts";
import { taintOf } from "../approvals/taint-of.ts";
import type { Gathered } from "../context/gather.ts";
import { assemble } from "../context/assemble.ts";
import { textCutOff } from "../context/cut-off.ts";
import { dropImages } from "../context/drop-images.ts";
import { promptTexts } from "../context/prompt-texts.ts";
import { toUnits } from "../context/to-units.ts";
import type { GatedCall, GateVerdict, SettledThought, Standing } from "../journal.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { PromptText } from "../prompt-text.ts";
import { addExtras } from "./add-extras.ts";
import { expectationOf } from "./call-context.ts";
import { compactTurn } from "./compact-turn.ts";
import { findRepetition } from "./find-repetition.ts";
import { nextGroup, plannedState } from "./next-group.ts";
import type { AgentParts } from "./parts.ts";
import { unwrapCall } from "./unwrap-call.ts";

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
  const extras = await addExtras(turn, step, { ...parts, signal });
  const asked = { ...step, extras };
  const request = await requestFor({ ...turn, steps: turn.steps.with(-1, asked) }, asked, parts);
  const answer = await ask(request, turn, { ...parts, step, signal });

  if ("code" in answer) {
    if (signal.aborted) return journal.end(turn, { type: "cancelled" });
    if (answer.kind === "overflow" && parts.gathered.conversation.turns.length > 0)
      return compactTurn(turn, parts, signal);
    const incident = newId();
    const { code, message: reason } = answer;
    log.warn("model failed", { turn: turn.id, incident, code, reason });
    return journal.end(turn, { type: "failed", incident, reason });
  }
  const { text: said, usage, meta, calls, model = parts.model.id } = answer;
  if (signal.aborted) {
    const cost = { purpose: "think", spent: [{ model, usage }] } as const;
    return journal.end(turn, { type: "cancelled", cost });
  }
  const texts = promptTexts({ ...turn, steps: turn.steps.with(-1, asked) }, parts.gathered);
  const label = joinLabels(texts.map((one) => one.label));
  const thought = { text: said, extras, meta, usage, model, label };
  if (calls.length === 0 || step.kind === "close") {
    const before = textCutOff(turn);
    if (answer.stop === "length" && before === "" && step.kind === "think")
      return journal.settleThought(turn, { ...thought, calls: [] });
    const isSilent = answer.text.trim() === "";
    const text = isSilent && !hasSpoken(turn, parts) ? NOTHING_TO_SAY : answer.text.trim();
    const reply = before === "" ? undefined : before + answer.text;
    return journal.end(turn, { ...thought, type: "answered", text, reply });
  }
  return settle(turn, { ...thought, calls }, { ...parts, texts, signal });
}

async function requestFor(turn: OpenTurn, step: Step, parts: ThinkParts): Promise<ModelRequest> {
  const { gathered, model, limits } = parts;
  const units = dropImages([...gathered.history, ...toUnits(turn.steps)]);
  const shown = units.flatMap((unit) => (unit.type === "input" ? (unit.images ?? []) : []));
  return assemble(
    {
      ...gathered,
      history: units.slice(0, gathered.history.length),
      maxTokens: limits.maxTokens,
      temperature: limits.temperature,
      requestId: step.requestId,
      turn: units.slice(gathered.history.length),
      images: await parts.images(shown.map(({ id }) => id)),
      tools: step.kind === "close" ? [] : parts.array(turn, gathered),
      deferred: step.kind === "close" ? [] : parts.deferred(gathered),
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
  { calls, ...said }: Omit<SettledThought, "calls"> & Pick<Thought, "calls">,
  parts: ThinkParts & { readonly texts: readonly PromptText[]; readonly signal: AbortSignal },
): Promise<Standing> {
  const asking = askingOf(turn, parts.texts);
  const grants = await parts.grants(turn);
  const policies = hasSteered(turn) ? await parts.policies(turn) : parts.gathered.policies;
  const overrides = await parts.overrides(turn);
  const facts = { ...parts, asking, grants, policies, overrides };
  const gated = await Promise.all(
    calls.map(async (call) => {
      const overLimit = await overLimitOf(turn, call, parts);
      return gateCall(turn, call, { ...facts, overLimit });
    }),
  );

  const repeated = findRepetition(turn.steps, gated);
  if (repeated) {
    const question = `I called ${repeated.name} three times with the same arguments and am not getting any further. How should I go on?`;
    const thought: SettledThought = { ...said, calls: gated };
    return parts.journal.end(turn, { type: "asked", text: question, thought });
  }
  const expected = await withExpectations(turn, gated, parts);
  return parts.journal.settleThought(turn, { ...said, calls: expected });
}

/** Whether a tool has written into the chat that is answered. */
function hasSpoken({ steps, place }: OpenTurn, { toolbox }: Pick<AgentParts, "toolbox">): boolean {
  return steps.some(({ calls }) =>
    calls.some(({ tool: name, args, result }) => {
      const tool = toolbox.get(name);
      const parsed = tool?.params.safeParse(args);
      if (result?.type !== "value" || !parsed?.success) return false;
      return tool?.speaksIn?.(parsed.data) === place.chat;
    }),
  );
}

/** Messages that joined the turn may have laid down more rules than it began with. */
function hasSteered({ steps }: OpenTurn): boolean {
  return steps.some(({ n, input }) => n > 0 && input !== null);
}

type GateParts = Pick<AgentParts, "toolbox" | "rules" | "newId" | "unattended"> & {
  readonly grants: readonly Grant[];
  readonly policies: readonly Policy[];
  readonly overrides: readonly ToolOverride[];
  readonly asking: ConcernedCall;
  readonly overLimit: string | undefined;
};

/** Why the limits forbid a call, so that nobody is asked about what cannot be done. */
async function overLimitOf(
  turn: OpenTurn,
  asked: ThoughtCall,
  parts: AgentParts,
): Promise<string | undefined> {
  const { name, args } = unwrapCall(asked);
  const spend = spendOf(parts.toolbox.get(name), args);
  return spend && parts.objectionToSpend(turn, spend);
}

function gateCall(
  turn: OpenTurn,
  asked: ThoughtCall,
  { toolbox, rules, newId, asking, grants, policies, overrides, overLimit, unattended }: GateParts,
): GatedCall {
  const { name, via, args } = unwrapCall(asked);
  const tool = toolbox.get(name);
  const argsHash = digestOf(args);
  const awaits = toolbox.awaits(name);
  const setting = {
    role: turn.role,
    kind: turn.place.kind,
    rules,
    awaits,
    overrides,
    grants,
    policies,
    overLimit,
    unattended: unattended?.(turn.place),
    asking,
  };
  const verdict: GateVerdict = asked.argsError
    ? { type: "deny", code: "invalid", message: asked.argsError }
    : gate({ name, args, argsHash }, tool, setting);
  const id = toId<"call">(newId());
  const taint = taintOf(args, asking);
  const nature = natureOf(tool, args);
  return { id, name, via, args, argsHash, ...nature, verdict, taint, expected: undefined };
}

/** Who asks, and what the answer was made of. */
function askingOf(turn: OpenTurn, texts: readonly PromptText[]): ConcernedCall {
  const { asker, role, place } = turn;
  const said = texts.findLast(({ author }) => author === asker);
  return { texts, asker, chat: place.chat, integrity: said?.label.integrity ?? integrityOf(role) };
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
