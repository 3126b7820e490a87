import { z } from "zod";
import type { LimitsConfig } from "../../domains/config.ts";
import {
  currentLimits,
  moneyAccounts,
  paidAssets,
  setLimit,
  tellUnits,
} from "../../domains/limits.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Store } from "../../store/store.ts";
import type { Agents } from "../agents.ts";
import { refuseBelow } from "../caller-place.ts";
import { type ControlSection, defineMethod } from "../control.ts";

export interface LimitsSectionParts {
  readonly store: Store;
  readonly agents: Agents;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly limits: LimitsConfig;
}

/** What may be spent, what was, and how fast people may write. */
export function limitsSection(parts: LimitsSectionParts): ControlSection {
  const { store, agents, clock, timeZone, limits: config } = parts;
  return {
    name: "limits",
    methods: {
      show: defineMethod({
        summary: "The limits, what is used of them, and which models have no known price.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("admin", person, "see what everybody spends");
          const now = clock.now();
          const ledger = store.read.limits;
          const limits = await currentLimits(config, ledger);
          const models = new Map(agents.all.map(({ model }) => [model.id, model.price]));
          const paid = await paidAssets(ledger, person.tenant, { limits, now });
          return {
            limits,
            set: Object.fromEntries(await ledger.settings()),
            money: await moneyAccounts(ledger, { now, timeZone }),
            assets: paid.map(({ asset, ...units }) => ({ asset, paid: tellUnits(units) })),
            unpriced: [...models].filter(([, price]) => !price).map(([id]) => id),
          };
        },
      }),
      set: defineMethod({
        summary:
          "Set a limit by its key, such as money.person.day; with none there is none, without a value the config counts again.",
        params: z.object({
          key: z.string().min(1).max(200),
          value: z.string().max(2000).optional(),
        }),
        run: async ({ key, value = null }, { person }) => {
          refuseBelow("owner", person, "set limits");
          await store.commit("set-limit", (tx) => setLimit(config, { key, value }, tx.limits));
          return { limits: await currentLimits(config, store.read.limits) };
        },
      }),
    },
  };
}
