import { currentLimits, type LimitContext, NO_LIMITS } from "../../domains/limits.ts";
import type { Held } from "./commit-held.ts";
import type { TurnDeps } from "./deps.ts";

/** The limits as they are in a commit. */
export async function ledgerSetting(
  { tx, now }: Pick<Held, "tx" | "now">,
  { settings }: { readonly settings: Pick<TurnDeps["settings"], "limits" | "timeZone"> },
): Promise<LimitContext> {
  const { limits = NO_LIMITS, timeZone } = settings;
  return { limits: await currentLimits(limits, tx.limits), now, timeZone };
}
