import type { FlowFacts } from "../agent/deps.ts";
import { DEFAULT_FLOW_POLICY } from "../approvals/flow/request-context.ts";

/** Nobody is known, and nothing was told to anybody. */
export const noFlow: FlowFacts = {
  policy: DEFAULT_FLOW_POLICY,
  now: () => 0,
  timeZone: "UTC",
  contacts: async () => [],
  spent: async () => ({ turn: 0, day: 0, declared: 0 }),
};
