import {
  type ChatView,
  type HistoryMessage,
  sessions,
  type SessionView,
} from "@reeve/operations/work/sessions";
import { turns } from "@reeve/operations/work/turns";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve sessions`. */
export const sessionsCommand = defineCommandLine({
  command: "sessions",
  operations: { ...sessions, turn: turns.show },
  show: {
    list: ({ items }) => linesOf(items, toLine, "There are no sessions yet."),
    show: toLine,
    chats: ({ items }) => linesOf(items, toChat, "There are no chats yet."),
    messages: ({ items }) =>
      linesOf(items.toReversed(), toMessage, "This chat has no messages yet."),
    import: ({ imported, known }) => `Imported ${imported} messages; ${known} already existed.`,
    importInto: ({ imported, known }) => `Imported ${imported} messages; ${known} already existed.`,
    new: () => "A new session has started.",
    stop: (stopped) =>
      stopped.turns + stopped.withdrawn > 0 ? "Stopped." : "Nothing is running in this chat.",
    settings: toSettings,
    configure: toSettings,
    commands: ({ items }) =>
      linesOf(items, ({ usage, summary }) => `${usage.padEnd(28)} ${summary}`, "No commands."),
    turn: (turn) => JSON.stringify(turn, null, 2),
  },
});

function toLine(one: SessionView): string {
  const where = `${one.surface}/${one.chat} #${one.generation}`;
  const state = one.endedAt === null ? "open" : "ended";
  const started = new Date(one.startedAt).toISOString().slice(0, 16);
  const counts = `${one.turns} turns, ${one.inputTokens + one.outputTokens} tokens`;
  return `${one.id}  ${where.padEnd(16)} ${started}  ${state.padEnd(5)}  ${counts}`;
}

function toChat({ id, surface, chat, text, at }: ChatView): string {
  const when = new Date(at).toISOString().slice(0, 16);
  return `${id ?? "-"}  ${`${surface}/${chat}`.padEnd(24)} ${when}  ${text.replaceAll("\n", " ")}`;
}

function toMessage({ direction, name, text, at }: HistoryMessage): string {
  const who = direction === "out" ? "agent" : (name ?? "unknown");
  return `${new Date(at).toISOString().slice(0, 16)}  ${who}: ${text.replaceAll("\n", "\n  ")}`;
}

function toSettings({
  mode,
  maxSteps,
  policy,
  verbose,
}: Readonly<Record<string, unknown>>): string {
  return `mode ${String(mode)}, at most ${String(maxSteps)} steps, policy ${String(policy)}, verbose ${String(verbose)}`;
}
