import { usage } from "@reeve/operations/agent/usage";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import type { LimitsConfig } from "../../domains/config.ts";
import { currentLimits, type MoneyLeft, moneyLeft } from "../../domains/limits.ts";
import type { Language } from "../../kernel/languages.ts";
import { toInstant, toLocalTime } from "when-in-words/local-time";
import { formatUsd } from "../../kernel/text/format-usd.ts";
import { texts } from "../../platform/texts.ts";
import type { Spending } from "../../store/billing/usage.ts";
import type { Store } from "../../store/store.ts";

export interface UsageCommandDeps {
  readonly store: Store;
  readonly limits: LimitsConfig;
  /** By which the ledger's days begin. */
  readonly timeZone: string;
}

/** `/usage`: what requests to models came to, and what is left of budgets; for the owner, of all. */
export function usageCommand({ store, limits: config, timeZone }: UsageCommandDeps): ChatCommand {
  return {
    name: "usage",
    usage: "/usage",
    access: "anyone",
    scope: usage.summary.scope,
    where: "direct",
    async prepare({ person: { tenant, id, role }, now, language }) {
      const isOwner = role === "owner";
      const whose = { tenant, ...(!isOwner && { person: id }) };
      const { date } = toLocalTime(now, timeZone);
      const since = (day: string) => toInstant(Date.parse(`${day}T00:00:00Z`), timeZone);
      const today = await store.slow.usage.spentFor(whose, since(date));
      const month = await store.slow.usage.spentFor(whose, since(`${date.slice(0, 7)}-01`));
      return async (tx, { chat }) => {
        const limits = await currentLimits(config, tx.limits);
        const payer = { tenant, person: id, chat: chat.id };
        const left = await moneyLeft(tx.limits, payer, { limits, now, timeZone });
        const own = left.filter(({ kind }) => isOwner || kind === "person" || kind === "chat");
        const said = texts(language).usage;
        return textReply(
          [
            isOwner ? said.everybody : said.you,
            said.today({ spent: formatUsage(today, language) }),
            said.thisMonth({ spent: formatUsage(month, language) }),
            ...own.map((one) => formatRemaining(one, language)),
          ].join("\n"),
        );
      };
    },
  };
}

function formatUsage({ tokens, costNano }: Spending, language: Language): string {
  const spent = texts(language).usage.tokens({ count: tokens });
  return `${spent}, ${formatUsd(costNano, language)}`;
}

function formatRemaining(
  { kind, name: agent, period, leftNano, limitNano }: MoneyLeft,
  language: Language,
): string {
  const { left, whose } = texts(language).usage;
  return left[period]({
    whose: kind === "agent" ? whose.agent({ agent }) : whose[kind],
    left: formatUsd(leftNano, language),
    limit: formatUsd(limitNano, language),
  });
}
