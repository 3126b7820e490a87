import { toPublicAddress } from "../../kernel/public-address.ts";
import { parseArgs } from "node:util";
import { tools } from "@reeve/operations/agent/tools";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { withAgent } from "../cli/ask-agent.ts";
import type { CommandContext } from "../cli/command.ts";
import { readWhere } from "../../operations/read-where.ts";

/** `reeve tools set <name>` or `--category <name>`: takes tools away, or keeps them to some; `--chat` in one chat only. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
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
    throw new Fault("invalid", "--disable and --enable cannot be combined.", {
      hint: "Use only one of them.",
    });
  const enabled = disable || enable ? enable === true : undefined;
  const chat = values.chat === undefined ? undefined : toPublicAddress(readWhere(values.chat));
  const [tool] = positionals;
  const name = tool ?? category;
  if (name === undefined || (tool !== undefined && category !== undefined))
    throw new Fault("invalid", "Specify either a tool or a category.", {
      hint: "Usage: reeve tools set <name> | --category <name>",
    });
  const operation = tool === undefined ? tools.setCategory : tools.set;
  const input = operation.input.safeParse({
    name,
    enabled,
    scope,
    access,
    approval,
    chat,
  });
  if (!input.success) throw new Fault("invalid", z.prettifyError(input.error));
  return withAgent(context, async (ask) => {
    const changed = await ask(operation, input.data);
    const what = changed.tool ?? `${changed.category} tools`;
    context.stdout.write(`${what}, ${changed.where}: ${changed.now}\n`);
    return 0;
  });
}
