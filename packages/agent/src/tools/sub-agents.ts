import { Fault, type Tool } from "@reeve/sdk";

/** Work for a sub-agent. */
export interface Delegation {
  readonly task: string;
  /** Names of the only tools that it may use. Absent: read-only tools that fit the task. */
  readonly tools?: readonly string[] | undefined;
  /** Maximum number of model requests. */
  readonly maxSteps: number;
}

/** Result of a sub-agent, and what it came to. */
export interface DelegationResult {
  readonly text: string;
  /** Model requests. */
  readonly steps: number;
  /** Tool calls, those that were refused included. */
  readonly calls: number;
  /** Tokens that it read and wrote. */
  readonly tokens: number;
  /** Billionths of a dollar; undefined if a price is not known. */
  readonly costNano: bigint | undefined;
}

/** Agents that work for one call, in its chat and on behalf of its requester. */
export interface SubAgents {
  /**
   * Runs a sub-agent to its end. Rejects with `invalid` for tools that it cannot be given, `exhausted` if a budget
   * is used up, and the fault of its model if that fails.
   */
  run(delegation: Delegation, signal: AbortSignal): Promise<DelegationResult>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly subAgents: SubAgents;
  }
}

/** Checks whether calls of a tool make further calls. */
export function makesCalls(tool: Pick<Tool, "needs"> | undefined): boolean {
  return tool?.needs.some((need) => need === "subAgents" || need === "programs") ?? false;
}

/** Returns the sub-agents of a call. Those of a call that no agent made reject with `unavailable`. */
export function subAgentsOf({
  subAgents = NO_SUB_AGENTS,
}: {
  readonly subAgents?: SubAgents | undefined;
}): SubAgents {
  return subAgents;
}

const NO_SUB_AGENTS: SubAgents = {
  run: () =>
    Promise.reject(
      new Fault("unavailable", "A sub-agent works only for an agent.", {
        hint: "Ask the agent to delegate the task.",
      }),
    ),
};
