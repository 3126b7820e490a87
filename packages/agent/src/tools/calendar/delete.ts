import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { CALENDAR, eventId } from "./params.ts";

/** Deletes an event for good, after a person agreed. Doing it twice changes nothing. */
export const calendarDelete = declareTool({
  name: "calendar_delete",
  summary:
    "Permanently delete an event from the owner's calendar; the owner is asked first, and attendees are notified of the cancellation. " +
    "To move it, use calendar_update. Find its id with calendar_list.",
  effect: "destroy",
  scope: "always",
  access: "owner",
  replay: "same-key",
  requires: CALENDAR,
  utterances: [
    "cancel my yoga class on Thursday",
    "the lunch with Priya is off, take it out of my diary",
    "Clear the budget review tomorrow, it isn't happening",
    "I'm not going to the conference, drop it from my schedule",
    "delete the appointment with the plumber",
    "Supprime mon rendez-vous chez l'ophtalmo de mardi",
    "Прибери з календаря п'ятничну зустріч із інвестором",
    "来週の歯医者の予定、なくなったから消して",
    "Tira da agenda o almoço de sábado",
    "Yarınki toplantıyı takvimden kaldır",
    "отмени в календаре среду с тренером",
  ],
  params: z.object({ id: eventId() }),

  confirm: ({ id }, { language }) => texts(language).questions.calendar.delete({ id: quoted(id) }),
  done: ({ id }, { language }) => texts(language).results.calendar.delete({ id: quoted(id) }),
});
