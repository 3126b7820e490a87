import type { Envelope } from "../../kernel/envelope.ts";
import { MODEL_COMMANDS } from "../model-commands.ts";
import { type ChatCommand, type FoundCommand, stripMention } from "../commands.ts";

export interface FindCommandOptions {
  readonly commands: ReadonlyMap<string, ChatCommand>;
  /** Name of the agent on the channel, without an @. */
  readonly username: string | undefined;
  /** Answers names that no command has, where nobody else can be meant. */
  readonly unknown?: ChatCommand | undefined;
}

/**
 * The command that a message is, also behind `!` or `.` in place of the slash, and also behind the agent's own name, as in `@reeve /tasks`; undefined
 * for all other messages, for one that was passed on or that nobody wrote, and for one that names
 * somebody else, as in `/tasks@other`.
 */
export function findCommand(
  { text, forwardedFrom, scheduled, media = [], address }: CommandCall,
  { commands, username, unknown }: FindCommandOptions,
): FoundCommand | undefined {
  if (forwardedFrom !== undefined || scheduled || media.length > 0) return undefined;
  if (text.length > MAX_CHARS) return undefined;
  const [, prefix, name = "", named, argument = ""] =
    COMMAND.exec(stripMention(text.trim(), username)) ?? [];
  if (named !== undefined && named.toLowerCase() !== username?.toLowerCase()) return undefined;
  const command = commands.get(name.toLowerCase());
  if (command) return { command, argument: argument.trim() };
  const isForModel = MODEL_COMMANDS.some((one) => one.name === name.toLowerCase());
  const isForUs = address?.kind === "direct" || named !== undefined;
  if (prefix !== "/" || isForModel || !isForUs || !unknown) return undefined;
  return { command: unknown, argument: name };
}

type CommandCall = Pick<Envelope, "text" | "forwardedFrom" | "scheduled" | "media"> &
  Partial<Pick<Envelope, "address">>;

const COMMAND = /^([/!.])([a-z][a-z0-9_]*)(?:@(\w+))?(?:\s+([\s\S]*))?$/i;

/** Longer texts are for the model. */
const MAX_CHARS = 4000;
