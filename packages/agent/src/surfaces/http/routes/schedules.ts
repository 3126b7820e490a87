import { z } from "zod";
import { conversationName } from "@reeve/operations/fields";
import { callIn } from "../call-in.ts";
import { thingParams, toldMoment } from "../own-thing.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["schedules"];

const created = z.object({
  id: z.string(),
  kind: z.enum(["reminder", "agent", "tool", "watch"]),
  text: z.string(),
  when: z.string().describe("In words, such as every 30 minutes."),
  next: toldMoment.optional(),
  status: z.enum(["active", "done", "failed", "cancelled"]),
  dependsOn: z.array(z.string()),
  lastRun: z
    .object({ at: toldMoment, state: z.string(), result: z.string().optional() })
    .optional(),
});

const schedule = created.extend({
  maker: z.string(),
  place: z.string().describe("Where it is said and runs, as surface/chat."),
  integrity: z.string().describe("Who stands behind its words."),
});

const shown = schedule.extend({
  runs: z.array(
    z.object({
      instant: z.number(),
      state: z.enum(["claimed", "queued", "done", "failed", "skipped", "late"]),
      message: z.string().nullable(),
      result: z.string().nullable(),
      at: z.number(),
    }),
  ),
});

const id = z.string().min(1).max(100);
const MOST = 1000;

/** What the agent does by itself. */
export const scheduleRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/schedules",
    summary: "Your jobs and reminders, the next one first; everybody's with `all`.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      all: z.boolean().default(false),
      state: z.enum(["active", "done", "cancelled", "all"]).default("active"),
    }),
    answers: { 200: pageOf(schedule) },
    async run({ query }, { call }) {
      const { all, state } = query;
      const listed = await call("schedule.list", { all, state, limit: MOST });
      return cutPage(tell(z.array(schedule), listed), query, (one) => one.id);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/schedules/{id}",
    summary: "One job with its newest runs.",
    tags: TAGS,
    scope: "read",
    params: thingParams,
    answers: { 200: shown },
    run: async ({ params: { id: job } }, { call }) =>
      tell(shown, await call("schedule.show", { job })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/schedules",
    summary: "Have something done later: instructions, with one of `at`, `every` and `cron`.",
    tags: TAGS,
    scope: "admin",
    body: z.object({
      id: id.optional().describe("Of your own; under the same one it is made once."),
      text: z.string().regex(/\S/).max(5000),
      isReminder: z.boolean().optional().describe("Say the text as it is."),
      at: z.string().min(1).max(100).optional(),
      every: z.string().min(1).max(50).optional().describe("Such as 30 minutes."),
      cron: z.string().min(1).max(100).optional(),
      timeZone: z.string().min(1).max(100).optional(),
      dependsOn: z.array(id).max(20).optional(),
      onMissed: z.enum(["skip", "run-once", "run-all"]).optional(),
      onFailure: z.enum(["skip", "continue"]).optional(),
      conversation: conversationName.default("own").describe("Where it runs."),
    }),
    answers: { 201: created },
    async run({ body: { conversation, id: own, ...draft } }, ctx) {
      const params = { id: own ?? ctx.key, ...draft };
      return tell(created, await callIn(ctx, { conversation, method: "schedule.create", params }));
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/schedules/{id}/run",
    summary: "Run a job now, whatever its time is.",
    tags: TAGS,
    scope: "admin",
    params: thingParams,
    answers: { 200: z.object({ job: z.string(), runs: z.boolean() }) },
    run: ({ params: { id: job } }, { call }) => call("schedule.run", { job }),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/schedules/{id}/parents",
    summary: "Say which jobs a job waits for.",
    tags: TAGS,
    scope: "admin",
    params: thingParams,
    body: z.object({ on: z.array(id).max(20) }),
    answers: { 200: z.object({ job: z.string(), dependsOn: z.array(z.string()) }) },
    run: ({ params: { id: job }, body }, { call }) => call("schedule.depend", { job, ...body }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/schedules/{id}",
    summary: "Cancel a job, with what of it waits in a queue.",
    tags: TAGS,
    scope: "admin",
    params: thingParams,
    answers: {
      200: z.object({
        job: z.string(),
        cancelled: z.boolean().describe("False where it was over already."),
      }),
    },
    run: ({ params: { id: job } }, { call }) => call("schedule.cancel", { job }),
  }),
];
