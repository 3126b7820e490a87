import type { Model } from "../../llm/model.ts";
import { nextProfile, writeProfile } from "../../memory/profile.ts";
import type { ProfileOwner } from "../../store/people/profiles.ts";
import { sanitize } from "../context/render/sanitize.ts";
import { reserveInBackground, releaseInBackground } from "../turns/budget/background-budget.ts";
import { recordExtraUsage } from "../turns/sessions/continue-in-new-session.ts";
import { Outage } from "../../work/decide.ts";
import {
  BUDGET_MS,
  BUDGET_REST_MS,
  type ExtractionDeps,
  type ExtractionSource,
} from "./extraction-deps.ts";

/** Maximum tokens of one request. */
const REQUEST_TOKENS = 5000;
/** Rewrites of the profile that is due. */
export function profileRewrites(deps: ExtractionDeps): ExtractionSource {
  const { store, utility, settings } = deps;
  const next = async () => (settings.profile.enabled ? nextProfile(deps) : undefined);
  const isWithinBudget = async (now: number) => {
    const spent = await store.read.usage.tokensFor("profile", now - BUDGET_MS);
    return spent + REQUEST_TOKENS <= settings.profile.tokensPerDay;
  };
  return {
    async due(now) {
      const owner = utility && (await next());
      if (!owner || !(await isWithinBudget(now))) return [];
      const run = (signal: AbortSignal) => rewriteProfile(owner, { ...deps, utility }, signal);
      return [{ id: `profile:${owner.person}`, run }];
    },
    async nextDue(now) {
      return utility && (await next()) ? now + BUDGET_REST_MS : undefined;
    },
  };
}

async function rewriteProfile(
  owner: ProfileOwner,
  deps: ExtractionDeps & { readonly utility: Model },
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, utility, newId, log, timeZone } = deps;
  const hold = `profile:${owner.person}`;
  if (!(await reserveInBackground({ id: hold, payer: owner, model: utility }, deps)))
    throw new Outage("a limit is reached");

  const outcome = await writeProfile(
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
  if (outcome !== "written" && !signal.aborted) await releaseInBackground(hold, deps);
  if (outcome === "unanswered") throw new Outage("no model response");
  // One whose facts changed is still due, unless a person has written it.
  log.info(`profile ${outcome}`, { person: owner.person });
}
