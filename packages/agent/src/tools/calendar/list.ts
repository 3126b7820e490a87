import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { CALENDAR, instant } from "./params.ts";

/** Lists events in a window, the earliest first. */
export const calendarList = declareTool({
  name: "calendar_list",
  summary:
    "List events in the owner's calendar with their ids: in a time window, by keyword, or " +
    "from one calendar. Use it to see what is planned and when something is. For gaps, use " +
    "calendar_free; for an overview of a day, use briefing_get.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: CALENDAR,
  utterances: [
    "what's in my diary on Wednesday?",
    "when is my next dentist appointment?",
    "Do I have anything on the evening of the 3rd?",
    "show me all meetings with Novak this month",
    "what have I got on at work between now and Friday",
    "Welche Termine habe ich nächste Woche?",
    "Во сколько у меня завтра созвон?",
    "我这个周末有什么日程?",
    "¿A qué hora es la reunión con Marta?",
    "Pokaż moje spotkania na czwartek",
    "qu'est-ce que j'ai de prévu samedi ?",
  ],
  params: z.object({
    from: instant("When the window starts (default: now)").optional(),
    to: instant("When the window ends (default: seven days after from)").optional(),
    calendar: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Name of the calendar to list, such as "Work". Default: all calendars.'),
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe("Only events with these words in the title, place, description or attendees."),
  }),
});
