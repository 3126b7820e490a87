import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { linesOf } from "../run-verb.ts";
import { readWhere } from "./pause/read-where.ts";

const answer = z.object({ wasPaused: z.boolean() });

const pauses = z.array(
  z.object({ where: z.string(), by: z.string(), at: z.number(), noted: z.int().optional() }),
);

/** `reeve pause [<surface>/<chat>]`: from now on what arrives is noted and not answered. `--list` tells what is paused. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  if (args.includes("--list")) return listPauses(parts);
  const where = readWhere(args);
  return askAgent(parts, async (ask) => {
    const { wasPaused } = answer.parse(await ask("pauses.begin", { where }));
    parts.stdout.write(
      wasPaused ? "It was paused already.\n" : "Paused. Go on with: reeve resume\n",
    );
    return 0;
  });
}

function listPauses(parts: CommandParts): Promise<number> {
  return askAgent(parts, async (ask) => {
    const found = pauses.parse(await ask("pauses.list", {}));
    const line = ({ where, by, at, noted }: (typeof found)[number]) =>
      `${where}, by ${by} since ${new Date(at).toISOString()}${noted === undefined ? "" : `; ${noted} messages came`}`;
    parts.stdout.write(linesOf(found, line, "Nothing is paused."));
    return 0;
  });
}
