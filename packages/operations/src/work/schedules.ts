import { z } from "zod";
import { id, moment, words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const created = z
  .object({
    id: z.string(),
    kind: z.enum(["reminder", "agent", "tool", "watch"]),
    text: z.string(),
    when: z.string().describe("The schedule in words, such as every 30 minutes."),
    next: moment.optional(),
    status: z.enum(["active", "done", "failed", "cancelled"]),
    dependsOn: z.array(z.string()),
    lastRun: z.object({ at: moment, state: z.string(), result: z.string().optional() }).optional(),
  })
  .meta({ id: "ScheduledJob" });

const schedule = created.extend({
  maker: z.string(),
  place: z.string().describe("The chat the job runs in, as channel/chat."),
  integrity: z.string().describe("How much the job's text is trusted."),
});

export type ScheduledJob = DeepReadonly<z.output<typeof created>>;

/** A scheduled job, as lists show it. */
export type Schedule = z.output<typeof schedule>;

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

export type ShownSchedule = z.output<typeof shown>;

/** The caller's jobs; for the owner and admins, everybody's. */
export const schedules = {
  list: defineOperation({
    name: "schedules.list",
    summary: "List your scheduled jobs and reminders, soonest first.",
    input: pageQuery.extend({
      all: z
        .boolean()
        .default(false)
        .describe("List everyone's jobs. Only the owner and admins can do this."),
      state: z
        .enum(["active", "done", "cancelled", "all"])
        .default("active")
        .describe("Only jobs in this state."),
    }),
    output: pageOf(schedule),
    effect: "read",
    scope: "read",
    http: "GET /v1/schedules",
    cli: { verb: "list", all: true, short: { a: "all" }, example: "--all --state done" },
  }),
  show: defineOperation({
    name: "schedules.show",
    summary: "Show one job with its latest runs.",
    input: z.object({ id }),
    output: shown,
    effect: "read",
    scope: "read",
    http: "GET /v1/schedules/{id}",
    cli: { verb: "show", words: ["id"], example: "j1" },
  }),
  create: defineOperation({
    name: "schedules.create",
    summary:
      "Schedule a job. It needs instructions for the agent and one of `at`, `every` and `cron`.",
    input: z.object({
      id: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("An id you choose. Creating a job with the same id again has no effect."),
      text: words(5000).describe("What the agent should do."),
      isReminder: z.boolean().optional().describe("Post the text unchanged, without a model call."),
      at: z.string().min(1).max(100).optional().describe("The date and time of a single run."),
      every: z
        .string()
        .min(1)
        .max(50)
        .optional()
        .describe("The interval between runs, such as 30 minutes."),
      cron: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("A cron expression for the job's schedule."),
      timeZone: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("The IANA time zone for the schedule, such as Europe/Lisbon."),
      dependsOn: z
        .array(z.string().min(1).max(100))
        .max(20)
        .optional()
        .describe("A job that must finish first."),
      onMissed: z
        .enum(["skip", "run-once", "run-all"])
        .optional()
        .describe("What happens to runs missed while the agent was off."),
      onFailure: z
        .enum(["skip", "continue"])
        .optional()
        .describe("What happens if a job that this job waits for fails."),
    }),
    output: created,
    effect: "create",
    undo: "schedules.cancel",
    scope: "admin",
    conversation: { is: "The chat the job runs in.", or: "own" },
    http: "POST /v1/schedules",
    cli: {
      verb: "add",
      words: ["text…"],
      flags: { after: "dependsOn", reminder: "isReminder" },
      example: 'look at the weather --cron "0 9 * * *"',
    },
  }),
  run: defineOperation({
    name: "schedules.run",
    summary: "Run a job now, regardless of its schedule.",
    input: z.object({ id }),
    output: z.object({ job: z.string(), runs: z.boolean() }),
    effect: "change",
    scope: "admin",
    http: "POST /v1/schedules/{id}/run",
    cli: { verb: "run", words: ["id"], example: "j1" },
  }),
  depend: defineOperation({
    name: "schedules.depend",
    summary: "Set the jobs that a job waits for.",
    input: z.object({
      id,
      on: z.array(z.string().min(1).max(100)).max(20).describe("The jobs to wait for."),
    }),
    output: z.object({ job: z.string(), dependsOn: z.array(z.string()) }),
    effect: "change",
    scope: "admin",
    http: "PUT /v1/schedules/{id}/parents",
    cli: { verb: "depend", words: ["id"], usage: "<id> [<id>]…", example: "j1 j2 j3" },
  }),
  cancel: defineOperation({
    name: "schedules.cancel",
    summary: "Cancel a job and its queued runs.",
    input: z.object({ id }),
    output: z.object({
      job: z.string(),
      cancelled: z.boolean().describe("False if the job had already ended."),
    }),
    effect: "delete",
    scope: "admin",
    http: "DELETE /v1/schedules/{id}",
    cli: { verb: "cancel", words: ["id"], example: "j1" },
  }),
};
