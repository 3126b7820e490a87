import { joinLabels } from "../../kernel/label.ts";
import { findDenial } from "../../tools/toolbox.ts";
import { promptTexts } from "../context/prompt-texts.ts";
import { userText } from "../context/render/user-text.ts";
import type { Gathered } from "../context/gather.ts";
import type { TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { askPlanner, type PlannedTool } from "../plans/ask-planner.ts";
import { PLAN_TOOL } from "../plans/find-plan-request.ts";
import type { Step } from "../../store/turns/turns.ts";
import { gateCalls } from "./gate-calls.ts";
import type { AgentDeps } from "./deps.ts";

/** How many tools the planner may choose from. */
const TOOLS = 16;

/**
 * Has a message that asks for several things divided into steps, before anything else is thought:
 * two or more are put to a person as a proposal, and the turn ends with it. The turn as it is,
 * where the message is for the model itself.
 */
export async function propose(
  turn: OpenTurn,
  step: Step,
  deps: AgentDeps & { readonly gathered: Gathered; readonly signal: AbortSignal },
): Promise<TurnStatus> {
  const { toolbox, journal, gathered, utility, model, rules, signal } = deps;
  const going: TurnStatus = { type: "going", turn };
  const { role, chat } = turn;
  const { overrides } = gathered;
  const tool = toolbox.get(PLAN_TOOL);
  if (!tool || findDenial(tool, { role, kind: chat.kind, rules, overrides })) return going;
  // Nobody may be there to agree: a job follows its instructions.
  if (turn.scheduled) return going;
  const request = await deps.planRequest(turn);
  if (!request) return going;

  const tools = await toolsFor(turn, request.text, deps);
  const planner = utility ?? model;
  const requestId = `${step.requestId}:plan`;
  const planned = await askPlanner(request, { model: planner, requestId, tools, signal });
  const { proposal, answer, lost } = planned;
  const spent = answer ? [...lost, answer] : lost;
  // Nobody was asked as far as anybody knows: it may be asked again.
  if (spent.length === 0) return going;
  const cost = { purpose: "plan", spent } as const;
  if (signal.aborted) return journal.end(turn, { type: "cancelled", cost });
  if (!proposal || !answer) return journal.count(turn, cost);

  const texts = promptTexts(turn, { ...NOTHING, system: [] });
  const more = request.label ? [request.label] : [];
  const label = joinLabels([...texts.map((one) => one.label), ...more]);
  const calls = [{ name: PLAN_TOOL, args: proposal }];
  const gated = await gateCalls(turn, calls, { ...deps, texts });
  const asked = gated.flatMap((call) => {
    if (call.verdict.type !== "ask") return [];
    return [{ ...call, taint: joinLabels([...(call.taint ? [call.taint] : []), ...more]) }];
  });
  // If nobody can approve the call, the model has to find another way.
  if (asked.length === 0) return journal.count(turn, cost);
  const thought = { ...answer, text: "", lost, purpose: "plan", calls: asked, label } as const;
  return journal.end(turn, { type: "proposed", response: thought });
}

/** The planner reads the request alone. */
const NOTHING = {
  summary: undefined,
  summaryLabel: undefined,
  conversation: { summary: "", turns: [] },
} as const;

async function toolsFor(
  { role, chat }: OpenTurn,
  text: string,
  {
    toolbox,
    rules,
    gathered,
    signal,
  }: Pick<AgentDeps, "toolbox" | "rules"> & {
    readonly gathered: Gathered;
    readonly signal: AbortSignal;
  },
): Promise<readonly PlannedTool[]> {
  const { overrides } = gathered;
  const offer = toolbox
    .offer({ role, kind: chat.kind, rules, overrides })
    .filter(({ name }) => name !== PLAN_TOOL);
  const hits = await toolbox.search(offer, userText(text) || text, {
    limit: TOOLS,
    minScore: 0,
    signal,
  });
  const byName = new Map(offer.map((tool) => [tool.name, tool]));
  return hits.flatMap(({ name }) => byName.get(name) ?? []);
}
