import { z } from "zod";

/** Connection that the tools in this folder need. */
export const CALENDAR = "a calendar (CalDAV)";

/** The id of an event. */
export function eventId() {
  return z.string().trim().min(1).max(500).describe("The event's id, from calendar_list.");
}

/** The title of an event. */
export function eventTitle() {
  return z.string().trim().min(1).max(300).describe('What it is called, such as "Dentist".');
}

/** Where an event is. */
export function location() {
  return z.string().trim().min(1).max(500).describe("Where it is: a place, address or link.");
}

/** A time or day in ISO 8601; `what` says of what. */
export function instant(what: string) {
  return z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/,
      'a time is like "2026-01-31T15:30+01:00", a day like "2026-01-31"',
    )
    .describe(
      `${what}: "2026-01-31T15:30+01:00", without an offset in the owner's zone, or a day: "2026-01-31".`,
    );
}
