import { Fault } from "@reeve/sdk";
import { type Control, type Implementation, createControl } from "../core/control.ts";
import type { Core } from "../core/core.ts";
import type { Events } from "../core/events/events.ts";
import type { Inbox } from "../core/inbox.ts";
import type { Lifecycle } from "./lifecycle.ts";

/**
 * Stands for the agent at the socket and the gateway while it stops and starts. While no agent is
 * running, everything but the process's own operations is `unavailable`.
 */
export interface AgentProxy {
  readonly control: Control;
  /** Operations that answer while no agent is running. */
  readonly own: Control;
  readonly inbox: Inbox;
  readonly events: Events;
  /** Throws `unavailable` at once where no agent runs, also while one starts. */
  refuseUnlessRunning(): void;
}

export interface AgentProxyDeps {
  readonly lifecycle: Lifecycle<{ readonly core: Pick<Core, "control" | "inbox"> }>;
  /** Operations that answer whether or not an agent runs. */
  readonly own: readonly Implementation[];
  readonly events: Events;
}

export function createAgentProxy({ lifecycle, own, events }: AgentProxyDeps): AgentProxy {
  const process = createControl(own);
  const names = new Set<string>(process.implemented.map(({ operation }) => operation.name));
  return {
    events,
    own: process,
    control: {
      get implemented() {
        return [...process.implemented, ...(lifecycle.part?.core.control.implemented ?? [])];
      },
      async receive(name, input, caller) {
        if (names.has(name)) return process.receive(name, input, caller);
        // A turn that ends while the agent stops may still be looked at, and be stopped.
        const { core } = lifecycle.part ?? (await lifecycle.running());
        return core.control.receive(name, input, caller);
      },
    },
    inbox: {
      deliver: async (envelope) => (await lifecycle.running()).core.inbox.deliver(envelope),
      decide: async (decision) => (await lifecycle.running()).core.inbox.decide(decision),
      retryWaiting: async (address) => (await lifecycle.running()).core.inbox.retryWaiting(address),
      mayPay: async (invoice) => (await lifecycle.running()).core.inbox.mayPay(invoice),
      pay: async (receipt) => (await lifecycle.running()).core.inbox.pay(receipt),
      press: async (press) => (await lifecycle.running()).core.inbox.press(press),
      withdraw: async (...args) => (await lifecycle.running()).core.inbox.withdraw(...args),
    },
    refuseUnlessRunning() {
      const { state } = lifecycle.status;
      if (state === "running") return;
      throw new Fault("unavailable", `The agent is ${state}.`, {
        hint: state === "starting" ? "Try again in a moment." : "Start it with: reeve agent start",
      });
    },
  };
}
