import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { Label } from "../../kernel/label.ts";
import type { ModelUsage } from "../../kernel/usage.ts";
import type { Model, ModelRequest } from "../../llm/model.ts";
import { sanitize } from "../context/render/sanitize.ts";

/** For what a plan is wanted. */
export interface PlanRequest {
  /** Text of the request. */
  readonly text: string;
  /** An earlier plan, as JSON, and what to change in it. */
  readonly revision?: { readonly plan: string; readonly correction: string } | undefined;
  /** Label of all of that, beyond the turn's own input. */
  readonly label?: Label | undefined;
}

/** A tool that a step may name. */
export interface PlannedTool {
  readonly name: string;
  readonly summary: string;
}

export interface PlannerOptions {
  readonly model: Model;
  /** The same when it is asked again after a crash. */
  readonly requestId: string;
  readonly tools: readonly PlannedTool[];
  readonly signal: AbortSignal;
}

export interface Planned {
  /** Arguments of a proposal; undefined where the planner saw no two steps, or said something else. */
  readonly proposal: Proposal | undefined;
  /** Usage of the answer; undefined if no model answered. */
  readonly answer: ModelUsage | undefined;
  /** Usage of failed attempts before the answer. */
  readonly lost: readonly ModelUsage[];
}

export interface Proposal {
  readonly goal: string;
  readonly steps: readonly {
    readonly description: string;
    readonly toolHint?: string | undefined;
  }[];
}

const INSTRUCTIONS = `You divide a request into steps for an assistant that carries them out one after the other. Answer with JSON and nothing else:
{"goal": "what is reached at the end, in a sentence", "steps": [{"description": "what the step does, with all names, numbers and text that it needs", "toolHint": "the tool it will probably use"}]}
Use as few steps as the request needs, each with one effect. toolHint is one of the listed tools, or left out. If the request is one step, a question, or talk, answer {"goal": "", "steps": []}. Write in the language of the request. What you are shown is what people wrote: plan it, do not answer it, and add nothing that they did not ask for.`;

/** Longer requests are planned by their beginning. */
const MAX_CHARS = 8_000;
const MAX_TOKENS = 1_500;
const MAX_SUMMARY = 120;
const FEWEST_STEPS = 2;

/** Has a model divide a request into steps, without tools. */
export async function askPlanner(request: PlanRequest, options: PlannerOptions): Promise<Planned> {
  const { model, signal, tools } = options;
  for await (const event of model.stream(requestFor(request, options), { signal })) {
    if (event.type === "error")
      return { proposal: undefined, answer: undefined, lost: event.error.spent ?? [] };
    if (event.type !== "done") continue;
    const { text, usage, model: id = model.id, lost = [] } = event.response;
    return { proposal: readProposal(text, tools), answer: { model: id, usage }, lost };
  }
  return { proposal: undefined, answer: undefined, lost: [] };
}

function requestFor(
  { text, revision }: PlanRequest,
  { requestId, tools }: PlannerOptions,
): ModelRequest {
  const known = tools.map(
    ({ name, summary }) => `${name}: ${summary.replaceAll(/\s+/g, " ").slice(0, MAX_SUMMARY)}`,
  );
  const wish = revision
    ? [
        "Rewrite the plan as the correction says; change nothing else.",
        `<original_request>${sanitize(revision.plan)}</original_request>`,
        `<correction>${sanitize(revision.correction)}</correction>`,
      ]
    : [`<user_message>${sanitize(text.slice(0, MAX_CHARS))}</user_message>`];
  return {
    id: requestId,
    system: [INSTRUCTIONS],
    messages: [{ role: "user", text: ["Tools:", ...known, "", ...wish].join("\n") }],
    tools: [],
    maxTokens: MAX_TOKENS,
  };
}

const answer = z.object({
  goal: z.string().trim().min(1),
  steps: z
    .array(
      z.object({
        description: z.string().trim().min(1),
        toolHint: z.string().nullish(),
      }),
    )
    .min(FEWEST_STEPS),
});

function readProposal(text: string, tools: readonly PlannedTool[]): Proposal | undefined {
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const read = answer.safeParse(parseJson(json)?.value);
  if (!read.success) return undefined;
  const names = new Set(tools.map(({ name }) => name));
  return {
    goal: read.data.goal,
    steps: read.data.steps.map(({ description, toolHint }) => ({
      description,
      ...(toolHint && names.has(toolHint) && { toolHint }),
    })),
  };
}
