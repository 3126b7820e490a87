import { z } from "zod";
import { defineOperation } from "../operation.ts";

const written = z.object({ file: z.string().describe("The file's path on the agent's machine.") });
const needs = { role: "owner", to: "create backups" } as const;

/** Copies of the agent's data. */
export const backups = {
  create: defineOperation({
    name: "backups.create",
    summary: "Copy the database into a new file in the agent's backup folder.",
    input: z.object({}),
    output: written,
    effect: "create",
    scope: "admin",
    needs,
    http: "POST /v1/backups",
  }),
  copy: defineOperation({
    name: "backups.copy",
    summary: "Copy the database into a new file of your choice on the agent's machine.",
    input: z.object({
      file: z.string().min(1).max(4096).describe("The new file's absolute path."),
    }),
    output: written,
    effect: "create",
    scope: "admin",
    needs,
  }),
};
