import type { CallId } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/text/json.ts";
import type { GrantCap } from "../../store/turns/approvals.ts";
import type { Repositories } from "../../store/store.ts";
import { type CoveredCall, covers } from "./covers.ts";
import { readAmount } from "./read-amount.ts";

const DAY_MS = 86_400_000;

/**
 * Lets a call run under a grant, in the commit that starts it: false when the grant was
 * taken back meanwhile, is over, or has no room left for the amount.
 */
export async function useGrant(
  tx: Pick<Repositories, "approvals">,
  grant: string,
  { id: call, at, ...covered }: CoveredCall & { readonly id: CallId; readonly at: number },
): Promise<boolean> {
  const known = await tx.approvals.grant(grant);
  if (!known || !covers(known, covered)) return false;
  if (known.until !== null && known.until <= at) return false;
  const amount = known.cap && amountOf(covered.args, known.cap);
  if (known.cap) {
    const used = await tx.approvals.grantUses(grant, at - DAY_MS);
    if (amount === undefined || !hasRoom(known.cap, [...used, amount])) return false;
  }
  await tx.approvals.addGrantUse({ grant, call, amount: amount ?? null, at });
  return true;
}

/** The amount of a call as it is counted; undefined when it is none. */
export function amountOf(args: unknown, { argument }: GrantCap): string | undefined {
  const value = isRecord(args) ? args[argument] : undefined;
  return readAmount(value) === undefined ? undefined : String(value).trim();
}

function hasRoom({ perDay }: GrantCap, amounts: readonly string[]): boolean {
  const sum = amounts.reduce((total, amount) => total + (readAmount(amount) ?? 0n), 0n);
  return sum <= (readAmount(perDay) ?? 0n);
}
