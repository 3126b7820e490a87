import path from "node:path";
import { parseArgs } from "node:util";
import { plugins } from "@reeve/operations/agent/plugins";
import { Fault } from "@reeve/sdk";
import { describeOffer, describePlugin } from "../../../features/plugins/command.ts";
import { withAgent } from "../../cli/ask-agent.ts";
import type { CommandContext } from "../../cli/command.ts";
import { confirm } from "../setup/choose-from.ts";
import { openDialog } from "../setup/dialog.ts";

/** `reeve plugin add <folder>`: installs a plugin once its powers are approved. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { link: { type: "boolean" }, yes: { type: "boolean" } },
  });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0)
    throw new Fault("invalid", "reeve plugin add needs one folder.", {
      hint: "Usage: reeve plugin add <folder> [--link] [--yes]",
    });
  const folder = path.resolve(given);
  return withAgent(context, async (ask) => {
    const offer = await ask(plugins.inspect, { folder });
    using dialog = openDialog(context);
    dialog.say(describeOffer(offer));
    const text = "Install it with these powers?";
    const isApproved = values.yes || (await confirm(dialog, { text, fallback: "no" }));
    if (!isApproved) {
      dialog.say("Nothing was installed.");
      return 1;
    }
    const { digest } = offer;
    const installed = await ask(plugins.add, { folder, digest, link: values.link });
    dialog.say(describePlugin(installed));
    return installed.state === "refused" ? 1 : 0;
  });
}
