import { z } from "zod";
import { defineOperation } from "../operation.ts";

const time = z
  .object({
    isTrusted: z
      .boolean()
      .describe("False while reminders, jobs, expiry and retention are on hold."),
    now: z.number().describe("The time that the agent uses, in Unix milliseconds."),
    offsetMs: z
      .number()
      .describe("The number of milliseconds by which the machine's clock is ahead of it."),
  })
  .meta({ id: "ClockState" });

export type ClockState = z.output<typeof time>;

/** The clock, which is doubted after a jump of more than an hour. */
export const clock = {
  status: defineOperation({
    name: "clock.status",
    summary: "Show whether the machine's clock is trusted.",
    input: z.object({}),
    output: time,
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see the clock" },
    http: "GET /v1/clock",
    cli: { verb: "status" },
  }),
  confirm: defineOperation({
    name: "clock.confirm",
    summary: "Confirm that the machine's clock is right. What is on hold continues.",
    input: z.object({}),
    output: time,
    effect: "change",
    scope: "admin",
    needs: { role: "owner", to: "confirm the time" },
    repeat: "again",
    http: "POST /v1/clock/confirm",
    cli: { verb: "confirm" },
  }),
};
