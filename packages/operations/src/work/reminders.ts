import { z } from "zod";
import { id, moment, nothing, saidMoment, words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const reminder = z
  .object({
    id: z.string(),
    text: z.string(),
    next: moment.optional(),
    recurrence: z.string().optional().describe("The body of an RRULE."),
    repeats: z.string().optional().describe("The recurrence in words, such as every Monday."),
    when: z.object({ person: z.string().optional(), about: z.string() }).optional(),
  })
  .meta({ id: "Reminder" });

export type Reminder = DeepReadonly<z.output<typeof reminder>>;

/** The caller's reminders. Each is posted in the chat it was created in. */
export const reminders = {
  list: defineOperation({
    name: "reminders.list",
    summary: "List your upcoming reminders, soonest first.",
    input: pageQuery,
    output: pageOf(reminder),
    effect: "read",
    scope: "read",
    http: "GET /v1/reminders",
    cli: { verb: "list", all: true, example: "--limit 5" },
  }),
  create: defineOperation({
    name: "reminders.create",
    summary: "Set a reminder for a time, a recurrence, or a message from someone.",
    input: z.object({
      text: words(1000).describe("What to remind you of."),
      at: saidMoment
        .optional()
        .describe('When to remind you: ISO 8601, or words such as "tomorrow at 9".'),
      recurrence: words(200)
        .optional()
        .describe('How often to remind you: an RRULE, or words such as "every Thursday at 8".'),
      when: z
        .object({
          person: words(100).optional().describe("Remind you when this person writes."),
          about: words(200).describe("Remind you when a message is about this topic."),
        })
        .optional()
        .describe("Remind you when a matching message arrives, instead of at a time."),
    }),
    output: reminder,
    effect: "create",
    undo: "reminders.cancel",
    scope: "chat",
    conversation: { is: "The chat to post the reminder in.", or: "own" },
    http: "POST /v1/reminders",
    cli: {
      verb: "add",
      words: ["text…"],
      flags: { every: "recurrence", about: "when.about", from: "when.person" },
      example: 'water the plants --every "Thursday at 8"',
    },
  }),
  snooze: defineOperation({
    name: "reminders.snooze",
    summary: "Postpone a reminder.",
    input: z.object({ id, until: saidMoment }),
    output: reminder,
    effect: "change",
    scope: "chat",
    http: "PATCH /v1/reminders/{id}",
    cli: { verb: "snooze", words: ["id", "until…"], example: "r1 in 2 hours" },
  }),
  cancel: defineOperation({
    name: "reminders.cancel",
    summary: "Cancel a reminder and all its recurrences.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    scope: "chat",
    http: "DELETE /v1/reminders/{id}",
    cli: { verb: "cancel", words: ["id"], example: "r1" },
  }),
};
