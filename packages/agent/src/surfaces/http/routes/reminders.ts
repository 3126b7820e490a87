import { z } from "zod";
import { callIn, conversationName } from "../call-in.ts";
import { MOST_THINGS, saidMoment, thingParams, toldMoment } from "../own-thing.ts";
import { cutPage, pageOf, pageQuery } from "../pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../tell.ts";

const TAGS = ["reminders"];

const reminder = z.object({
  id: z.string(),
  text: z.string(),
  next: toldMoment.optional(),
  recurrence: z.string().optional(),
  when: z.object({ person: z.string().optional(), about: z.string() }).optional(),
});

/** The reminders of who asks. */
export const reminderRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/reminders",
    summary: "Your reminders that are still to come, the next one first.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(reminder) },
    async run({ query }, { call }) {
      const listed = await call("reminders.list", { limit: MOST_THINGS });
      return cutPage(tell(z.array(reminder), listed), query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/reminders",
    summary: "Be reminded: at a moment, again and again, or when somebody writes.",
    tags: TAGS,
    scope: "chat",
    body: z.object({
      text: z.string().regex(/\S/).max(1000),
      at: saidMoment.optional(),
      recurrence: z
        .string()

        .regex(/\S/)
        .max(200)
        .optional()
        .describe('An RRULE, or words such as "every Thursday at 8".'),
      when: z
        .object({
          person: z.string().regex(/\S/).max(100).optional(),
          about: z.string().regex(/\S/).max(200),
        })
        .optional()
        .describe("A message to wait for."),
      conversation: conversationName.default("own").describe("Where it is said."),
    }),
    answers: { 201: reminder },
    async run({ body: { conversation, ...draft } }, ctx) {
      const params = { id: ctx.key, ...draft };
      return tell(
        reminder,
        await callIn(ctx, { conversation, method: "reminders.create", params }),
      );
    },
  }),
  defineRoute({
    method: "PATCH",
    path: "/v1/reminders/{id}",
    summary: "Move the next time of a reminder.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    body: z.object({ until: saidMoment }),
    answers: { 200: reminder },
    run: async ({ params, body }, { call }) =>
      tell(reminder, await call("reminders.snooze", { ...params, ...body })),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/reminders/{id}",
    summary: "Cancel a reminder, with all its recurrences.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    answers: { 204: null },
    async run({ params }, { call }) {
      await call("reminders.cancel", params);
    },
  }),
];
