import type { QuietUntil } from "../core/schedule.ts";
import { deliverAt } from "../domains/preferences.ts";

/** Until when people want to hear nothing unasked, by their own clocks; `timeZone` is that of people who named none. */
export function quietUntil(timeZone: string): QuietUntil {
  return async (tx, person, now) => {
    const preferences = await tx.preferences.of(person);
    const at = deliverAt(now, { ...preferences, timeZone: preferences.timeZone ?? timeZone });
    return at > now ? at : undefined;
  };
}
