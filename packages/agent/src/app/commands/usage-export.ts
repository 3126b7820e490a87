import { parseArgs } from "node:util";
import { usage } from "@reeve/operations/agent/usage";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";

/** `reeve usage export`: prints CSV page by page. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values: days } = parseArgs({
    args: [...args],
    options: {
      from: { type: "string" },
      to: { type: "string" },
      person: { type: "string" },
    },
  });
  return withAgent(context, async (ask) => {
    let cursor: string | undefined;
    do {
      const page: { csv: string; next: string | null } = await ask(usage.export, {
        ...days,
        cursor,
      });
      context.stdout.write(page.csv);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return 0;
  });
}
