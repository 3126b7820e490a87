import { currentLimits, type LimitContext, NO_LIMITS } from "../../../domains/limits.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";

/** The limits as they are in a commit. */
export async function limitContext(
  { tx, now }: Pick<LeasedTx, "tx" | "now">,
  { settings }: { readonly settings: Pick<TurnDeps["settings"], "limits" | "timeZone"> },
): Promise<LimitContext> {
  const { limits = NO_LIMITS, timeZone } = settings;
  return { limits: await currentLimits(limits, tx.limits), now, timeZone };
}
