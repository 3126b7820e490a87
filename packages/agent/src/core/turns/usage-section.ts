import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { billingDay, toDollars, USAGE_CSV_HEAD, usageCsv } from "../../domains/billing.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type PersonId, toId } from "../../kernel/ids.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { USAGE_KEYS, type UsageKey } from "../../kernel/usage-key.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { UsageQuery, UsageSum } from "../../store/usage.ts";
import { refuseBelow } from "../caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import { readRates } from "./note-prices.ts";

export interface UsageSectionParts {
  readonly store: Store;
  readonly clock: Clock;
  /** In which a day of spending begins. */
  readonly timeZone: string;
}

const day = z.iso.date();

const days = {
  from: day.optional().describe("The first day, YYYY-MM-DD; without it, the first of this month."),
  to: day.optional().describe("The last day; without it, today."),
  person: z
    .string()
    .max(200)
    .optional()
    .describe("Whose usage, by their id; without it, everybody's, or one's own for members."),
};

const PAGE = 500;

/** What requests to models came to. Everybody sees their own, the owner and admins all. */
export function usageSection({ store, clock, timeZone }: UsageSectionParts): ControlSection {
  const queryOf = (asked: Asked, caller: Caller) =>
    toQuery(asked, caller, billingDay(clock.now(), timeZone));
  return {
    name: "usage",
    methods: {
      summary: defineMethod({
        summary: "What requests to models came to in some days, by day, model, person, tool …",
        params: z.object({ by: z.enum(USAGE_KEYS).default("day"), ...days }),
        run: async ({ by, ...asked }, caller) => {
          const query = queryOf(asked, caller);
          const sums = await store.slow.usage.summary(query, by);
          const rows = await Promise.all(
            sums.map(async (one) => ({ ...tellSum(one), name: await nameOf(by, one, store.slow) })),
          );
          return { by, from: query.from, to: query.to, rows, total: tellSum(totalOf(sums)) };
        },
      }),
      export: defineMethod({
        summary: `Requests of some days as CSV, ${PAGE} at a time: the next page begins after \`next\`.`,
        params: z.object({ after: z.int().min(0).default(0), ...days }),
        run: async ({ after, ...asked }, caller) => {
          const query = queryOf(asked, caller);
          const rows = await store.slow.usage.list(query, { after, limit: PAGE });
          const next = rows.length < PAGE ? null : (rows.at(-1)?.order ?? null);
          return { csv: `${after === 0 ? USAGE_CSV_HEAD : ""}${usageCsv(rows)}`, next };
        },
      }),
      prices: defineMethod({
        summary:
          "What models cost in dollars for a million tokens, and since when; null where it is not known.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("admin", person, "see what models cost");
          const prices = await store.read.usage.prices();
          return prices.map(({ rates, ...price }) => ({ ...price, rates: readRates(rates) }));
        },
      }),
    },
  };
}

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly person?: string | undefined;
}

function toQuery(
  { from, to, person }: Asked,
  { person: asker }: Caller,
  today: string,
): UsageQuery & { readonly person?: PersonId } {
  const last = to ?? today;
  const first = from ?? `${last.slice(0, 7)}-01`;
  if (first > last)
    throw new Fault("invalid", `${first} comes after ${last}.`, {
      hint: "Name the first day, then the last.",
    });
  const mayAll = isAtLeast(asker.role, "admin");
  if (!mayAll && person !== undefined && person !== asker.id)
    throw new Fault("denied", `Only the owner and admins see what ${person} used.`, {
      hint: "Leave the person out to see your own.",
    });
  const whose = mayAll ? person : asker.id;
  return {
    tenant: asker.tenant,
    from: first,
    to: last,
    ...(whose !== undefined && { person: toId(whose) }),
  };
}

function tellSum<Sum extends Omit<UsageSum, "key">>({ costNano, ...counts }: Sum) {
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

/** What people call it. */
async function nameOf(by: UsageKey, { key }: UsageSum, read: Repositories): Promise<string> {
  if (key === "") return "nobody in particular";
  if (by === "person") return (await read.people.byId(toId(key)))?.name ?? key;
  if (by !== "place") return key;
  const place = await read.places.byId(toId(key));
  return place ? `${place.surface}/${place.chat}` : key;
}
