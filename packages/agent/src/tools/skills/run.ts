import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";

/** Runs a script of a skill in the sandbox, after the owner agreed. */
export const skillRun = defineTool({
  name: "skill_run",
  summary:
    "Run a script of a skill in the sandbox and get its output; the owner is asked first. Read the " +
    "skill with skill_read before. The script has no network, and sees only its input and arguments.",
  effect: "exec",
  scope: "admin-only",
  access: "owner",
  resultOrigin: "services",
  // The config ends a script before that, and then its output is shown.
  timeoutMs: 610_000,
  sensitiveArguments: { args: "command", input: "body" },
  needs: ["skills"],
  utterances: [
    "run the skill's script on this CSV",
    "let the spending-report script count these bookings",
    "execute scripts/report.mjs of that skill",
    "use the calculation script that came with the skill",
    "feed this table to the skill's program",
    "Lass das Skript aus dem Skill über die Datei laufen",
    "Запусти скрипт этого навыка с моими данными",
    "Exécute le script de la compétence avec ces lignes",
    "Ejecuta el script de la habilidad con este texto",
    "运行这个技能里的脚本",
  ],
  params: z.object({
    name: z.string().min(1).max(64).describe("The skill's name."),
    script: z.string().min(1).max(200).describe('The script, such as "scripts/report.mjs".'),
    args: z.array(z.string().max(4000)).max(50).default([]).describe("The script's arguments."),
    input: z.string().max(1_000_000).optional().describe("Text for its standard input."),
  }),

  confirm({ name, script, args, input }, { language }) {
    // Whole: what was cut off could be the part that matters.
    const call = [script, ...args].map((word) => JSON.stringify(word)).join(" ");
    const { run, runWithInput } = texts(language).questions.skill;
    const skill = { name: quoted(name), call };
    return input === undefined ? run(skill) : runWithInput({ ...skill, input: quoted(input) });
  },
  run: (call, { skills, signal }) => skills.run(call, { signal }),
});
