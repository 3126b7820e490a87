import { skills } from "@reeve/operations/agent/skills";
import { describeSkill } from "../../features/skills/command.ts";
import type { CommandContext } from "../cli/command.ts";
import { addExtension } from "./add-extension.ts";

/** `reeve skills add <source>`: shows what a skill may do, asks, and installs exactly those files. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  return addExtension(args, context, {
    usage: "Usage: reeve skills add <folder>|<archive>|<url> [--yes]",
    inspection: "reeve skills inspect",
    canLink: false,
    question: "Its instructions count as yours, and its scripts need your approval. Install it?",
    inspect: (ask, source) => ask(skills.inspect, { source }),
    describe: describeSkill,
    async add(ask, { source, digest }) {
      const { name, reason } = await ask(skills.add, { source, digest });
      const problem = reason === null ? "" : ` It cannot be used yet: ${reason}.`;
      return { text: `Installed the skill ${name}.${problem}`, isUsable: true };
    },
  });
}
