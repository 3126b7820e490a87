import { agents } from "@reeve/operations/agent/agents";
import { Fault } from "@reeve/sdk";
import { suggestName } from "../../../kernel/text/suggest-name.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { formatDollars } from "../../../llm/parse-dollars.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import type { Toolbox } from "../../../tools/toolbox.ts";
import { findRuleDenial } from "../../../tools/tool-patterns.ts";
import { agentAt, type AgentProfile, type Agents } from "../../agents.ts";
import type { Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { cutPage } from "../../../operations/pages.ts";
import type { TurnDeps } from "../deps.ts";

type AgentDeps = Pick<TurnDeps, "store" | "agents" | "toolbox" | "newId">;

/** The agents, and the one that answers in a chat. */
export function agentProfileOperations(deps: AgentDeps): Implementation {
  const { store, agents: known, newId } = deps;
  return implement(
    agents,
    {
      async list(page, caller) {
        const found = listAgents(await agentAt(caller, deps), deps);
        return cutPage(found, page, ({ name }) => name);
      },
      async use({ name }, caller) {
        const [chat] = await store.read.chats.byAddress(caller.channel, caller.externalId);
        if (!chat)
          throw new Fault("missing", "This chat has no messages yet.", {
            hint: "Send a message first.",
          });
        await store.commit("configure-place", (tx) =>
          useAgent(tx, name, { chat, person: caller.person, agents: known }),
        );
        return { agent: name };
      },
    },
    newId,
  );
}

/** All agents; `here` is the one that answers where it is asked. */
export function listAgents(
  here: AgentProfile,
  { agents: known, toolbox }: Pick<AgentDeps, "agents" | "toolbox">,
) {
  return known.all.map((profile) => describe(profile, { toolbox, here }));
}

interface Using {
  readonly chat: Chat;
  /** Caller. */
  readonly person: Principal;
  readonly agents: Agents;
}

/** Lets another agent answer in a chat, in the caller's transaction; `denied` or `missing` where that cannot be. */
export async function useAgent(
  tx: Repositories,
  name: string,
  { chat, person, agents: known }: Using,
): Promise<void> {
  refuseOthers(chat, person);
  refuseUnknown(name, known.all);
  await tx.chats.configure(chat.id, { agent: name });
}

/** In a direct chat it is the owner's to say who answers, elsewhere an admin's too. */
function refuseOthers({ kind }: Chat, person: Principal): void {
  if (person.role === "owner") return;
  if (person.role === "admin" && kind !== "direct") return;
  const who =
    kind === "direct" ? "Only the owner can switch" : "Only the owner and admins can switch";
  throw new Fault("denied", `${who} this chat's agent.`);
}

function refuseUnknown(name: string, all: readonly AgentProfile[]): void {
  const names = all.map((profile) => profile.name);
  if (names.includes(name)) return;
  const near = suggestName(name, names);
  throw new Fault("missing", `Unknown agent: "${name}".`, {
    hint: near ? `Did you mean ${near}?` : `Agents: ${names.join(", ")}.`,
  });
}

interface Describing {
  readonly toolbox: Toolbox;
  readonly here: AgentProfile;
}

function describe(profile: AgentProfile, { toolbox, here }: Describing) {
  const { name, model, rules, budgets, chats } = profile;
  const tools = toolbox.tools.filter((tool) => !rules || !findRuleDenial(tool.name, rules));
  const { steps, tokensPerDay, costNanoPerDay } = budgets;
  return {
    name,
    here: profile === here,
    model: model.id,
    tools: tools.length,
    ...(steps !== undefined && { steps }),
    ...(tokensPerDay !== undefined && { tokensPerDay }),
    ...(costNanoPerDay !== undefined && { costPerDay: formatDollars(costNanoPerDay) }),
    places: chats,
  };
}
