import type { Effect, Tool } from "@reeve/sdk";
import { z } from "zod";
import { costAtMost } from "../../llm/cost-at-most.ts";
import type { ModelPrice } from "../../llm/catalogue.ts";
import { formatDecimal } from "../../kernel/decimal.ts";

/** What is looked at to say what a plan does, and what it may cost. */
export interface PreviewParts {
  readonly toolOf: (name: string) => Pick<Tool, "effect"> | undefined;
  readonly price: ModelPrice | undefined;
  /** The longest answer, in tokens. */
  readonly maxTokens: number | undefined;
}

const proposal = z.object({
  goal: z.string(),
  steps: z.array(z.object({ description: z.string(), toolHint: z.string().optional() })),
});

/** The question that a plan is put as; undefined where the arguments are none of a plan. */
export function previewPlan(params: unknown, parts: PreviewParts): string | undefined {
  const read = proposal.safeParse(params);
  if (!read.success) return undefined;
  const { goal, steps } = read.data;
  const lines = steps.map(
    ({ description, toolHint }, n) => `${n + 1}. ${description}${effectOf(toolHint, parts.toolOf)}`,
  );
  return [`Plan: ${goal}`, ...lines, costOf(steps.length, parts)].join("\n");
}

function effectOf(name: string | undefined, toolOf: PreviewParts["toolOf"]): string {
  const tool = name === undefined ? undefined : toolOf(name);
  if (!tool || name === undefined) return "";
  return ` (${name}: ${WORDS[tool.effect]})`;
}

/** What each effect means for who allows the plan. */
const WORDS: Readonly<Record<Effect, string>> = {
  read: "only looks",
  write: "changes your own data",
  send: "reaches others",
  destroy: "cannot be undone",
  pay: "pays; asked again",
  exec: "runs a command; asked again",
};

/** What a request reads at most: the beginning of a conversation, and what goes along. */
const STEP_TOKENS = 20_000;
const ANSWER_TOKENS = 8_192;
const DECIMALS = 9;

function costOf(steps: number, { price, maxTokens = ANSWER_TOKENS }: PreviewParts): string {
  if (!price) return "Expected cost: not known for this model.";
  const nano = costAtMost({ inputTokens: STEP_TOKENS, outputTokens: maxTokens }, price);
  const each = `$${formatDecimal(nano, DECIMALS)}`;
  const all = `$${formatDecimal(nano * BigInt(steps), DECIMALS)}`;
  return `Expected cost: at most ${all}, ${each} for each request of ${steps} steps.`;
}
