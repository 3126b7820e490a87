import { agents, type AgentView } from "@reeve/operations/agent/agents";
import { defineCommandLine } from "../../operations/cli.ts";

/** `reeve agents`. */
export const agentsCommand = defineCommandLine({
  command: "agents",
  operations: agents,
  show: {
    list: ({ items }) => items.map(toLine).join("\n"),
    use: ({ agent }) => `Starting with the next message, ${agent} will answer in this chat.`,
  },
});

function toLine(agent: AgentView): string {
  const { name, model, tools, places: chats } = agent;
  const limits = limitsOf(agent).map((limit) => `, ${limit}`);
  const where = chats.length > 0 ? `, in ${chats.join(" ")}` : "";
  return `${name.padEnd(12)} ${model.padEnd(32)} ${tools} tools${limits.join("")}${where}`;
}

function limitsOf({ steps, tokensPerDay, costPerDay }: AgentView): readonly string[] {
  return [
    ...(steps === undefined ? [] : [`${steps} steps`]),
    ...(tokensPerDay === undefined ? [] : [`${tokensPerDay} tokens per day`]),
    ...(costPerDay === undefined ? [] : [`${costPerDay} per day`]),
  ];
}
