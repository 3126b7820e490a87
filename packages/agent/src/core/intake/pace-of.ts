import type { LimitsConfig } from "../../domains/config.ts";
import { currentLimits } from "../../domains/limits.ts";
import { tellMoment } from "../../domains/tell-moment.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import type { RateOf } from "../../store/limits.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories } from "../../store/store.ts";
import type { IntakePolicy } from "./accept.ts";

/** Whether a message comes too fast, and what becomes of it then. */
export type Pace =
  | { readonly type: "free" }
  /** It is answered from `dueAt` on. `isFirst`: nobody was told so yet. */
  | {
      readonly type: "wait";
      readonly dueAt: number;
      readonly limit: string;
      readonly isFirst: boolean;
    }
  /** It is not answered; once in a while its sender is told so. */
  | { readonly type: "refuse"; readonly limit: string; readonly isFirst: boolean };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Whoever was refused is told again after so long at the latest. */
const TOLD_MS = 60 * MINUTE_MS;

interface Rate {
  readonly of: RateOf;
  readonly most: number;
  readonly windowMs: number;
  readonly words: string;
}

/** A rate that is used up. */
interface Reached extends Rate {
  readonly freeAt: number;
}

/** Looks whether another message may be answered now, by what was taken on before. */
export async function paceOf(
  tx: Repositories,
  {
    author,
    place,
    now,
  }: { readonly author: Principal; readonly place: Place; readonly now: number },
  { limits: config, timeZone = "UTC" }: Pick<IntakePolicy, "limits" | "timeZone">,
): Promise<Pace> {
  if (!config) return { type: "free" };
  const limits = await currentLimits(config, tx.limits);
  const reached: Reached[] = [];
  for (const rate of ratesOf(limits.rates, { author, place })) {
    const nth = await tx.limits.nthTaken(rate.of, rate.most);
    const freeAt = nth === undefined ? now : nth + rate.windowMs;
    if (freeAt > now) reached.push({ ...rate, freeAt });
  }
  const [last] = reached.toSorted((one, other) => other.freeAt - one.freeAt);
  if (!last) return { type: "free" };

  const limit = `${last.words}; it is free again ${tellMoment(last.freeAt, { now, timeZone })}`;
  const waits =
    (limits.overRate ?? (isAtLeast(author.role, "admin") ? "queue" : "refuse")) === "queue";
  if (waits) {
    const newest = await tx.limits.nthTaken(last.of, 1);
    return {
      type: "wait",
      dueAt: last.freeAt,
      limit,
      isFirst: newest === undefined || newest <= now,
    };
  }
  const since = now - Math.min(last.windowMs, TOLD_MS);
  const wasTold = await tx.limits.wasTooFast({ author: author.id, place: place.id, since });
  return { type: "refuse", limit, isFirst: !wasTold };
}

function ratesOf(
  { person, group }: LimitsConfig["rates"],
  { author, place }: { readonly author: Principal; readonly place: Place },
): readonly Rate[] {
  const ofPerson = { author: author.id };
  const rates: readonly Rate[] = [
    rateOf(ofPerson, { most: person.minute, windowMs: MINUTE_MS, whose: "of each person" }),
    rateOf(ofPerson, { most: person.day, windowMs: DAY_MS, whose: "of each person" }),
  ];
  const ofGroup = { most: group.minute, windowMs: MINUTE_MS, whose: "in a group" };
  const all = place.kind === "direct" ? rates : [...rates, rateOf({ place: place.id }, ofGroup)];
  return all.filter(({ most }) => most > 0);
}

function rateOf(
  of: RateOf,
  { most, windowMs, whose }: Pick<Rate, "most" | "windowMs"> & { readonly whose: string },
): Rate {
  const window = windowMs === DAY_MS ? "a day" : "a minute";
  return {
    of,
    most,
    windowMs,
    words: `I answer ${most} ${most === 1 ? "message" : "messages"} ${whose} in ${window}`,
  };
}
