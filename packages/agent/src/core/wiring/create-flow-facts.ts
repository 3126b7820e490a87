import type { Clock } from "../../kernel/clock.ts";
import type { Store } from "../../store/store.ts";
import type { FlowFacts } from "../agent/deps.ts";
import type { FlowPolicy } from "../approvals/flow/request-context.ts";

interface FlowSettings {
  readonly policy: FlowPolicy;
  readonly clock: Pick<Clock, "now">;
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;

/** Looks up what the gate has to know of others. */
export function createFlowFacts(
  { read }: Pick<Store, "read">,
  { policy, clock, timeZone }: FlowSettings,
): FlowFacts {
  return {
    policy,
    timeZone,
    now: () => clock.now(),

    async contacts({ chat: { tenant } }) {
      const people = await read.people.list(tenant);
      return people.map(({ name, identities }) => ({
        name,
        addresses: identities.flatMap(({ externalId }) => [externalId, `@${externalId}`]),
      }));
    },

    spent: ({ id, asker: person, chat: { tenant } }) =>
      read.egress.spent({ tenant, person }, { turn: id, since: clock.now() - DAY_MS }),
  };
}
