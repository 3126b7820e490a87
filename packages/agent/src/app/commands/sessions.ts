import { parseArgs } from "node:util";
import { z } from "zod";
import { askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";

const sessions = z.array(
  z.object({
    id: z.string(),
    generation: z.number(),
    surface: z.string().optional(),
    chat: z.string().optional(),
    startedAt: z.number(),
    endedAt: z.number().nullable(),
    turns: z.number(),
    messages: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
  }),
);

/** `reeve sessions`: conversations, newest first. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  return askAgent(parts, async (ask) => {
    const list = sessions.parse(await ask("sessions.list", {}));
    parts.stdout.write(values.json ? `${JSON.stringify(list)}\n` : toText(list));
    return 0;
  });
}

function toText(list: z.output<typeof sessions>): string {
  if (list.length === 0) return "No conversations yet.\n";
  return list
    .map((session) => {
      const where = `${session.surface ?? "?"}/${session.chat ?? "?"} #${session.generation}`;
      const state = session.endedAt === null ? "open" : "ended";
      const started = new Date(session.startedAt).toISOString().slice(0, 16);
      const counts = `${session.turns} turns, ${session.inputTokens + session.outputTokens} tokens`;
      return `${session.id}  ${where.padEnd(16)} ${started}  ${state.padEnd(5)}  ${counts}\n`;
    })
    .join("");
}
