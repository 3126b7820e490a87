import type { LimitsConfig } from "../../domains/config.ts";
import { currentLimits } from "../../domains/limits.ts";
import { type MomentView, formatWhen } from "../../domains/format-when.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import { texts } from "../../platform/texts.ts";
import type { RateSubject } from "../../store/billing/limits.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { IntakePolicy } from "./deps.ts";

/** Whether a message comes too fast, and what becomes of it then. */
export type RateVerdict =
  /** `isCounted`: there is a rate that it counts towards. */
  | { readonly type: "free"; readonly isCounted: boolean }
  /** It is answered from `dueAt` on. `isFirst`: nobody was told so yet. */
  | {
      readonly type: "wait";
      readonly dueAt: number;
      readonly limit: ReachedRate;
      readonly isFirst: boolean;
    }
  /** It is not answered; once in a while its sender is told so. */
  | { readonly type: "refuse"; readonly limit: ReachedRate; readonly isFirst: boolean };

/** A rate that is used up. */
export interface ReachedRate {
  readonly rate: "personMinute" | "personDay" | "groupMinute";
  /** How many messages are answered within its window. */
  readonly max: number;
  /** Unix milliseconds. */
  readonly freeAt: number;
}

/** Which rate it is, and when it is free again: "I answer up to 3 messages from each person per minute; it is free again at 14:05 (UTC)". */
export function formatRate({ rate, max, freeAt }: ReachedRate, view: MomentView): string {
  const { language = "en" } = view;
  const { limit, ...rates } = texts(language).rates;
  return limit({ rate: rates[rate]({ count: max }), moment: formatWhen(freeAt, view) });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Whoever was refused is told again after so long at the latest. */
const TOLD_MS = 60 * MINUTE_MS;

interface Rate extends Pick<ReachedRate, "rate" | "max"> {
  readonly of: RateSubject;
  readonly windowMs: number;
}

/** Looks whether another message may be answered now, by what was taken on before. */
export async function checkRate(
  tx: Repositories,
  { author, chat, now }: { readonly author: Principal; readonly chat: Chat; readonly now: number },
  { limits: config }: Pick<IntakePolicy, "limits">,
): Promise<RateVerdict> {
  if (!config) return { type: "free", isCounted: false };
  const limits = await currentLimits(config, tx.limits);
  const reached: (Rate & ReachedRate)[] = [];
  const rates = ratesOf(limits.rates, { author, chat });
  for (const rate of rates) {
    const nth = await tx.limits.nthTaken(rate.of, rate.max);
    const freeAt = nth === undefined ? now : nth + rate.windowMs;
    if (freeAt > now) reached.push({ ...rate, freeAt });
  }
  const [last] = reached.toSorted((one, other) => other.freeAt - one.freeAt);
  if (!last) return { type: "free", isCounted: rates.length > 0 };

  const { rate, max, freeAt } = last;
  const limit = { rate, max, freeAt };
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
  const wasTold = await tx.limits.wasTooFast({ author: author.id, chat: chat.id, since });
  return { type: "refuse", limit, isFirst: !wasTold };
}

function ratesOf(
  { person, group, admins }: LimitsConfig["rates"],
  { author, chat }: { readonly author: Principal; readonly chat: Chat },
): readonly Rate[] {
  const of = { author: author.id };
  const own: readonly Rate[] = [
    { of, rate: "personMinute", max: person.minute, windowMs: MINUTE_MS },
    { of, rate: "personDay", max: person.day, windowMs: DAY_MS },
  ];
  const inGroup = { rate: "groupMinute", max: group.minute, windowMs: MINUTE_MS } as const;
  const personal = admins || !isAtLeast(author.role, "admin") ? own : [];
  const ofChat = chat.kind === "direct" ? [] : [{ of: { chat: chat.id }, ...inGroup }];
  const all: readonly Rate[] = [...personal, ...ofChat];
  return all.filter(({ max }) => max > 0);
}
