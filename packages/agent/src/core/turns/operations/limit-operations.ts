import type { Kernel } from "../../../store/kernel.ts";
import { limits } from "@reeve/operations/agent/limits";
import type { LimitsConfig } from "../../../domains/config.ts";
import {
  currentLimits,
  moneyAccounts,
  paidAssets,
  setLimit,
  formatForSummary,
} from "../../../domains/limits.ts";
import type { Agents } from "../../agents.ts";
import type { Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";

export interface LimitDeps extends Kernel {
  readonly agents: Agents;
  readonly timeZone: string;
  readonly limits: LimitsConfig;
}

/** Limits of spending and of message rates, and what is used of them. */
export function limitOperations(deps: LimitDeps): Implementation {
  const { store, agents, clock, timeZone, limits: config, newId } = deps;
  const change = (key: string, value: string | null) =>
    store.commit("set-limit", (tx) => setLimit(config, { key, value }, tx.limits));
  return implement(
    limits,
    {
      async show(_input, { person }) {
        const now = clock.now();
        const ledger = store.read.limits;
        const current = await currentLimits(config, ledger);
        const unpriced = agents.all.flatMap(({ model }) => model.unpriced ?? []);
        const paid = await paidAssets(ledger, person.tenant, { limits: current, now });
        return {
          limits: current,
          set: Object.fromEntries(await ledger.settings()),
          money: await moneyAccounts(ledger, { now, timeZone }),
          assets: paid.map(({ asset, ...units }) => ({ asset, paid: formatForSummary(units) })),
          unpriced: [...new Set(unpriced)],
        };
      },
      async set({ key, value }) {
        await change(key, value);
        return { limits: await currentLimits(config, store.read.limits) };
      },
      async unset({ key }) {
        await change(key, null);
      },
    },
    newId,
  );
}
