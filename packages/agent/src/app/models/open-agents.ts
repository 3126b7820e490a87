import { agentAt, type Agents, createAgents, mainAgent } from "../../core/agents.ts";
import type { Address } from "../../kernel/envelope.ts";
import type { ChatId } from "../../kernel/ids.ts";
import type { ModelSwitch } from "../../llm/model-switch.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { AgentKernel } from "../agent-kernel.ts";
import { catalog } from "../catalog.gen.ts";
import { chooseAgents } from "./choose-agents.ts";
import type { Models } from "./open-models.ts";

/** The agents that answer, and their models. */
export interface AnsweringAgents {
  readonly agents: Agents;
  /** Returns the model of the agent that answers at an address. */
  readonly modelOf: (address: Pick<Address, "channel" | "externalId">) => Promise<ModelSwitch>;
  /** Returns the model of the agent that answers in a chat. */
  readonly modelIn: (chat: ChatId) => Promise<ModelSwitch>;
}

export interface OpenAgentsDeps {
  readonly models: Models;
  readonly toolbox: Toolbox;
  readonly soulFiles: ReadonlyMap<string, string>;
}

/** Chooses the agents of the config, beside the main one. */
export async function openAgents(
  kernel: AgentKernel,
  { models, toolbox, soulFiles }: OpenAgentsDeps,
): Promise<AnsweringAgents> {
  const { store, config } = kernel;
  const others = await chooseAgents(config.agents, {
    ...kernel,
    main: models,
    choose: models.choose,
    utilityModel: config.agent.utilityModel,
    soulFiles,
    tools: [...catalog, ...toolbox.tools, ...toolbox.awaited].map(({ name }) => name),
  });
  const agents = createAgents(mainAgent(models), others);
  const switches = new Map(others.map(({ name, model }) => [name, model]));
  const modelNamed = (name: string) => switches.get(name) ?? models.model;
  return {
    agents,
    modelOf: async (address) => modelNamed((await agentAt(address, { store, agents })).name),
    async modelIn(id) {
      const chat = await store.read.chats.byId(id);
      return chat ? modelNamed(agents.answering(chat).name) : models.model;
    },
  };
}
