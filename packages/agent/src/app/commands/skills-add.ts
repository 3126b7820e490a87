import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { skills } from "@reeve/operations/agent/skills";
import { Fault } from "@reeve/sdk";
import { describeSkill } from "../../features/skills/command.ts";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";
import { confirm } from "./setup/choose-from.ts";
import { openDialog } from "./setup/dialog.ts";

const USAGE = "Usage: reeve skills add <folder>|<archive>|<git-url> [--yes]";

/** `reeve skills add <source>`: shows what a skill may do, asks, and installs exactly those files. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: "boolean", default: false } },
  });
  const [typed, ...others] = positionals;
  if (typed === undefined || others.length > 0)
    throw new Fault("invalid", "Name one folder, archive or repository.", { hint: USAGE });
  if (!values.yes && !context.stdin.isTTY)
    throw new Fault(
      "invalid",
      "Installing a skill needs your agreement, and there is no terminal.",
      {
        hint: "Look at it with `reeve skills inspect`, then add --yes.",
      },
    );
  const source = existsSync(typed) ? path.resolve(typed) : typed;
  return withAgent(context, async (ask) => {
    const skill = await ask(skills.inspect, { source });
    if (!values.yes && !(await isAgreed(describeSkill(skill), context))) {
      context.stdout.write("Nothing was installed.\n");
      return 1;
    }
    const installed = await ask(skills.add, { source, digest: skill.digest });
    const reason = installed.reason === null ? "" : ` It cannot be used yet: ${installed.reason}.`;
    context.stdout.write(`Installed the skill ${installed.name}.${reason}\n`);
    return 0;
  });
}

async function isAgreed(description: string, context: CommandContext): Promise<boolean> {
  using dialog = openDialog(context);
  dialog.say(description);
  const text = "Its instructions count as yours, and its scripts need your approval. Install it?";
  return confirm(dialog, { text, fallback: "no" });
}
