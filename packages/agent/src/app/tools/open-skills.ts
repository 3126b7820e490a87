import { fileURLToPath } from "node:url";
import type { Processes, Tool } from "@reeve/sdk";
import { type Outcome, withExecRecord } from "../../domains/exec-records.ts";
import type { CommandResult } from "../../integrations/shell.ts";
import type { Skills, SkillSummary, SkillUse } from "../../integrations/skills.ts";
import { openSkills } from "../../integrations/skills/open-skills.ts";
import { download } from "../../integrations/web/download.ts";
import { audienceOf, labelOfSource } from "../../kernel/label.ts";
import type { CallScope, Toolbox } from "../../tools/toolbox.ts";
import { skillRead } from "../../tools/skills/read.ts";
import { skillRun } from "../../tools/skills/run.ts";
import { type AgentKernel, TENANT } from "../agent-kernel.ts";
import { createChannelMemory } from "../channels/create-channel-memory.ts";
import { UNLABELLED } from "./label-services.ts";
import { runSkillScript } from "./run-skill-script.ts";

/** The skills of a home, and what tools may do with them. */
export interface OpenedSkills {
  readonly skills: Skills;
  /** Binds skills to a call: scripts are on record before they run, and their output is nobody's word. */
  readonly use: (scope: CallScope) => SkillUse;
  /** Offers the tools of skills while a skill is enabled. */
  readonly offerTools: (toolbox: Pick<Toolbox, "replace" | "get">) => Promise<void>;
}

/** Opens the installed skills and those that come with Reeve. */
export async function openHomeSkills(
  kernel: AgentKernel,
  processes: Processes,
): Promise<OpenedSkills> {
  const { store, clock, home, env, newId, config } = kernel;
  const state = createChannelMemory(store, { tenant: TENANT, channel: "skills", clock });
  let toolbox: Pick<Toolbox, "replace" | "get"> | undefined;
  const onChange = (skills: readonly SkillSummary[]) =>
    toolbox?.replace("skills", toolsFor(skills));
  const skills = await openSkills({
    folder: home.skills,
    shipped: shippedFolder(),
    records: {
      get: () => state.get("records"),
      set: (text) => state.set("records", text, { isLasting: true }),
    },
    processes,
    download,
    env,
    hasTool: (name) => toolbox?.get(name) !== undefined,
    newId,
    runScript: (run, signal) =>
      runSkillScript(run, { config: config.exec, scratch: home.scratch, env, newId }, signal),
    onChange,
  });
  return {
    skills,
    use: (scope) => useOf(scope, skills, kernel),
    async offerTools(box) {
      toolbox = box;
      onChange(await skills.list());
    },
  };
}

function useOf(scope: CallScope, skills: Skills, { store, clock, newId }: AgentKernel): SkillUse {
  const { tenant, chat, person, call, labels = UNLABELLED } = scope;
  return {
    read: (name, path) => skills.read(name, path),
    run(script, options) {
      const audience = audienceOf({ chat, kind: scope.setting.kind, uid: person });
      const where = `the skill ${script.name}`;
      labels.mark(labelOfSource({ kind: "command", where, integrity: "tool" }, audience));
      const argv = [`${script.name}/${script.script}`, ...script.args];
      const command = JSON.stringify(argv);
      return withExecRecord(
        { tenant, chat, person, call, command, ranIn: "bubblewrap" },
        { store, clock, newId },
        { work: () => skills.run(script, options), outcomeOf },
      );
    },
  };
}

function outcomeOf({ exitCode, killed, stdout, stderr }: CommandResult): Outcome {
  return {
    state: killed === undefined ? "ended" : "killed",
    exitCode: exitCode ?? null,
    reason: killed ?? null,
    stdout,
    stderr,
  };
}

/** Tools for these skills; those that no skill needs wait. */
function toolsFor(skills: readonly SkillSummary[]) {
  const enabled = skills.filter(({ state }) => state !== "disabled");
  const hasScripts = enabled.some(({ scripts }) => scripts.length > 0);
  const wanted: readonly (readonly [Tool, boolean])[] = [
    [skillRead, enabled.length > 0],
    [skillRun, hasScripts],
  ];
  return {
    tools: wanted.filter(([, isWanted]) => isWanted).map(([tool]) => tool),
    awaited: wanted
      .filter(([, isWanted]) => !isWanted)
      .map(([tool]) => ({ name: tool.name, requires: REQUIRES, load: async () => tool })),
  };
}

const REQUIRES = "an enabled skill (reeve skills list)";

/** The folder `skills` at the root of the repository, or of the build. */
function shippedFolder(): string {
  const root = import.meta.url.endsWith(".ts") ? "../../../../.." : "..";
  return fileURLToPath(new URL(`${root}/skills`, import.meta.url));
}
