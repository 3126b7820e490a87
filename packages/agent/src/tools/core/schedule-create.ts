import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { jobIdOf } from "../job-id.ts";
import { quoted, quotedIf, quotedList } from "../quoted.ts";
import { jobId, toolName } from "./params.ts";

const params = z
  .object({
    instructions: z
      .string()
      .trim()
      .min(1)
      .max(5_000)
      .describe("What to do at that time. The run cannot see this chat, so include all details."),
    cron: z
      .string()
      .trim()
      .min(9)
      .max(100)
      .optional()
      .describe('Cron expression with five fields, such as "0 9 * * 1" for Mondays at nine.'),
    at: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Time of a single run: ISO 8601 such as "2026-01-31T15:30+01:00", or words such as "tomorrow at 9".',
      ),
    every: z
      .string()
      .trim()
      .min(2)
      .max(50)
      .optional()
      .describe('Interval between repeated runs, such as "30 minutes" or "6h".'),
    timezone: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'IANA time zone or city for cron and at, such as "Europe/Paris". Default: the person\'s.',
      ),
    dependsOn: z
      .array(jobId())
      .max(20)
      .optional()
      .describe("Ids of jobs that must finish first. This job receives their results."),
    onMissed: z
      .enum(["skip", "run-once", "run-all"])
      .default("run-once")
      .describe("What happens to runs that were missed while the agent was off."),
    tool: z
      .object({
        name: toolName("The tool's name"),
        params: z.looseObject({}).describe("The tool's arguments, as its schema requires."),
      })
      .optional()
      .describe("Call only this tool, without a model call."),
  })
  .refine(
    ({ cron, at, every }) => [cron, at, every].filter((when) => when !== undefined).length <= 1,
    "set only one of cron, at and every",
  )
  .refine(
    ({ cron, at, every, dependsOn = [] }) =>
      [cron, at, every, ...dependsOn].some((when) => when !== undefined),
    "set one of cron, at and every, or jobs that it depends on",
  );

/** Schedules work of the agent, once a call. It runs as the person who asks, in this chat. */
export const scheduleCreate = defineTool({
  name: "schedule_create",
  summary:
    "Schedule work that you do on your own later: once at a time, by cron, at an interval, " +
    "or after other jobs. Use it when you should act at that time, for example to check, " +
    "write or report something. To only remind the person of something, use " +
    "reminder_create.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["schedules"],
  utterances: [
    "every Monday at 9 send me a digest of the support channel",
    "check the TON price hourly and tell me if it drops under 2",
    "Tonight at 11, archive the finished tickets",
    "look at the server each morning and report only if something's off",
    "once the import job is through, write up what changed",
    "Chaque vendredi à 17h, prépare-moi un compte rendu de la semaine",
    "Щодня о восьмій перевіряй погоду у Львові й пиши мені",
    "毎朝7時にニュースをまとめて送って",
    "De seis em seis horas verifica se o site está no ar",
    "Her ayın birinde giderleri toplayıp bana raporla",
    "каждое утро сам проверяй почту и присылай важное",
    "Schau jede Stunde nach, ob es Karten für das Konzert gibt",
  ],
  params,

  confirm: ({ instructions, tool, cron, at, every, timezone, dependsOn = [] }, { language }) =>
    texts(language).questions.schedule.create({
      instructions: quoted(instructions),
      cron: quotedIf(cron || undefined),
      at: quotedIf(at || undefined),
      every: quotedIf(every || undefined),
      zone: quotedIf(timezone || undefined),
      after: dependsOn.length > 0 ? quotedList(dependsOn) : undefined,
      tool: tool?.name,
      params: quoted(JSON.stringify(tool?.params ?? {})),
    }),

  run: ({ instructions, timezone, ...draft }, { schedules, callId }) =>
    schedules.create({ ...draft, id: jobIdOf(callId), text: instructions, timeZone: timezone }),
});
