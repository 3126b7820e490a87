import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";

const answer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("confirm"), code: z.string() }),
  z.object({ type: z.literal("forgotten"), rows: z.int() }),
]);

/** `reeve memory forget-me [<code>]`: removes everything of yours, once you repeat the code; the agent has to run. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [code] = positionals;
  return askAgent(parts, async (ask, { isRunning }) => {
    if (!isRunning)
      throw new Fault("unavailable", "The agent does not run, so nobody would know the code.", {
        hint: "Start it: reeve start --detach",
      });
    const said = answer.parse(await ask("memory.forgetMe", { code }));
    parts.stdout.write(
      said.type === "forgotten"
        ? `Everything of yours is removed (${said.rows} rows).\n`
        : `This removes everything that you said and all that was made of it, for good. If you are sure: reeve memory forget-me ${said.code}\n`,
    );
    return 0;
  });
}
