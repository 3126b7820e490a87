import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Reads a skill's instructions, or one of its files. */
export const skillRead = defineTool({
  name: "skill_read",
  summary:
    "Read a skill, which says how a kind of work is done well: meeting-minutes, spending-report, " +
    "trip-planner, or one from the list of skills. Read it before you begin such work, then follow it.",
  effect: "read",
  scope: "always",
  access: "owner",
  resultOrigin: "services",
  needs: ["skills"],
  utterances: [
    "turn this transcript into minutes with decisions and action items",
    "add up this bank export by category and tell me where the money went",
    "plan a long weekend in Lisbon for two with a toddler",
    "which skill fits this, read its instructions first",
    "use the skill for meeting minutes",
    "Mach aus meinen Notizen ein Protokoll der Besprechung",
    "Составь маршрут поездки по дням с бюджетом",
    "Analyse mes dépenses du mois à partir du CSV de la banque",
    "Planifica un viaje de cinco días por Andalucía",
    "会議のメモから議事録を作って",
  ],
  params: z.object({
    name: z.string().min(1).max(64).describe('The skill\'s name, such as "meeting-minutes".'),
    path: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("A file that its instructions name. Default: the instructions."),
  }),

  run: ({ name, path }, { skills }) => skills.read(name, path),
});
