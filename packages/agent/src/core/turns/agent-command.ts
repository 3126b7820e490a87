import { fillIn } from "../../kernel/languages.ts";
import { tellCount } from "../../kernel/tell-count.ts";
import { type ChatCommand, inText } from "../commands.ts";
import { listAgents, useAgent } from "./agents-section.ts";
import type { TurnParts } from "./parts.ts";
import { turnCommandTextsIn } from "./turn-command-texts.ts";

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
    async answer(tx, { place, person, argument: name, language }) {
      const texts = turnCommandTextsIn(language);
      if (name !== "") {
        await useAgent(tx, name, { place, person, agents });
        return inText(fillIn(texts.agentChosen, { agent: name }));
      }
      const rows = listAgents(agents.answering(place), { agents, toolbox }).map((agent) => {
        const mark = agent.here ? "▶" : "·";
        const tools = tellCount(texts.tools, agent.tools, language);
        return `${mark} ${agent.name}: ${agent.model}, ${tools}`;
      });
      return inText(rows.join("\n"));
    },
  };
}
