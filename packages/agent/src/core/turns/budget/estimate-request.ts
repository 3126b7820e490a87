import { maxCost } from "../../../llm/max-cost.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import type { Step } from "../../../store/turns/turns.ts";
import { userText } from "../../context/render/user-text.ts";
import type { OpenTurn } from "../../open-turn.ts";
import { classifyComplexity } from "../../routing/classify-complexity.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/** Maximum tokens of the system prompt, the pinned block and earlier messages of a chat. */
const BEGINNING_TOKENS = 16_000;
/** Tokens of an input's extras: recalled texts, hints, definitions of found tools. */
const EXTRA_TOKENS = 4_000;
const IMAGE_TOKENS = 1_600;
/** Where nobody says how long an answer may be. */
const ANSWER_TOKENS = 8_192;

/**
 * Estimates the maximum cost of a turn's next request in billionths of a dollar, as far as it is
 * known before the request is composed: what the session's last request read and wrote, what is new
 * since, and the longest answer; with a planner, that request as well. 0 if the model's price is
 * not known.
 */
export async function estimateRequest(
  { tx, chat }: LeasedTx,
  turn: OpenTurn,
  { agents, toolbox, settings }: TurnDeps,
): Promise<bigint> {
  const { model, utility, rules } = agents.get(turn.agent);
  if (!model.price) return 0n;
  const before = await tx.usage.sizeOf(turn.session);
  const { role } = turn;
  const offer = () => JSON.stringify(toolbox.offer({ role, kind: chat.kind, rules }));
  const beginning = before ?? countTokens(offer()) + BEGINNING_TOKENS;
  const last = turn.steps.at(-1);
  const fresh = (last ? sizeOf(last) : 0) + EXTRA_TOKENS;
  const inputTokens = Math.min(model.contextTokens, beginning + fresh);
  const outputTokens = settings.maxTokens ?? ANSWER_TOKENS;
  const planner = mayBePlanned(turn) ? (utility ?? model).price : undefined;
  const planned = planner ? maxCost(PLANNER, planner) : 0n;
  return maxCost({ inputTokens, outputTokens }, model.price) + planned;
}

/** Maximum tokens that a planner reads and writes. */
const PLANNER = { inputTokens: 4_000, outputTokens: 1_500 };

function mayBePlanned({ steps, planStep }: OpenTurn): boolean {
  const [first] = steps;
  if (planStep || steps.length !== 1 || !first?.input) return false;
  return classifyComplexity(userText(first.input)) === "several";
}

/** Returns the tokens that a step adds to the next request. */
function sizeOf({ input, images = [], calls }: Step): number {
  const results = calls.map(({ args, result }) => JSON.stringify([args, result]));
  return countTokens([input ?? "", ...results].join("\n")) + images.length * IMAGE_TOKENS;
}
