import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { moment } from "../../../tools/item-params.ts";
import { itemId } from "../../../tools/item-id.ts";
import { formatReminder } from "./format-reminder.ts";

/** Reminds the person who asks, once or again and again, once a call. */
export const reminderCreate = defineTool({
  name: "reminder_create",
  summary:
    "Set a reminder: notify the person at a time, once or repeating, in their time zone, or once someone writes about something. " +
    "For a to-do without a time, use task_create. For work that you should do then, use schedule_create.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["reminders"],
  utterances: [
    "remind me to call mum at 7",
    "ping me in 20 minutes, the pasta's on",
    "Every Thursday evening tell me to take the bins out",
    "I keep forgetting my pills, nag me at 8 each morning",
    "don't let me forget Jonas's birthday on the 14th",
    "Ricordami domani alle 9 di ritirare il pacco",
    "ذكّرني بعد ساعة بإطفاء الفرن",
    "Erinner mich in einer halben Stunde an die Wäsche",
    "Напомни в пятницу в шесть забрать сына с тренировки",
    "Avísame cada lunes a las 8 de que saque la basura",
    "明天下午三点提醒我去接孩子",
    "Lembra-me daqui a duas horas de ligar ao contabilista",
    "when Anna writes about the flat, remind me to ask for the keys",
  ],
  params: z.object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .describe('What to remind the person of, in their words, such as "call mum".'),
    at: moment(
      "When to remind the person, or the first time if it repeats (omit it to wait for a message)",
    ).optional(),
    recurrence: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'How often it repeats: an RRULE such as "FREQ=WEEKLY;BYDAY=TH", or words such as "every Thursday". Default: once.',
      ),
    when: z
      .object({
        person: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .optional()
          .describe("Name or username of the sender. Default: anyone."),
        about: z.string().trim().min(1).max(200).describe('Words in the message, such as "flat".'),
      })
      .optional()
      .describe("Message to wait for instead of a time, as in “when Anna writes about the flat”."),
  }),

  async run(draft, { reminders, callId }) {
    return formatReminder(await reminders.create({ ...draft, id: itemId("reminder", callId) }));
  },
});
