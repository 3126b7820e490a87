import { z } from "zod";
import { defineOperation } from "../operation.ts";

const time = z
  .object({
    isTrusted: z
      .boolean()
      .describe(
        "Whether the clock is trusted. If it is not, reminders, jobs, expiry and retention are on hold.",
      ),
    now: z.number().describe("The agent's time, in Unix milliseconds."),
    offsetMs: z
      .number()
      .describe("How far the machine's clock is ahead of the agent's time, in milliseconds."),
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
    summary: "Confirm that the machine's clock is right. Everything that was on hold continues.",
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
