import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { jobIdOf } from "../job-id.ts";
import { scheduleDate } from "./params.ts";
import type { ScheduleDraft } from "../../domains/schedules.ts";

const payloadOf = z.discriminatedUnion("type", [
  z.object({ type: z.literal("reminder"), text: z.string().trim().min(1).max(1_000).optional() }),
  z.object({
    type: z.literal("tool_call"),
    tool: z.string().min(1).max(100),
    params: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({ type: z.literal("agent_task"), instructions: z.string().trim().min(1).max(5_000) }),
]);

/** Stores a task for later, once per call. */
export const telegramCreateScheduledTask = defineTool({
  name: "telegram_create_scheduled_task",
  summary:
    "Create a scheduled task for later: a reminder, a tool call or work of your own, due " +
    "at a date and time or once other tasks are done. For a fixed message to another chat, " +
    "use telegram_schedule_message.",
  effect: "write",
  scope: "always",
  access: "owner",
  resultOrigin: "services",
  needs: ["schedules"],
  replay: "same-key",
  params: z
    .object({
      description: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .describe("What to do, in words that make sense without this conversation."),
      scheduleDate: scheduleDate("When the task is due").optional(),
      payload: z
        .string()
        .min(2)
        .max(10_000)
        .optional()
        .describe(
          'What to do when the task is due, as JSON: {"type":"reminder","text":…}, {"type":"tool_call","tool":name,"params":{…}} or {"type":"agent_task","instructions":…}. Default: a reminder with the description as its text.',
        ),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .optional()
        .describe("Why the task is needed, in the person's words."),
      priority: z
        .number()
        .int()
        .min(0)
        .max(10)
        .optional()
        .describe("Priority, from 0 (lowest) to 10 (highest)."),
      dependsOn: z
        .array(z.string().min(1).max(100))
        .min(1)
        .max(20)
        .optional()
        .describe("Ids of tasks that must finish first."),
    })
    .refine(
      ({ scheduleDate: date, dependsOn }) => date !== undefined || dependsOn !== undefined,
      "set scheduleDate or dependsOn",
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

  async run(
    { description, scheduleDate: date, dependsOn, payload, reason },
    { schedules, callId },
  ) {
    return schedules.create({
      id: jobIdOf(callId),
      ...whatOf(payload, description),
      at: date && toIso(date),
      dependsOn,
      why: reason,
    });
  },
});

type What = Pick<ScheduleDraft, "text" | "isReminder" | "tool">;

/** Returns the action of the task. Default: a reminder with the description. */
function whatOf(payload: string | undefined, description: string): What {
  if (payload === undefined) return { text: description, isReminder: true };
  const read = payloadOf.safeParse(parseJson(payload)?.value);
  if (!read.success)
    throw new Fault("invalid", `The payload is invalid: ${z.prettifyError(read.error)}`, {
      hint: 'Pass JSON such as {"type":"agent_task","instructions":"…"}.',
    });
  switch (read.data.type) {
    case "reminder":
      return { text: read.data.text ?? description, isReminder: true };
    case "tool_call":
      return { text: description, tool: { name: read.data.tool, params: read.data.params } };
    case "agent_task":
      return { text: read.data.instructions };
  }
}

function toIso(date: string): string {
  return /^\d+$/.test(date) ? new Date(Number(date) * 1000).toISOString() : date;
}
