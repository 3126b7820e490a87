import { z } from "zod";
import { id, moment, nothing, saidMoment, words } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { pageOf, pageQuery } from "./pages.ts";

const reminder = z.object({
  id: z.string(),
  text: z.string(),
  next: moment.optional(),
  recurrence: z.string().optional(),
  when: z.object({ person: z.string().optional(), about: z.string() }).optional(),
});

export type Reminder = z.output<typeof reminder>;

/** The reminders of the person who asks; each is said in the conversation in which it was made. */
export const reminders = {
  list: defineOperation({
    name: "reminders.list",
    summary: "Your reminders that are still to come, the next one first.",
    input: pageQuery,
    output: pageOf(reminder),
    effect: "read",
    scope: "read",
    http: "GET /v1/reminders",
    cli: { verb: "list" },
  }),
  create: defineOperation({
    name: "reminders.create",
    summary: "Be reminded: at a moment, again and again, or when somebody writes.",
    input: z.object({
      text: words(1000),
      at: saidMoment.optional(),
      recurrence: words(200)
        .optional()
        .describe('An RRULE, or words such as "every Thursday at 8".'),
      when: z
        .object({ person: words(100).optional(), about: words(200) })
        .optional()
        .describe("A message to wait for."),
    }),
    output: reminder,
    effect: "create",
    scope: "chat",
    conversation: { is: "Where it is said.", or: "own" },
    http: "POST /v1/reminders",
    cli: {
      verb: "add",
      words: ["text…"],
      flags: { every: "recurrence", about: "when.about", from: "when.person" },
    },
  }),
  snooze: defineOperation({
    name: "reminders.snooze",
    summary: "Move the next time of a reminder.",
    input: z.object({ id, until: saidMoment }),
    output: reminder,
    effect: "change",
    scope: "chat",
    http: "PATCH /v1/reminders/{id}",
    cli: { verb: "snooze", words: ["id", "until…"] },
  }),
  cancel: defineOperation({
    name: "reminders.cancel",
    summary: "Cancel a reminder, with all its recurrences.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    scope: "chat",
    http: "DELETE /v1/reminders/{id}",
    cli: { verb: "cancel", words: ["id"] },
  }),
};
