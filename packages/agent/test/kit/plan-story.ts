import { plans } from "@reeve/operations/work/plans";
import { askAs } from "../../src/operations/ask.ts";
import { z } from "zod";
import type { PlanAnswer } from "../../src/domains/change-plan.ts";
import { toId } from "../../src/kernel/ids.ts";
import type { Decision } from "../../src/core/inbox.ts";
import type { Plan } from "../../src/store/turns/plans.ts";
import type { Message } from "../../src/llm/model.ts";
import {
  type ScriptedAnswer,
  type ScriptedModel,
  scriptedModel,
} from "../../src/llm/testing/scripted-model.ts";
import type { ScriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import { planCreate } from "../../src/tools/core/plan-create.ts";
import { answerAs, questionIn } from "./approval-story.ts";
import { callerOf } from "./caller-of.ts";
import { fakeTool } from "./fake-tool.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "./start-agent.ts";

/** Message that asks for three things one after another. */
export const WISH = "Look up the fares, then note the best one, and then write to Bob about it";

/** Plan that the planner creates from it. */
export const STEPS = [
  { description: "Look up the fares", toolHint: "fares_look" },
  { description: "Note the best fare", toolHint: "fares_note" },
  { description: "Write to bob@x.example about it", toolHint: "mail_send" },
] as const;

/** Creates a planner that always returns the same plan. */
export function plannerOf(
  steps: readonly { readonly description: string; readonly toolHint?: string }[] = STEPS,
  goal = "Bob knows the best fare",
): ScriptedModel {
  return scriptedModel(() => ({ text: JSON.stringify({ goal, steps }) }));
}

const params = z.object({
  to: z.string().optional(),
  text: z.string().optional(),
  path: z.string().optional(),
});

/** Returns the tools of the plan, and what they did. */
export function planTools(fail: (name: string) => Error | undefined = () => undefined) {
  const done: string[] = [];
  const tool = (name: string, effect: "read" | "write" | "send" | "pay" | "destroy" | "exec") =>
    fakeTool(name, {
      effect,
      params,
      resultOrigin: "services",
      run: async (given) => {
        const error = fail(name);
        if (error) throw error;
        const { to } = params.parse(given);
        done.push(to === undefined ? name : `${name} ${to}`);
        return "done";
      },
    });
  const tools = [
    tool("fares_look", "read"),
    tool("fares_note", "write"),
    tool("mail_send", "send"),
    tool("fares_pay", "pay"),
    tool("files_wipe", "destroy"),
    tool("box_run", "exec"),
    planCreate,
  ];
  return { tools, done };
}

/** Model behavior in each step of a plan, by its number: calls first, then these words. */
export type Steps = readonly {
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
  readonly text: string;
}[];

/** Creates a model that carries out the steps of a plan, and answers "Well." to everything else. */
export function steppingModel(steps: Steps): ScriptedModel {
  return scriptedModel((request) => doStep(steps, request));
}

/** Part of a request that shows its step. */
export interface StepRequest {
  readonly messages: readonly Pick<Message, "role" | "text">[];
}

/** Returns the answer of such a model. */
export function doStep(steps: Steps, request: StepRequest): ScriptedAnswer {
  const { n, thoughts } = stepIn(request);
  const step = steps[n];
  if (!step) return { text: "Well." };
  const calls = step.calls ?? [];
  return thoughts === 0 && calls.length > 0 ? { calls: [...calls] } : { text: step.text };
}

/** Returns the requested step, -1 if there is none, and the number of model calls for it so far. */
export function stepIn({ messages }: StepRequest): { n: number; thoughts: number } {
  const newest = messages.findLastIndex(({ role }) => role === "user");
  // Work before the last stop is over.
  const text = (messages[newest]?.text ?? "").split("[The user stopped this").at(-1) ?? "";
  const [, n] = /^\[Step (\d+) of /m.exec(text) ?? [];
  return { n: Number(n ?? 0) - 1, thoughts: messages.length - newest - 1 };
}

/** The usual three steps, done as they should be. */
export const WELL: Steps = [
  { calls: [{ name: "fares_look", args: {} }], text: "The best is 40." },
  { calls: [{ name: "fares_note", args: { text: "40" } }], text: "Noted." },
  { calls: [{ name: "mail_send", args: { to: "bob@x.example" } }], text: "Bob knows." },
];

/** Starts an agent that was asked for a plan; `fail` breaks its tools. */
export async function startPlan({
  messenger,
  model = steppingModel(WELL),
  planner = plannerOf(),
  tools,
  ...options
}: Partial<AgentOptions> & {
  readonly messenger: ScriptedChannel;
  readonly planner?: ScriptedModel;
}) {
  const agent = await startAgent({
    model,
    utility: planner,
    channels: [messenger],
    tools: tools ?? planTools().tools,
    ...options,
  });
  await messenger.say(WISH);
  const question = await questionIn(messenger, 1);
  return { agent, question };
}

/** Answers the newest question of a chat. */
export async function answerPlanQuestion(
  agent: RunningAgent,
  messenger: ScriptedChannel,
  decision: Pick<Decision, "verdict"> & Partial<Decision> = { verdict: "allow" },
): Promise<void> {
  const part = messenger.delivered.findLast((one) => one.part.type === "approval")?.part;
  if (part?.type !== "approval") throw new Error("nothing was asked");
  await answerAs(agent, "ann", { approval: toId(part.approval), ...decision });
}

/** Decides how the failed plan of the chat continues. */
export async function answerPlanAs(agent: RunningAgent, answer: PlanAnswer, name = "ann") {
  return askAs(agent.core.control, await callerOf(agent, { name }))(plans.answer, { answer });
}

/** Resolves with a post that contains this text, once this many parts do. */
export async function heard(messenger: ScriptedChannel, text: string, times = 1): Promise<string> {
  for (;;) {
    const texts = messenger.delivered.flatMap(({ part }) => ("text" in part ? [part.text] : []));
    const found = texts.filter((one) => one.includes(text)).at(times - 1);
    if (found !== undefined) return found;
    await messenger.received(messenger.delivered.length + 1);
  }
}

/** Returns the successive texts of the plan's message. */
export function progressIn({ delivered }: ScriptedChannel): readonly string[] {
  return delivered.flatMap(({ part }) => (part.type === "progress" ? [part.text] : []));
}

/** Returns the newest plan. */
export async function newestPlan({ store }: RunningAgent): Promise<Plan> {
  const [plan] = await store.read.plans.list("home", { limit: 1 });
  if (!plan) throw new Error("there is no plan");
  return plan;
}
