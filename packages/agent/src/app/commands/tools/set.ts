import { parseArgs } from "node:util";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";
import { readWhere } from "../pause/read-where.ts";

const answer = z.object({
  tool: z.string().optional(),
  category: z.string().optional(),
  where: z.string(),
  now: z.string(),
});

/** `reeve tools set <name>` or `--category <name>`: takes tools away, or keeps them to some; `--chat` in one chat only. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      disable: { type: "boolean" },
      enable: { type: "boolean" },
      scope: { type: "string" },
      access: { type: "string" },
      approval: { type: "string" },
      chat: { type: "string" },
      category: { type: "string" },
    },
  });
  const { disable, enable, scope, access, approval, category } = values;
  if (disable && enable)
    throw new Fault("invalid", "It cannot be both on and off.", {
      hint: "Give --disable or --enable.",
    });
  const enabled = disable || enable ? enable === true : undefined;
  const chat = values.chat === undefined ? undefined : readWhere([values.chat]);
  const [tool] = positionals;
  const change = { tool, category, chat, enabled, scope, access, approval };
  return askAgent(parts, async (ask) => {
    const said = answer.parse(await ask("tools.set", change));
    parts.stdout.write(`${said.tool ?? `${said.category} tools`}, ${said.where}: ${said.now}\n`);
    return 0;
  });
}
