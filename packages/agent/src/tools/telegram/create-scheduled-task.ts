import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { scheduleDate, TELEGRAM_ACCOUNT } from "./params.ts";

/** Stores something to do later. */
export const telegramCreateScheduledTask = declareTool({
  name: "telegram_create_scheduled_task",
  summary:
    "Create a scheduled task for later: a reminder, a tool call or work of your own, due at " +
    "a date and time or once other tasks are done. For a fixed message to another chat use " +
    "telegram_schedule_message.",
  effect: "write",
  scope: "always",
  access: "owner",
  awaits: TELEGRAM_ACCOUNT,
  replay: "same-key",
  params: z
    .object({
      description: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .describe("What is to be done, so that it is clear without this conversation."),
      scheduleDate: scheduleDate("When it is due").optional(),
      payload: z
        .string()
        .min(2)
        .max(10_000)
        .optional()
        .describe(
          'What happens then, as JSON: {"type":"reminder","text":…}, {"type":"tool_call","tool":name,"params":{…}} or {"type":"agent_task","instructions":…}. Default: a reminder of the description.',
        ),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .optional()
        .describe("Why it is to be done, in the person's words."),
      priority: z
        .number()
        .int()
        .min(0)
        .max(10)
        .optional()
        .describe("0 is the lowest, 10 the highest."),
      dependsOn: z
        .array(z.string().min(1).max(100))
        .min(1)
        .max(20)
        .optional()
        .describe("Ids of tasks that have to be done first, instead of a date."),
    })
    .refine(
      ({ scheduleDate: date, dependsOn }) => date !== undefined || dependsOn !== undefined,
      "give scheduleDate or dependsOn",
    ),
  utterances: [
    "remind me tomorrow at 7 to take out the bins",
    "look at the TON price on Friday at noon and tell me",
    "in three hours see whether the shop's site is up again",
    "once the backup is through, start cleaning up the old files",
    "do the weekly summary for me on Sunday evening",
    "Erinnere mich am Montag um neun an den Zahnarzt",
    "recuérdame el jueves pagar la luz",
    "напомни мне вечером позвонить маме насчёт билетов",
    "后天下午四点提醒我给车加油",
    "cuma saat 10'da faturalara bakmayı bana hatırlat",
    "ذكّرني مساء الأحد بتسليم مفاتيح الشقة",
  ],
});
