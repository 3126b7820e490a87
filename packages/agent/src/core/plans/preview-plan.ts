import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import { maxCost } from "../../llm/max-cost.ts";
import type { ModelPrice } from "../../llm/catalog.ts";
import type { Language } from "../../kernel/languages.ts";
import { formatUsd } from "../../kernel/text/format-usd.ts";
import { texts, type Texts } from "../../platform/texts.ts";

/** Options of previewing what a plan does and may cost. */
export interface PreviewOptions {
  readonly toolOf: (name: string) => Pick<Tool, "effect"> | undefined;
  readonly price: ModelPrice | undefined;
  /** The longest answer, in tokens. */
  readonly maxTokens: number | undefined;
  readonly language: Language;
}

const proposal = z.object({
  goal: z.string(),
  steps: z.array(z.object({ description: z.string(), toolHint: z.string().optional() })),
});

/** The question that a plan is put as; undefined where the arguments are none of a plan. */
export function previewPlan(params: unknown, options: PreviewOptions): string | undefined {
  const read = proposal.safeParse(params);
  if (!read.success) return undefined;
  const { goal, steps } = read.data;
  const said = texts(options.language).plans.preview;
  const lines = steps.map(
    ({ description, toolHint }, n) =>
      `${n + 1}. ${description}${effectOf(toolHint, said, options)}`,
  );
  const first = said.goal({ goal });
  return [first, ...lines, costOf(steps.length, said, options)].join("\n");
}

type PreviewTexts = Texts["plans"]["preview"];

function effectOf(
  name: string | undefined,
  { effects }: PreviewTexts,
  { toolOf }: Pick<PreviewOptions, "toolOf">,
): string {
  const tool = name === undefined ? undefined : toolOf(name);
  if (!tool || name === undefined) return "";
  return ` (${name}: ${effects[tool.effect]})`;
}

/** Maximum tokens that a request reads: the beginning of a conversation, and the extras. */
const STEP_TOKENS = 20_000;
const ANSWER_TOKENS = 8_192;

function costOf(
  steps: number,
  { cost, noPrice }: PreviewTexts,
  { price, language, maxTokens = ANSWER_TOKENS }: PreviewOptions,
): string {
  if (!price) return noPrice;
  const nano = maxCost({ inputTokens: STEP_TOKENS, outputTokens: maxTokens }, price);
  const each = formatUsd(nano, language);
  const all = formatUsd(nano * BigInt(steps), language);
  return cost({ all, each, steps });
}
