import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { linesOf, runVerb } from "../run-verb.ts";

const session = z.looseObject({
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
});

const message = z.looseObject({
  direction: z.enum(["in", "out"]),
  name: z.string().nullable(),
  text: z.string(),
  at: z.number(),
});

const settings = z.object({ mode: z.string(), maxSteps: z.int() });
const stopped = z.object({ turns: z.int(), withdrawn: z.int() });
const command = z.object({ usage: z.string(), summary: z.string() });

/**
 * `reeve sessions`: conversations, newest first. The others are about one conversation of the
 * terminal, `main` or the one of `--chat`: what was said, a new session, stop, settings.
 */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, {
    chat: { type: "string" },
    mode: { type: "string" },
    "max-steps": { type: "string" },
  });
  const { chat, mode } = values;
  const maxSteps = countIn(values["max-steps"]);
  return runVerb(positionals, parts, {
    command: "sessions",
    json: values.json,
    verbs: {
      list: {
        usage: "",
        run: async (ask) => {
          const list = z.array(session).parse(await ask("sessions.list", {}));
          return { value: list, text: linesOf(list, toLine, "No conversations yet.") };
        },
      },
      show: {
        usage: "<id>",
        run: async (ask, [id]) => {
          const value = session.parse(await ask("sessions.show", { session: id }));
          return { value, text: `${toLine(value)}\n` };
        },
      },
      messages: {
        usage: "",
        run: async (ask) => {
          const list = z.array(message).parse(await ask("feed.list", {}, chat));
          const text = linesOf(list.toReversed(), toSaid, "Nothing was said here yet.");
          return { value: list, text };
        },
      },
      turn: {
        usage: "<id>",
        run: async (ask, [turn]) => {
          const value = await ask("turns.show", { turn });
          return { value, text: `${JSON.stringify(value, null, 2)}\n` };
        },
      },
      new: {
        usage: "",
        run: async (ask) => {
          const value = await ask("sessions.new", {}, chat);
          return { value, text: "A new session begins.\n" };
        },
      },
      stop: {
        usage: "",
        run: async (ask) => {
          const value = stopped.parse(await ask("turns.stop", {}, chat));
          const { turns, withdrawn } = value;
          return {
            value,
            text: turns + withdrawn > 0 ? "Stopped.\n" : "Nothing is running here.\n",
          };
        },
      },
      set: {
        usage: "",
        run: async (ask) => {
          const value = settings.parse(await ask("places.set", { mode, maxSteps }, chat));
          return { value, text: `mode ${value.mode}, at most ${value.maxSteps} steps\n` };
        },
      },
      commands: {
        usage: "",
        run: async (ask) => {
          const list = z.array(command).parse(await ask("commands.list", {}, chat));
          const line = ({ usage, summary }: z.output<typeof command>) =>
            `${usage.padEnd(28)} ${summary}`;
          return { value: list, text: linesOf(list, line, "There are no commands.") };
        },
      },
    },
  });
}

function toLine(one: z.output<typeof session>): string {
  const where = `${one.surface ?? "?"}/${one.chat ?? "?"} #${one.generation}`;
  const state = one.endedAt === null ? "open" : "ended";
  const started = new Date(one.startedAt).toISOString().slice(0, 16);
  const counts = `${one.turns} turns, ${one.inputTokens + one.outputTokens} tokens`;
  return `${one.id}  ${where.padEnd(16)} ${started}  ${state.padEnd(5)}  ${counts}`;
}

function toSaid({ direction, name, text, at }: z.output<typeof message>): string {
  const who = direction === "out" ? "agent" : (name ?? "somebody");
  return `${new Date(at).toISOString().slice(0, 16)}  ${who}: ${text.replaceAll("\n", "\n  ")}`;
}

function countIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Fault("invalid", `Not a number of steps: ${text}`, {
    hint: "Write it like: reeve sessions set --max-steps 5",
  });
}
