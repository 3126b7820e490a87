import { plugins } from "@reeve/operations/agent/plugins";
import { describeOffer, describePlugin } from "../../../features/plugins/command.ts";
import type { CommandContext } from "../../cli/command.ts";
import { addExtension } from "../add-extension.ts";

/** `reeve plugin add <source>`: installs a plugin once its powers are approved. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  return addExtension(args, context, {
    usage: "Usage: reeve plugin add <folder>|<archive>|<url>|<name> [--link] [--yes]",
    inspection: "reeve plugin inspect",
    canLink: true,
    question: "Install it with these powers?",
    inspect: (ask, source) => ask(plugins.inspect, { source }),
    describe: describeOffer,
    async add(ask, options) {
      const installed = await ask(plugins.add, options);
      return { text: describePlugin(installed), isUsable: installed.state !== "refused" };
    },
  });
}
