import { type ChatCommand, inText } from "../../core/commands.ts";
import type { LimitsConfig } from "../../domains/config.ts";
import { currentLimits, type MoneyLeft, moneyLeft } from "../../domains/limits.ts";
import { toInstant, toLocalTime } from "../../kernel/local-time.ts";
import { formatDollars } from "../../llm/parse-dollars.ts";
import type { Spending } from "../../store/usage.ts";
import type { Store } from "../../store/store.ts";

export interface UsageCommandParts {
  readonly store: Store;
  readonly limits: LimitsConfig;
  /** By which the ledger's days begin. */
  readonly timeZone: string;
}

/** `/usage`: what requests to models came to, and what is left of budgets; for the owner, of all. */
export function usageCommand({ store, limits: config, timeZone }: UsageCommandParts): ChatCommand {
  return {
    name: "usage",
    usage: "/usage",
    summary: "tokens and cost of today and this month, and what is left",
    access: "anyone",
    where: "direct",
    async prepare({ person: { tenant, id, role }, now }) {
      const isOwner = role === "owner";
      const whose = { tenant, ...(!isOwner && { person: id }) };
      const { date } = toLocalTime(now, timeZone);
      const since = (day: string) => toInstant(Date.parse(`${day}T00:00:00Z`), timeZone);
      const today = await store.slow.usage.spentFor(whose, since(date));
      const month = await store.slow.usage.spentFor(whose, since(`${date.slice(0, 7)}-01`));
      return async (tx, { place }) => {
        const limits = await currentLimits(config, tx.limits);
        const payer = { tenant, person: id, place: place.id };
        const left = await moneyLeft(tx.limits, payer, { limits, now, timeZone });
        const own = left.filter(({ subject }) => isOwner || /^(person|chat):/.test(subject));
        return inText(
          [
            isOwner ? "Of everybody:" : "Of yours:",
            `today: ${tell(today)}`,
            `this month: ${tell(month)}`,
            ...own.map(tellLeft),
          ].join("\n"),
        );
      };
    },
  };
}

function tell({ tokens, costNano }: Spending): string {
  return `${tokens.toLocaleString("en-US")} tokens, ${formatDollars(costNano)}`;
}

function tellLeft({ whose, period, left, limit }: MoneyLeft): string {
  return `left of ${limit} a ${period} for ${whose}: ${left}`;
}
