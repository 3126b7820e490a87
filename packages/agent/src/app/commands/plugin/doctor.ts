import { plugins } from "@reeve/operations/agent/plugins";
import { describePlugin } from "../../../features/plugins/command.ts";
import { withAgent } from "../../cli/ask-agent.ts";
import type { CommandContext } from "../../cli/command.ts";

/** `reeve plugin doctor`: lists plugins that do not run, and why. */
export async function run(_args: readonly string[], context: CommandContext): Promise<number> {
  return withAgent(context, async (ask) => {
    const { items } = await ask(plugins.list, { limit: 100 });
    const problems = items.filter(({ state }) => state !== "ready");
    const lines = problems.map(describePlugin);
    context.stdout.write(`${lines.length === 0 ? "All plugins are ready." : lines.join("\n")}\n`);
    return lines.length === 0 ? 0 : 1;
  });
}
