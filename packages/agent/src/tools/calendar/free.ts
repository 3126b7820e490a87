import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { CALENDAR, instant } from "./params.ts";

/** Finds times at which the owner has nothing in the calendar. */
export const calendarFree = declareTool({
  name: "calendar_free",
  summary:
    "Find free slots of a given length in the owner's calendar within a window. " +
    "Use it for “when do I have time?” and to propose a date; to see what is planned, use calendar_list.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: CALENDAR,
  utterances: [
    "when am I free next week?",
    "find me an hour for the gym on Saturday",
    "Is there a gap tomorrow morning for a quick call?",
    "I need two hours in one piece before Friday, where do they fit",
    "suggest three times when I could meet Omar",
    "Quando ho un buco di mezz'ora giovedì?",
    "متى يكون لديّ ساعة فاضية هذا الأسبوع؟",
    "Wann hätte ich am Dienstag Zeit für ein Gespräch?",
    "Найди свободное окно на полтора часа в среду",
    "¿Qué huecos tengo libres el lunes por la tarde?",
    "下周我哪天有两个小时空档",
  ],
  params: z.object({
    from: instant("When the window starts"),
    to: instant("When the window ends"),
    minutes: z
      .number()
      .int()
      .min(5)
      .max(1_440)
      .describe("Length of a slot in minutes, such as 60."),
  }),
});
