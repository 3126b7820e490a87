import type { Draft } from "../read/draft.ts";
import type { Part } from "../read/mark.ts";

/** Default time of a day without a time: nine in the morning. */
export const DEFAULT_MINUTE = 9 * 60;

const MINUTES: Readonly<Record<Part, number>> = {
  am: DEFAULT_MINUTE,
  pm: 15 * 60,
  morning: DEFAULT_MINUTE,
  forenoon: 10 * 60,
  noon: 12 * 60,
  afternoon: 15 * 60,
  close: 18 * 60,
  evening: 19 * 60,
  night: 22 * 60,
  midnight: 24 * 60,
};

/**
 * Returns the minute of the day that a draft names; 24 × 60 is its end. Undefined if it names none, null
 * where there is no such time.
 */
export function resolveTime({ clock, part }: Draft): number | null | undefined {
  if (!clock) return part && MINUTES[part];
  const { hour, minute } = clock;
  const inPart = part ? hourInPart(hour, part) : plainHour(hour, clock.isExact);
  const total = inPart === undefined ? undefined : inPart * 60 + minute;
  return total === undefined || total > 24 * 60 ? null : total;
}

/** Moves an unqualified "at three" to the afternoon, since it never means the night. */
function plainHour(hour: number, isExact: boolean): number {
  return !isExact && hour >= 1 && hour <= 6 ? hour + 12 : hour;
}

function hourInPart(hour: number, part: Part): number | undefined {
  if (hour > 12) return part === "am" || part === "morning" ? undefined : hour;
  switch (part) {
    case "am":
    case "morning":
    case "forenoon":
      return hour % 12;
    case "noon":
      return hour <= 3 ? hour + 12 : hour;
    case "pm":
    case "afternoon":
    case "close":
      return (hour % 12) + 12;
    case "evening":
      return hour === 12 ? 24 : hour + 12;
    case "night":
      return nightHour(hour);
    case "midnight":
      return hour % 12 === 0 ? 24 : undefined;
  }
}

function nightHour(hour: number): number {
  if (hour === 12) return 24;
  return hour <= 5 ? hour : hour + 12;
}
