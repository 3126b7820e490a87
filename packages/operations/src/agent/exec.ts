import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const ran = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe("The requester's name; null if the person was forgotten."),
    command: z
      .string()
      .nullable()
      .describe("The program and its arguments as JSON; null if they were forgotten."),
    startedAt: z.number(),
    tool: z.string().nullable(),
    approval: z.string().nullable().describe("The approval that allowed the command."),
    ranIn: z.string().describe("The sandbox that the command ran in."),
    state: z.enum(["started", "ended", "killed", "refused"]),
    exitCode: z.int().nullable(),
    reason: z.string().nullable(),
    stdout: z.string().nullable(),
    stderr: z.string().nullable(),
    durationMs: z.number().nullable(),
  })
  .meta({ id: "ShellCommand" });

export type ShellCommand = z.output<typeof ran>;

/** Shell commands that ran on the agent's machine. */
export const exec = {
  log: defineOperation({
    name: "exec.log",
    summary: "List the newest 1000 shell commands with their requesters and approvals.",
    input: pageQuery,
    output: pageOf(ran),
    effect: "read",
    scope: "admin",
    needs: { role: "admin", to: "see the shell commands" },
    http: "GET /v1/commands",
    cli: { verb: "log", example: "--limit 20" },
  }),
};
