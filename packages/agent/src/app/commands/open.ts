import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const link = z.object({ url: z.string(), expiresAt: z.number() });

/** `reeve open`: prints an address that signs a browser in as you. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const answer = link.parse(await ask("tokens.link", {}));
    const until = new Date(answer.expiresAt).toISOString();
    parts.stdout.write(
      values.json
        ? `${JSON.stringify(answer)}\n`
        : `Open this in your browser before ${until}; it works once:\n\n  ${answer.url}\n\nGive it to nobody: whoever opens it is you.\n`,
    );
    return 0;
  });
}
