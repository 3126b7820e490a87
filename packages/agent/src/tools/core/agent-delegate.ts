import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { formatDecimal } from "../../kernel/text/decimal.ts";
import { toolName } from "./params.ts";

/** Hands a piece of work to a sub-agent, which answers with its result. */
export const agentDelegate = defineTool({
  name: "agent_delegate",
  summary:
    "Delegate a limited piece of work to a sub-agent with fewer tools and its own budget. The sub-agent returns its result. " +
    "Use it for long research or side work that would fill this conversation, or for parts that can run in parallel.",
  effect: "read",
  scope: "always",
  access: "member",
  timeoutMs: 600_000,
  resultOrigin: "services",
  needs: ["subAgents"],
  utterances: [
    "have a helper dig through these ten pages and just tell me the outcome",
    "spin up another agent for the competitor research",
    "let someone else in there handle the boring part while we talk",
    "Split this up: one of you checks the prices, another the reviews",
    "get a second bot on it with a limited budget",
    "Confie cette recherche à un assistant secondaire et rapporte-moi sa conclusion",
    "Доручи порівняння тарифів окремому помічнику",
    "この調査は別のエージェントに任せて、結果だけ教えて",
    "Passa esse levantamento para um subagente",
    "Bu araştırmayı yardımcı bir ajana devret, sonucu bana getir",
    "поручи разбор этих отзывов субагенту, мне нужен только вывод",
  ],
  params: z.object({
    task: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .describe(
        "The work to do and what to return. Include everything the sub-agent needs, because it cannot see this conversation.",
      ),
    tools: z
      .array(toolName("A tool's name"))
      .max(50)
      .optional()
      .describe(
        "Names of read-only tools that the sub-agent may use. Default: those that fit the task.",
      ),
    maxSteps: z.number().int().min(1).max(12).default(6).describe("Maximum number of steps."),
  }),

  async run(delegation, { subAgents, signal }) {
    const { text, costNano, ...usage } = await subAgents.run(delegation, signal);
    return {
      result: text,
      ...usage,
      ...(costNano !== undefined && { costUsd: formatDecimal(costNano, 9) }),
    };
  },
});
