import { nextProfile, writeProfile } from "../../memory/profile.ts";
import { sanitize } from "../context/render/sanitize.ts";
import { reserveInBackground, releaseInBackground } from "../turns/budget/background-budget.ts";
import { recordExtraUsage } from "../turns/sessions/continue-in-new-session.ts";
import { BUDGET_MS, type ExtractionDeps, RETRY_MS } from "./extraction-deps.ts";

/** Maximum tokens of one request. */
const REQUEST_TOKENS = 5000;
/** A profile becomes due by time alone, so that looking now and then is enough. */
const LOOK_AGAIN_MS = 60 * 60_000;

/** Writes the profile anew that is due. */
export async function rewriteProfile(
  deps: ExtractionDeps,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { store, clock, utility, settings, newId, log, timeZone } = deps;
  if (!utility || !settings.profile.enabled) return undefined;
  const owner = await nextProfile(deps);
  if (!owner) return LOOK_AGAIN_MS;
  const spent = await store.read.usage.tokensFor("profile", clock.now() - BUDGET_MS);
  if (spent + REQUEST_TOKENS > settings.profile.tokensPerDay) return RETRY_MS;
  const hold = `profile:${owner.person}`;
  if (!(await reserveInBackground({ id: hold, payer: owner, model: utility }, deps)))
    return RETRY_MS;

  const isWritten = await writeProfile(
    owner,
    { store, clock, newId, model: utility, clean: sanitize },
    {
      signal,
      also: (tx, cost) =>
        recordExtraUsage(
          tx,
          { ...cost, step: 0, purpose: "profile", hold },
          { now: clock.now(), timeZone },
        ),
    },
  );
  if (!isWritten && !signal.aborted) await releaseInBackground(hold, deps);
  if (isWritten) log.info("profile written", { person: owner.person });
  return isWritten ? 0 : RETRY_MS;
}
