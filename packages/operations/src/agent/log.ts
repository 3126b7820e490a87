import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

export const logEntry = z
  .object({
    at: z.number(),
    level: z.enum(["debug", "info", "warn", "error"]),
    sentence: z.string(),
    fields: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "LogEntry" });

export type LogEntry = z.output<typeof logEntry>;

/** The agent's log. */
export const log = {
  list: defineOperation({
    name: "log.list",
    summary: "List the agent's log entries, newest first.",
    input: pageQuery,
    output: pageOf(logEntry),
    effect: "read",
    scope: "admin",
    needs: { role: "admin", to: "read the log" },
    http: "GET /v1/log",
    cli: { verb: "show", flags: { before: "cursor" }, example: "--limit 20" },
  }),
};
