import { type Pause, pauses } from "@reeve/operations/pauses";
import { linesOf } from "../../operations/lines.ts";
import { withAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readWhere } from "./read-where.ts";

/** `reeve pause [<surface>/<chat>]`: stores messages without answering them. `--list` shows what is paused. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const where = args.includes("--list") ? undefined : readWhere(args);
  return withAgent(parts, async (ask) => {
    if (where === undefined) {
      const { items } = await ask(pauses.list, {});
      const lines = linesOf(items, toLine, "Nothing is paused.");
      parts.stdout.write(`${lines}\n`);
      return 0;
    }
    const { wasPaused } = await ask(pauses.start, { where });
    parts.stdout.write(
      wasPaused ? "It was paused already.\n" : "Paused. Go on with: reeve resume\n",
    );
    return 0;
  });
}

function toLine({ where, by, at, noted }: Pause): string {
  const messages = noted === undefined ? "" : `; ${noted} messages came`;
  return `${where}, by ${by} since ${new Date(at).toISOString()}${messages}`;
}
