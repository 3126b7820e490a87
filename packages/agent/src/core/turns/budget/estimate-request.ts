import { maxCost } from "../../../llm/max-cost.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import type { Step } from "../../../store/turns.ts";
import { userText } from "../../context/render/user-text.ts";
import type { OpenTurn } from "../../open-turn.ts";
import { classifyComplexity } from "../../routing/classify-complexity.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/** What the system prompt, the pinned block and earlier messages of a chat may take at most. */
const BEGINNING_TOKENS = 16_000;
/** What may go along with an input: recalled texts, hints, definitions of found tools. */
const EXTRA_TOKENS = 4_000;
const IMAGE_TOKENS = 1_600;
/** Where nobody says how long an answer may be. */
const ANSWER_TOKENS = 8_192;

/**
 * What a turn's next request may cost at most, in billionths of a dollar, as far as it can be
 * told before it is composed: what the session's last request read and wrote, what is new since,
 * and the longest answer. Where a planner may be asked first, what that costs as well. 0 where the
 * model's price is not known.
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

/** What a planner reads and answers at most. */
const PLANNER = { inputTokens: 4_000, outputTokens: 1_500 };

function mayBePlanned({ steps, planStep }: OpenTurn): boolean {
  const [first] = steps;
  if (planStep || steps.length !== 1 || !first?.input) return false;
  return classifyComplexity(userText(first.input)) === "several";
}

/** What a step adds to the next request. */
function sizeOf({ input, images = [], calls }: Step): number {
  const results = calls.map(({ args, result }) => JSON.stringify([args, result]));
  return countTokens([input ?? "", ...results].join("\n")) + images.length * IMAGE_TOKENS;
}
