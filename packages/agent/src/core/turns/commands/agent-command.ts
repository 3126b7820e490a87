import { agents as operations } from "@reeve/operations/agent/agents";
import { texts } from "../../../platform/texts.ts";
import { type ChatCommand, textReply } from "../../commands.ts";
import { listAgents, useAgent } from "../operations/agents-operations.ts";
import type { TurnDeps } from "../deps.ts";

/** `/agent`: who answers in a chat, or who is to. */
export function agentCommand({
  agents,
  toolbox,
}: Pick<TurnDeps, "agents" | "toolbox">): ChatCommand {
  return {
    name: "agent",
    usage: "/agent [name]",
    access: "admin",
    scope: operations.use.scope,
    async answer(tx, { chat, person, argument: name, language }) {
      const { agents: said, tools } = texts(language);
      if (name !== "") {
        await useAgent(tx, name, { chat, person, agents });
        return textReply(said.chosen({ agent: name }));
      }
      const rows = listAgents(agents.answering(chat), { agents, toolbox }).map((agent) => {
        const mark = agent.here ? "▶" : "·";
        const count = tools.count({ count: agent.tools });
        return `${mark} ${agent.name}: ${agent.model}, ${count}`;
      });
      return textReply(rows.join("\n"));
    },
  };
}
