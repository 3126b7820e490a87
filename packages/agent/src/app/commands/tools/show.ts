import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { askAgent } from "../../ask-agent.ts";
import type { CommandParts } from "../../command.ts";
import { readArgs } from "../../read-args.ts";

const tool = z.record(z.string(), z.unknown());

/** `reeve tools show <name>`: all that is known of a tool, and why it may or may not be used. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {});
  const [name] = positionals;
  if (name === undefined)
    throw new Fault("invalid", "Which tool?", { hint: "Write: reeve tools show <name>" });
  return askAgent(parts, async (ask) => {
    const shown = tool.parse(await ask("tools.show", { name }));
    parts.stdout.write(values.json ? `${JSON.stringify(shown)}\n` : toText(shown));
    return 0;
  });
}

function toText(shown: z.output<typeof tool>): string {
  const width = Math.max(...Object.keys(shown).map(({ length }) => length));
  return Object.entries(shown)
    .map(([field, value]) => `${field.padEnd(width)}  ${inLines(value, width)}\n`)
    .join("");
}

function inLines(value: unknown, width: number): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return "–";
  const lines = value.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return lines.join(`\n${" ".repeat(width)}  `);
}
