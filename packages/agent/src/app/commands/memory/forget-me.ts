import { parseArgs } from "node:util";
import { privacy } from "@reeve/operations/memory/privacy";
import { Fault } from "@reeve/sdk";
import { withAgent } from "../../cli/ask-agent.ts";
import type { CommandContext } from "../../cli/command.ts";

/** `reeve memory forget-me [<code>]`: removes all data of the owner; the agent has to run. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [code] = positionals;
  return withAgent(context, async (ask, { isRunning }) => {
    if (!isRunning)
      throw new Fault("unavailable", "The agent must be running to create a confirmation code.", {
        hint: "Start it with: reeve start --detach",
      });
    const answer = await ask(privacy.forgetMe, { code });
    context.stdout.write(
      answer.type === "forgotten"
        ? `All your data was deleted (${answer.rows} records).\n`
        : `This permanently deletes everything you wrote and everything derived from it. To confirm: reeve memory forget-me ${answer.code}\n`,
    );
    return 0;
  });
}
