import { attempt } from "../../kernel/attempt.ts";
import { integrityOf, joinLabels } from "../../kernel/label.ts";
import { createLinkFilter, type LinkFilter } from "../approvals/flow/inert-links.ts";
import { totalUsage } from "../../llm/failed-usage.ts";
import { linkAbort } from "../../kernel/linked-abort.ts";
import { OVER } from "../../kernel/wait.ts";
import { digestOf } from "../../kernel/text/json.ts";
import { isOutage, modelError } from "../../llm/model-error.ts";
import type {
  Model,
  ModelError,
  ModelFailure,
  ModelRequest,
  ModelResponse,
  StreamOptions,
} from "../../llm/model.ts";
import type { Step } from "../../store/turns/turns.ts";
import type { Gathered } from "../context/gather.ts";
import { compose, type Composed } from "../context/assemble.ts";
import { textCutOff } from "../context/history/truncated-answer.ts";
import { dropImages } from "../context/history/drop-images.ts";
import { promptTexts } from "../context/prompt-texts.ts";
import { toUnits } from "../context/history/to-units.ts";
import type { GatedCall, SettledResponse, TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { builtinText } from "../delivery/builtin-text.ts";
import type { PromptText } from "../prompt-text.ts";
import { addExtras } from "./add-extras.ts";
import { answerAttributes, assemblyAttributes, chatAttributes } from "./trace-attributes.ts";
import { expectationOf } from "./call-context.ts";
import { compactTurn } from "./compact-turn.ts";
import { findRepetition } from "./find-repetition.ts";
import { gateCalls } from "./gate-calls.ts";
import { nextGroup, plannedState } from "./next-group.ts";
import type { AgentDeps } from "./deps.ts";
import { propose } from "./propose.ts";
import { settleWithReads } from "./settle-with-reads.ts";
import { isCurrentChat } from "../../tools/is-current-chat.ts";

/** Deps of a model call, with what was gathered for its turn. */
export type ThinkDeps = AgentDeps & { readonly gathered: Gathered };

/** Maximum number of calls in a step; further ones are dropped, and the model can make them in the next. */
const MAX_CALLS = 64;

/** Said when the model ended without a word. */
const NOTHING = { type: "nothing" } as const;

/** Sends the intended request and settles the answer: calls, a reply, or a failure. */
export async function think(
  opened: OpenTurn,
  deps: ThinkDeps,
  signal: AbortSignal,
): Promise<TurnStatus> {
  const { journal, log, newId } = deps;
  let turn = opened;
  const step = openStep(turn);
  const proposed = await propose(turn, step, { ...deps, signal });
  if (proposed.type !== "going") return proposed;
  const extras = await addExtras(turn, step, { ...deps, signal });
  const extended = { ...step, extras };
  const { request, sizes } = await deps.tracing.span("assemble", {}, async (span) => {
    const whole = { ...turn, steps: turn.steps.with(-1, extended) };
    const composed = await requestFor(whole, extended, deps);
    span.set(assemblyAttributes(composed.sizes));
    return composed;
  });
  const texts = promptTexts({ ...turn, steps: turn.steps.with(-1, extended) }, deps.gathered);
  const asking = { asker: turn.asker, integrity: integrityOf(turn.role) };
  const links = createLinkFilter(texts, asking);
  const { id: asked } = deps.model;
  const attributes = () => chatAttributes(turn, deps.model, request);
  const facts = { kind: "client", attributes } as const;
  let standing: TurnStatus = { type: "going", turn };
  const answer = await deps.tracing.span(`chat ${deps.model.id}`, facts, async (span) => {
    const isHeld =
      deps.filters?.screensReplies || (await deps.hooks?.has("responseBefore")) === true;
    using begun = linkAbort(signal);
    const slow = attempt(announceIfSlow(turn, { ...deps, signal: begun.signal }));
    const onBegin = () => begun.abort(OVER);
    const streaming = { ...deps, step, links, isHeld, signal, onBegin };
    const said = await ask(request, turn, streaming).finally(onBegin);
    const told = await slow;
    if (told.status === "rejected") throw told.reason;
    standing = told.value;
    span.set(answerAttributes(said, deps.model));
    return said;
  });
  if (standing.type !== "going") return standing;
  ({ turn } = standing);

  // A model that could not be opened before goes by its full name now.
  if (deps.model.id !== asked) await deps.health.replaced(asked);
  const failures = failuresOf(answer, deps.model);
  if ("code" in answer) {
    await deps.health.record({ failures, answeredBy: undefined });
    const spent = answer.spent ?? [];
    const cost = spent.length > 0 ? ({ purpose: "think", spent } as const) : undefined;
    if (signal.aborted) return journal.end(turn, { type: "cancelled", cost });
    if (answer.kind === "overflow" && deps.gathered.conversation.turns.length > 0) {
      const counted: TurnStatus = cost ? await journal.count(turn, cost) : { type: "going", turn };
      return counted.type === "going" ? compactTurn(counted.turn, deps, signal) : counted;
    }
    if (isOutage(answer))
      return deps.journal.wait(turn, { model: deps.model.id, error: answer, cost });
    const incident = newId();
    const { code, message: reason } = answer;
    log.warn("model failed", { turn: turn.id, incident, code, reason });
    return journal.end(turn, { type: "failed", incident, reason, cost });
  }
  if (!signal.aborted && findRepetition(turn.steps, unreadableCalls(answer))) {
    const error = modelError("server", {
      message: "The model keeps sending calls that are not valid JSON.",
    });
    const cost = { purpose: "think", spent: totalUsage(answer, deps.model) } as const;
    const { model = deps.model.id } = answer;
    if (answer.text !== "" && !turn.planStep)
      deps.emitDelta(turn.chat, { type: "text-reset", turn: turn.id, step: step.n });
    await deps.health.record({
      failures: [...failures, { ...error, model }],
      answeredBy: undefined,
    });
    return deps.journal.wait(turn, { model, error, cost });
  }
  const { text: said, usage, meta, calls, model = deps.model.id, lost } = answer;
  await deps.health.record({ failures, answeredBy: model });
  const { id, chat, asker: person } = turn;
  const called = { tools: calls.map(({ name }) => name), text: said, model };
  deps.hooks?.observe("promptAfter", { turn: id, chat: chat.id, person, ...called });
  if (signal.aborted) {
    const cost = { purpose: "think", spent: totalUsage(answer, deps.model) } as const;
    return journal.end(turn, { type: "cancelled", cost });
  }
  const label = joinLabels(texts.map((one) => one.label));
  const thought = { text: said, extras, meta, usage, model, lost, label, sizes };
  if (calls.length === 0 || step.kind === "close") {
    const before = textCutOff(turn);
    if (answer.stop === "length" && before === "" && step.kind === "think")
      return journal.settleResponse(turn, { ...thought, shown: links.whole(said), calls: [] });
    const isSilent = answer.text.trim() === "" && !hasSpoken(turn, deps);
    const text = isSilent ? builtinText(NOTHING, "en") : answer.text.trim();
    const whole = before === "" ? text : before + answer.text;
    const shown = links.whole(whole);
    const reply = shown === text ? undefined : shown;
    const own = isSilent && before === "" ? NOTHING : undefined;
    return journal.end(turn, { ...thought, type: "answered", text, reply, own });
  }
  const shown = links.whole(said);
  return settleCalls(turn, { ...thought, shown, calls }, { ...deps, texts, signal });
}

/** Models that a request found to be down. */
function failuresOf(
  answer: ModelResponse | ModelError,
  { id: model }: Pick<Model, "id">,
): readonly ModelFailure[] {
  if (answer.failures) return answer.failures;
  return "code" in answer && isOutage(answer) ? [{ ...answer, model }] : [];
}

/** Calls whose arguments could not be read, as they are stored. */
function unreadableCalls({ calls }: ModelResponse) {
  const unreadable = calls.filter(({ argsError }) => argsError !== undefined);
  return unreadable.map(({ name, args }) => ({ name, argsHash: digestOf(args) }));
}

async function requestFor(turn: OpenTurn, step: Step, deps: ThinkDeps): Promise<Composed> {
  const { gathered, model, limits } = deps;
  const { history } = gathered;
  const all = [...history, ...toUnits(turn.steps)];
  const units = dropImages(all);
  // Without images, the units are the same.
  const shown =
    units === all
      ? []
      : units.flatMap((unit) => (unit.type === "input" ? (unit.images ?? []) : []));
  return compose(
    {
      ...gathered,
      history: units === all ? history : units.slice(0, history.length),
      maxTokens: limits.maxTokens,
      temperature: limits.temperature,
      requestId: step.requestId,
      isContinuation: textCutOff(turn) !== "",
      turn: units.slice(history.length),
      extras: turn.steps.flatMap((one) => (one.extras?.text ? [one.extras.text] : [])),
      images: await deps.images(shown.map(({ id }) => id)),
      tools: step.kind === "close" ? [] : gathered.tools,
      deferred: step.kind === "close" ? [] : deps.deferred(gathered),
    },
    model.contextTokens,
  );
}

/** A provider that has sent nothing for so long may be down. */
const SLOW_MS = 10_000;

/** Tells people and programs of a model that does not begin to respond, until `signal` aborts. */
async function announceIfSlow(
  turn: OpenTurn,
  {
    model: { id: model, slowMs: silentMs = SLOW_MS },
    journal,
    health,
    pause,
    signal,
  }: ThinkDeps & { readonly signal: AbortSignal },
): Promise<TurnStatus> {
  await pause(silentMs, signal);
  if (signal.aborted) return { type: "going", turn };
  const message = `There was no response for ${silentMs / 1000} seconds.`;
  const error = modelError("timeout", { message });
  await health.record({ failures: [{ ...error, model }], answeredBy: undefined });
  return journal.postSlow(turn, { model, error, silentMs });
}

interface Shown {
  readonly step: Step;
  readonly links: LinkFilter;
  /** Whether nothing is shown before it is complete. */
  readonly isHeld: boolean;
}

/** Streams the answer to whoever listens, and returns it whole. */
async function ask(
  request: ModelRequest,
  { id, chat, planStep }: OpenTurn,
  {
    model,
    emitDelta: tell,
    step,
    links,
    isHeld,
    signal,
    onBegin,
  }: AgentDeps & StreamOptions & Shown,
): Promise<ModelResponse | ModelError> {
  tell(chat, { type: "think-start", turn: id, step: step.n, model: model.id });
  const shown = links.stream();
  let isShown = false;
  const show = (delta: string) => {
    // The text of a plan step is posted with the plan; one that is screened is shown afterwards.
    if (planStep || isHeld || delta === "") return;
    isShown = true;
    tell(chat, { type: "text-delta", turn: id, step: step.n, delta });
  };
  for await (const event of model.stream(request, { signal, onBegin })) {
    onBegin?.();
    if (event.type === "done") {
      show(shown.end());
      return event.response;
    }
    if (event.type === "error") {
      if (isShown && !signal.aborted) tell(chat, { type: "text-reset", turn: id, step: step.n });
      return event.error;
    }
    show(shown.push(event.delta));
  }
  return { code: "unavailable", message: "The model's response was incomplete." };
}

/** Sends the calls of a thought through the gate and stores it; the first that may start are started. */
export async function settleCalls(
  turn: OpenTurn,
  { calls, ...said }: Omit<SettledResponse, "calls"> & Pick<ModelResponse, "calls">,
  deps: ThinkDeps & { readonly texts: readonly PromptText[]; readonly signal: AbortSignal },
): Promise<TurnStatus> {
  if (calls.length > MAX_CALLS)
    deps.log.warn("too many calls in a step", { turn: turn.id, calls: calls.length });
  const gated = await deps.tracing.span("gate", {}, async (span) => {
    const decided = await gateCalls(turn, calls.slice(0, MAX_CALLS), deps);
    span.set({
      "reeve.gate.verdicts": decided.map(({ name, verdict }) => `${name}: ${verdict.type}`),
    });
    return decided;
  });

  const repeated = findRepetition(turn.steps, gated);
  if (repeated) {
    const thought: SettledResponse = { ...said, calls: gated };
    return deps.journal.end(turn, { type: "asked", tool: repeated.name, response: thought });
  }
  const expected = await withExpectations(turn, gated, deps);
  return settleWithReads(turn, { ...said, calls: expected }, deps);
}

/** Whether a tool has written into the chat that is answered. */
function hasSpoken({ steps, chat }: OpenTurn, { toolbox }: Pick<AgentDeps, "toolbox">): boolean {
  return steps.some(({ calls }) =>
    calls.some(({ tool: name, args, result }) => {
      const tool = toolbox.get(name);
      const parsed = tool?.params.safeParse(args);
      if (result?.type !== "value" || !parsed?.success || !tool?.targetChat) return false;
      return isCurrentChat(tool.targetChat(parsed.data), chat);
    }),
  );
}

/** Looks up what the calls that start first will find. */
async function withExpectations(
  turn: OpenTurn,
  calls: readonly GatedCall[],
  deps: AgentDeps & { readonly signal: AbortSignal },
): Promise<readonly GatedCall[]> {
  const planned = calls.map((call) => ({ ...call, state: plannedState(call) }));
  const first = new Set(nextGroup(planned).map(({ id }) => id));
  return Promise.all(
    calls.map(async (call) => {
      if (!first.has(call.id)) return call;
      const expected = await expectationOf(turn, { ...call, tool: call.name }, deps);
      return { ...call, expected };
    }),
  );
}

function openStep(turn: OpenTurn): Step {
  const step = turn.steps.at(-1);
  if (!step || step.state === "settled") throw new Error(`turn ${turn.id} has no open step`);
  return step;
}
