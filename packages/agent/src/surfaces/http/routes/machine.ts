import { z } from "zod";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["machine"];

const ran = z.object({
  id: z.string(),
  name: z.string().nullable().describe("For whom; null once forgotten."),
  command: z.string().nullable().describe("JSON of program and arguments; null once forgotten."),
  startedAt: z.number(),
  tool: z.string().nullable(),
  approval: z.string().nullable().describe("The question that was answered before."),
  ranIn: z.string().describe("What it ran in."),
  state: z.enum(["started", "ended", "killed", "refused"]),
  exitCode: z.int().nullable(),
  reason: z.string().nullable(),
  stdout: z.string().nullable(),
  stderr: z.string().nullable(),
  durationMs: z.number().nullable(),
});

const MOST = 1000;

/** What was done on the agent's machine, and a copy of its data there. */
export const machineRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/commands",
    summary: `The newest ${MOST} commands that ran on the machine, and for whom.`,
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(ran) },
    async run({ query }, { call }) {
      const listed = tell(z.array(ran), await call("exec.log", { limit: MOST }));
      return cutPage(listed, query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/backups",
    summary: "Copy the database into a new file in the agent's own folder.",
    tags: TAGS,
    scope: "admin",
    answers: { 201: z.object({ file: z.string().describe("On the agent's machine.") }) },
    run: (_request, { call }) => call("store.backup", {}),
  }),
];
