import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted, quotedIf, quotedList } from "../quoted.ts";
import { CALENDAR, eventTitle, instant, location } from "./params.ts";

/** Creates an event, once a call. With attendees it invites them, after a person agreed. */
export const calendarCreate = declareTool({
  name: "calendar_create",
  summary:
    "Create an event in the owner's calendar: an appointment, meeting or whole day, once or repeating; attendees get an invitation. " +
    "Look for clashes with calendar_list or calendar_free first.",
  effect: "write",
  scope: "always",
  access: "owner",
  replay: "same-key",
  requires: CALENDAR,
  utterances: [
    "put dinner with Sam in for Friday at 8",
    "block out Tuesday afternoon for the tax stuff",
    "I'm seeing the dentist on the 12th at half past nine, pencil it in",
    "Set up a weekly sync with kim@example.com, Wednesdays 10 to 10:30",
    "schedule a call with the architect tomorrow at noon",
    "Trag mir den Elternabend am Donnerstag um 19 Uhr ein",
    "Поставь встречу с юристом на среду в два часа",
    "帮我在日历上加一个周五下午四点的面试",
    "Agéndame una cita con el fisio el jueves a las 11",
    "Wpisz mi do kalendarza wizytę u fryzjera w sobotę o 10",
    "mets le contrôle technique dans mon agenda lundi matin",
  ],
  params: z.object({
    title: eventTitle(),
    start: instant("When the event starts"),
    end: instant("When the event ends").optional(),
    location: location().optional(),
    attendees: z
      .array(
        z
          .string()
          .max(320)
          .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'an address is like "anna@example.com"'),
      )
      .max(100)
      .optional()
      .describe(
        "E-mail addresses of people to invite. They are notified immediately. Never guess an address.",
      ),
    recurrence: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'How often the event repeats, as an RRULE such as "FREQ=WEEKLY;BYDAY=WE". Default: once.',
      ),
    description: z
      .string()
      .trim()
      .min(1)
      .max(5_000)
      .optional()
      .describe("Further details, such as an agenda, links or what to bring."),
  }),

  effectOf: () => "send",
  staysWithPerson: ({ attendees = [] }) => attendees.length === 0,

  confirm: ({ title, start, end, location: place, attendees = [], recurrence }, { language }) =>
    texts(language).questions.calendar.create({
      title: quoted(title),
      start,
      end: end || undefined,
      place: quotedIf(place || undefined),
      recurrence: quotedIf(recurrence || undefined),
      attendees: attendees.length > 0 ? quotedList(attendees) : undefined,
    }),
  done: ({ title }, { language }) =>
    texts(language).results.calendar.create({ title: quoted(title) }),
});
