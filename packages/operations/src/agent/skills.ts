import { z } from "zod";
import { nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const skill = z
  .object({
    name: z.string(),
    description: z.string(),
    state: z.enum(["enabled", "disabled", "unusable"]),
    reason: z.string().nullable().describe("Why it is unusable; null if it is not."),
    source: z
      .string()
      .nullable()
      .describe("Where it was installed from; null if it comes with Reeve."),
    digest: z.string().describe("The SHA-256 of its files, in hexadecimal."),
    license: z.string().nullable(),
    compatibility: z.string().nullable().describe("What its author says it needs."),
    tools: z
      .array(z.string())
      .describe("The tools that it works with. It may not use more than the agent may."),
    hosts: z.array(z.string()).describe("Hosts that it names. Its scripts have no network."),
    scripts: z.array(z.string()).describe("Scripts that the agent can run, with approval."),
    files: z.array(z.string()).describe("Its other files, without SKILL.md."),
  })
  .meta({ id: "Skill" });

export type Skill = z.output<typeof skill>;

const source = z
  .string()
  .min(1)
  .max(2000)
  .describe(
    "An absolute path of a folder or archive on the agent's machine, the https URL of an archive (.zip, .tgz), or the URL of a git repository with the skill's folder behind #.",
  );

const name = z.string().min(1).max(64).describe("The skill's name.");

const toSee = { role: "admin", to: "see skills" } as const;
const toChange = { role: "owner", to: "change skills" } as const;

/** Skills: instructions for kinds of work, with files and scripts. */
export const skills = {
  list: defineOperation({
    name: "skills.list",
    summary: "List skills and whether they can be used.",
    input: pageQuery,
    output: pageOf(skill),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/skills",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  show: defineOperation({
    name: "skills.show",
    summary: "Show a skill: its description, powers, scripts and files.",
    input: z.object({ name }),
    output: skill,
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/skills/{name}",
    cli: { verb: "show", words: ["name"], example: "trip-planner" },
  }),
  inspect: defineOperation({
    name: "skills.inspect",
    summary: "Read a skill from a folder, an archive or a git repository without installing it.",
    input: z.object({ source }),
    output: skill,
    effect: "change",
    scope: "admin",
    needs: toChange,
    http: "POST /v1/skill-inspections",
    cli: { verb: "inspect", words: ["source"], example: "/srv/skills/invoices" },
  }),
  add: defineOperation({
    name: "skills.add",
    summary: "Install a skill from a folder, an archive or a git repository.",
    description:
      "Nothing is installed if the files are not those that you looked at: pass the digest from `skills.inspect`.",
    input: z.object({
      source,
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe("The digest of the files that you agree to, from `skills.inspect`."),
    }),
    output: skill,
    effect: "create",
    undo: "skills.remove",
    scope: "admin",
    needs: toChange,
    http: "POST /v1/skills",
  }),
  update: defineOperation({
    name: "skills.update",
    summary: "Enable or disable a skill.",
    input: z.object({ name, enabled: z.boolean().describe("Whether the agent may use it.") }),
    output: skill,
    effect: "change",
    undo: "skills.update",
    scope: "admin",
    needs: toChange,
    http: "PATCH /v1/skills/{name}",
    cli: [
      {
        verb: "enable",
        summary: "Let the agent use a skill.",
        words: ["name"],
        set: { enabled: true },
        example: "trip-planner",
      },
      {
        verb: "disable",
        summary: "Stop the agent from using a skill.",
        words: ["name"],
        set: { enabled: false },
        example: "trip-planner",
      },
    ],
  }),
  remove: defineOperation({
    name: "skills.remove",
    summary: "Remove an installed skill with its files.",
    input: z.object({ name }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: toChange,
    http: "DELETE /v1/skills/{name}",
    cli: { verb: "remove", words: ["name"], example: "invoices" },
  }),
};
