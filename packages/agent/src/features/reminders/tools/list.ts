import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { limit } from "../../../tools/item-params.ts";
import { formatReminder } from "./format-reminder.ts";

/** Lists pending reminders, the next one first. */
export const reminderList = defineTool({
  name: "reminder_list",
  summary:
    "List the person's pending reminders with their ids and times, the next one first. " +
    "Use it to tell the person what they will be reminded of, and before a reminder is cancelled or snoozed.",
  effect: "read",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["reminders"],
  utterances: [
    "which reminders do I have set?",
    "what are you going to nag me about this week",
    "did I ask you to ping me about the car insurance?",
    "upcoming alerts please",
    "When's the next time you'll remind me of something?",
    "Woran wirst du mich noch erinnern?",
    "Какие напоминания у меня стоят?",
    "我设了哪些提醒?",
    "¿Qué recordatorios tengo pendientes?",
    "O czym masz mi jeszcze przypomnieć?",
    "quels rappels sont programmés pour moi ?",
  ],
  params: z.object({ limit: limit("reminders") }),

  async run(options, { reminders }) {
    return { reminders: (await reminders.list(options)).map(formatReminder) };
  },
});
