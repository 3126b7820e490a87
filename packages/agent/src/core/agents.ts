import { matchesGlob } from "../kernel/text/matches-glob.ts";
import type { Model } from "../llm/model.ts";
import type { Chat } from "../store/messages/chats.ts";
import type { Store } from "../store/store.ts";
import type { ToolPatterns } from "../tools/tool-patterns.ts";

/** The name of the agent that is always there: the one of the config's section `agent`. */
export const MAIN = "main";

/** One of the agents that answer: who it is, and what it may use. */
export interface AgentProfile {
  readonly name: string;
  readonly model: Model;
  /** Sums up its conversations; without one they are cut by rules. */
  readonly utility: Model | undefined;
  /** Reads who it is when a session begins. Absent: SOUL.md. */
  readonly readSoul?: (() => Promise<string | undefined>) | undefined;
  /** Which tools it has. Absent: all. */
  readonly rules?: ToolPatterns | undefined;
  readonly budgets: AgentBudgets;
  /** Where it answers by itself: kinds of chats, or patterns of `channel:chat`. */
  readonly chats: readonly string[];
  /**
   * Equal for agents of the same soul and tools; absent for SOUL.md with all tools. A
   * session goes on only with the character that it began with.
   */
  readonly character?: string | undefined;
}

/** Budgets of an agent. An absent one has no limit, except steps, which then have the chat's limit. */
export interface AgentBudgets {
  /** How often it may think and act in a turn. */
  readonly steps?: number | undefined;
  readonly tokensPerDay?: number | undefined;
  /** Billionths of a dollar. */
  readonly costNanoPerDay?: bigint | undefined;
}

/** All agents, and who of them answers where. */
export interface Agents {
  /** The main one, then the others in the config's order. */
  readonly all: readonly AgentProfile[];
  /** The main one for a name that is no more. */
  get(name: string): AgentProfile;
  /** The one that somebody switched to, else the first whose chats fit, else the main one. */
  answering(chat: Pick<Chat, "agent" | "channel" | "externalId" | "kind">): AgentProfile;
}

/** Joins the main agent and the others. */
export function createAgents(main: AgentProfile, others: readonly AgentProfile[] = []): Agents {
  const all = [main, ...others];
  const byName = new Map(all.map((profile) => [profile.name, profile]));
  return {
    all,
    get: (name) => byName.get(name) ?? main,
    answering(chat) {
      const chosen = chat.agent === null ? undefined : byName.get(chat.agent);
      return chosen ?? others.find(({ chats }) => chats.some(isAt(chat))) ?? main;
    },
  };
}

/** The main agent where nothing is said about it but its models. */
export function mainAgent({ model, utility }: Models): AgentProfile {
  return { name: MAIN, model, utility, budgets: {}, chats: [] };
}

interface Models {
  readonly model: Model;
  readonly utility?: Model | undefined;
}

/** Returns the agent of a chat; a chat without messages counts as direct. */
export async function agentAt(
  { channel, externalId }: Pick<Chat, "channel" | "externalId">,
  { store, agents }: { store: Store; agents: Agents },
): Promise<AgentProfile> {
  const [chat] = await store.read.chats.byAddress(channel, externalId);
  return agents.answering(chat ?? { channel, externalId, kind: "direct", agent: null });
}

function isAt({ channel, externalId, kind }: Pick<Chat, "channel" | "externalId" | "kind">) {
  return (pattern: string): boolean =>
    pattern === kind || matchesGlob(`${channel}:${externalId}`, pattern);
}
