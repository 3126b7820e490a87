import type { Kernel } from "../../../store/kernel.ts";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { billingDay, toDollars, USAGE_CSV_HEAD, usageCsv } from "../../../domains/billing.ts";
import { type PersonId, toId } from "../../../kernel/ids.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import { usage, type UsageKey } from "@reeve/operations/agent/usage";
import type { Repositories } from "../../../store/store.ts";
import type { UsageQuery, UsageSum } from "../../../store/billing/usage.ts";
import type { Caller, Implementation } from "../../../operations/control.ts";
import { implement } from "../../../operations/implement.ts";
import { cutPage, formatCursor, parseCursor } from "../../../operations/pages.ts";
import { readRates } from "../budget/record-prices.ts";

export interface UsageDeps extends Kernel {
  /** Where a day of spending begins. */
  readonly timeZone: string;
}

/** The most requests on a page of an export. */
const PAGE = 500;

/** Model usage and cost: everybody's own; for the owner and admins, all. */
export function usageOperations({ store, clock, timeZone, newId }: UsageDeps): Implementation {
  const queryOf = (asked: UsageRequest, caller: Caller) =>
    toQuery(asked, caller, billingDay(clock.now(), timeZone));
  return implement(
    usage,
    {
      async summary({ by, ...asked }, caller) {
        const query = queryOf(asked, caller);
        const sums = await store.slow.usage.summary(query, by);
        const rows = await Promise.all(
          sums.map(async (one) => ({
            ...describeSum(one),
            name: await nameOf(by, one, store.slow),
          })),
        );
        return { by, from: query.from, to: query.to, rows, total: describeSum(totalOf(sums)) };
      },
      async export({ cursor, ...asked }, caller) {
        const after = cursor === undefined ? 0 : parseCursor(cursor, z.int().min(0));
        const rows = await store.slow.usage.list(queryOf(asked, caller), { after, limit: PAGE });
        const next = rows.length < PAGE ? undefined : rows.at(-1)?.order;
        return {
          csv: `${after === 0 ? USAGE_CSV_HEAD : ""}${usageCsv(rows)}`,
          next: next === undefined ? null : formatCursor(next),
        };
      },
      async prices(page) {
        const prices = (await store.read.usage.prices()).map(({ rates, ...price }) => ({
          ...price,
          rates: readRates(rates),
        }));
        return cutPage(prices, page, ({ model, since }) => `${model} ${since}`);
      },
    },
    newId,
  );
}

interface UsageRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly person?: string | undefined;
}

function toQuery(
  { from, to, person }: UsageRequest,
  { person: asker }: Caller,
  today: string,
): UsageQuery & { readonly person?: PersonId } {
  const last = to ?? today;
  const first = from ?? `${last.slice(0, 7)}-01`;
  if (first > last)
    throw new Fault("invalid", `${first} is after ${last}.`, {
      hint: "Specify the first day, then the last day.",
    });
  const mayAll = isAtLeast(asker.role, "admin");
  if (!mayAll && person !== undefined && person !== asker.id)
    throw new Fault("denied", `Only the owner and admins can see ${person}'s usage.`, {
      hint: "Omit the person to see your own usage.",
    });
  const whose = mayAll ? person : asker.id;
  return {
    tenant: asker.tenant,
    from: first,
    to: last,
    ...(whose !== undefined && { person: toId(whose) }),
  };
}

function describeSum<Sum extends Omit<UsageSum, "key">>({ costNano, ...counts }: Sum) {
  return { ...counts, costUsd: toDollars(costNano) };
}

function totalOf(sums: readonly UsageSum[]): Omit<UsageSum, "key"> {
  return {
    calls: sum(sums, ({ calls }) => calls),
    unpriced: sum(sums, ({ unpriced }) => unpriced),
    inputTokens: sum(sums, ({ inputTokens }) => inputTokens),
    cachedTokens: sum(sums, ({ cachedTokens }) => cachedTokens),
    cacheWriteTokens: sum(sums, ({ cacheWriteTokens }) => cacheWriteTokens),
    outputTokens: sum(sums, ({ outputTokens }) => outputTokens),
    reasoningTokens: sum(sums, ({ reasoningTokens }) => reasoningTokens),
    costNano: sums.reduce((all, { costNano }) => all + costNano, 0n),
  };
}

function sum(sums: readonly UsageSum[], of: (one: UsageSum) => number): number {
  return sums.reduce((all, one) => all + of(one), 0);
}

/** Returns the name of a key for people. */
async function nameOf(by: UsageKey, { key }: UsageSum, read: Repositories): Promise<string> {
  if (key === "") return "nobody in particular";
  if (by === "person") return (await read.people.byId(toId(key)))?.name ?? key;
  if (by !== "place") return key;
  const chat = await read.chats.byId(toId(key));
  return chat ? `${chat.channel}/${chat.externalId}` : key;
}
