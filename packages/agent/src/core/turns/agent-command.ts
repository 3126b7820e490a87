import { type ChatCommand, inText } from "../commands.ts";
import { listAgents, useAgent } from "./agents-section.ts";
import type { TurnParts } from "./parts.ts";

/** `/agent`: who answers in a chat, or who is to. */
export function agentCommand({
  agents,
  toolbox,
}: Pick<TurnParts, "agents" | "toolbox">): ChatCommand {
  return {
    name: "agent",
    usage: "/agent [name]",
    summary: "who answers, or let another agent answer in this chat",
    access: "admin",
    async answer(tx, { place, person, argument: name }) {
      if (name !== "") {
        await useAgent(tx, name, { place, person, agents });
        return inText(`From your next message on ${name} answers here.`);
      }
      const rows = listAgents(agents.answering(place), { agents, toolbox }).map((agent) => {
        const mark = agent.here ? "▶" : "·";
        return `${mark} ${agent.name}: ${agent.model}, ${agent.tools} tools`;
      });
      return inText(rows.join("\n"));
    },
  };
}
