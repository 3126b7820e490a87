import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import type { DecisionResult, Decision } from "../../src/core/inbox.ts";
import type { ScriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./caller-of.ts";
import { fakeTool } from "./fake-tool.ts";
import type { RunningAgent } from "./start-agent.ts";

/** Creates a step that sends to a recipient. */
export function transferTo(to: string, amount?: string) {
  return { calls: [{ name: "ton_send", args: amount === undefined ? { to } : { to, amount } }] };
}

const params = z.object({ to: z.string(), amount: z.string().optional() });

/** Creates a tool that needs approval, and the list of its recipients. */
export function sendingTool(own: Partial<Tool> = {}) {
  const sent: string[] = [];
  const tool = fakeTool("ton_send", {
    effect: "pay",
    params,
    confirm: (given) => `Send to ${params.parse(given).to}?`,
    run: async (given) => {
      sent.push(params.parse(given).to);
      return "sent";
    },
    ...own,
  });
  return { tool, sent };
}

/** Returns the question that arrived last of `count` parts, in one chat or in any. */
export async function questionIn(messenger: ScriptedChannel, count: number, externalId?: string) {
  const part = (await messenger.received(count, externalId)).at(-1)?.part;
  if (part?.type !== "approval") throw new Error(`not a question: ${JSON.stringify(part)}`);
  return part;
}

/** Decides as a person who has written before. */
export async function answerAs(
  agent: RunningAgent,
  name: string,
  decision: Omit<Decision, "by">,
): Promise<DecisionResult> {
  const { person: by } = await callerOf(agent, { name });
  return agent.core.inbox.decide({ ...decision, by });
}

/** Returns the texts sent in a chat, one per reply part. */
export function textsIn(messenger: ScriptedChannel, externalId?: string): readonly string[] {
  return messenger.delivered
    .filter((one) => externalId === undefined || one.externalId === externalId)
    .map(({ part }) => (part.type === "approval" ? part.question : part.text));
}
