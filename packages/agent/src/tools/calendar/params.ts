import { z } from "zod";

/** Connection that the tools in this folder need. */
export const CALENDAR = "a calendar (CalDAV)";

/** Creates the parameter for the id of an event. */
export function eventId() {
  return z.string().trim().min(1).max(500).describe("The event's id, from calendar_list.");
}

/** Creates the parameter for the title of an event. */
export function eventTitle() {
  return z.string().trim().min(1).max(300).describe('The event\'s title, such as "Dentist".');
}

/** Creates the parameter for the location of an event. */
export function location() {
  return z.string().trim().min(1).max(500).describe("The event's place, address or link.");
}

/** Creates the parameter for a time or day in ISO 8601; `what` names it. */
export function instant(what: string) {
  return z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/,
      'a time is like "2026-01-31T15:30+01:00", a day like "2026-01-31"',
    )
    .describe(
      `${what}, as a time such as "2026-01-31T15:30+01:00" (in the owner's time zone if it has no offset) or a day such as "2026-01-31".`,
    );
}
