import type { Spend } from "@reeve/sdk";
import { formatDecimal, parseDecimal } from "../../kernel/text/decimal.ts";
import { canonicalAddress } from "../../kernel/ton-address.ts";
import type { AssetSpending } from "../../store/billing/limits.ts";
import type { LimitsConfig } from "../config.ts";
import { formatWhen } from "../format-when.ts";

export type AssetLimit = LimitsConfig["assets"][string];

/** Time in milliseconds for which a payment counts toward the daily limit. */
export const ASSET_DAY_MS = 24 * 60 * 60_000;

/** Returns the number of decimals of an asset. */
export function decimalsOf(asset: string, limit: AssetLimit | undefined): number {
  return limit?.decimals ?? (asset === "Stars" ? 0 : 9);
}

/**
 * Returns why a call may not spend this amount, with the limit, its use, and when it is free again;
 * undefined if it may. `spent` is the spending of the last 24 hours, oldest first.
 */
export function findAssetDenial(
  { asset, amount, to }: Spend,
  limit: AssetLimit,
  { spent, now, timeZone }: Moment & { readonly spent: readonly AssetSpending[] },
): string | undefined {
  const decimals = decimalsOf(asset, limit);
  const wanted = parseDecimal(amount, decimals);
  const tell = (units: bigint) => `${formatDecimal(units, decimals)} ${asset}`;
  const isKnown =
    to !== undefined && limit.to?.map(canonicalAddress).includes(canonicalAddress(to));
  if (limit.to && !isKnown)
    return `${to ?? "An unknown recipient"} is not one of the ${limit.to.length} recipients that limits.assets.${asset}.to allows.`;
  if (limit.perCall !== undefined && wanted > parseDecimal(limit.perCall, decimals))
    return `${tell(wanted)} exceeds the limit of ${limit.perCall} ${asset} per payment.`;
  if (limit.perDay === undefined) return undefined;
  const most = parseDecimal(limit.perDay, decimals);
  const used = spent.reduce((sum, one) => sum + one.amount, 0n);
  if (used + wanted <= most) return undefined;
  const freeAt = freeFor(wanted, { spent, used, most });
  const free =
    freeAt === undefined
      ? "This payment alone exceeds the daily limit."
      : `It can be paid ${formatWhen(freeAt, { now, timeZone })}.`;
  return `${tell(wanted)} more would exceed the limit: ${formatDecimal(used, decimals)} of ${limit.perDay} ${asset} were paid in the last 24 hours. ${free}`;
}

export interface Moment {
  readonly now: number;
  readonly timeZone: string;
}

/** Returns the time at which enough spending is a day old for the amount to fit. */
function freeFor(
  wanted: bigint,
  {
    spent,
    used,
    most,
  }: { readonly spent: readonly AssetSpending[]; readonly used: bigint; readonly most: bigint },
): number | undefined {
  let left = used;
  for (const { amount, at } of spent) {
    left -= amount;
    if (left + wanted <= most) return at + ASSET_DAY_MS;
  }
  return undefined;
}
