import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { CALENDAR, eventId, eventTitle, instant, location } from "./params.ts";

/** Changes the fields that are given. Where attendees are told of it, a person agreed. */
export const calendarUpdate = declareTool({
  name: "calendar_update",
  summary:
    "Change an event in the owner's calendar: move it to another time, rename it, or change its place. Omitted fields keep their values. " +
    "An event with attendees can be changed only if they are notified. Find its id with calendar_list.",
  effect: "write",
  scope: "always",
  access: "owner",
  replay: "same-key",
  requires: CALENDAR,
  utterances: [
    "push the dentist back an hour",
    "move Thursday's standup to 9:15",
    "The dinner's at Luigi's now, change the place",
    "rename 'Call' on Friday to 'Call with the notary'",
    "can we make the review with Ada half an hour longer?",
    "Décale mon rendez-vous de demain à 16 h",
    "Перенеси зустріч з Олею на понеділок",
    "金曜の打ち合わせを14時に変更して",
    "Muda a reunião de terça para quarta no mesmo horário",
    "Cuma günkü randevuyu saat üçe al",
    "сдвинь тренировку на час позже",
  ],
  params: z.object({
    id: eventId(),
    title: eventTitle().optional(),
    start: instant("The new start").optional(),
    end: instant("The new end (default: the event keeps its length)").optional(),
    location: location().optional(),
    notifyAttendees: z
      .boolean()
      .default(false)
      .describe(
        "Notify the attendees. Required for an event with attendees; omit it for other events.",
      ),
  }),

  effectOf: () => "send",
  staysWithPerson: ({ notifyAttendees }) => !notifyAttendees,

  confirm: ({ id, title, start, end, location: place, notifyAttendees: notify }, { language }) => {
    const { changes, update } = texts(language).questions.calendar;
    const changed = [
      title && changes.title({ title: quoted(title) }),
      start && changes.start({ start }),
      end && changes.end({ end }),
      place && changes.place({ place: quoted(place) }),
    ];
    return update({ id: quoted(id), changes: changed.filter(Boolean).join(", "), notify });
  },
  done: ({ id }, { language }) => texts(language).results.calendar.update({ id: quoted(id) }),
});
