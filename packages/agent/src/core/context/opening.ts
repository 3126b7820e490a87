import type { InboxBody } from "../../store/messages/inbox.ts";
import { nameOf } from "./render/name-of.ts";

/** How much the agent remembers of the person it talks with. */
export interface MemoryCounters {
  /** Lines of MEMORY.md, without empty ones. */
  readonly lines: number;
  /** With a log. */
  readonly days: number;
  readonly notes: number;
}

export interface OpeningMaterial {
  /** The message that began the session. */
  readonly message: InboxBody | undefined;
  readonly timeZone: string;
  /** Undefined where nothing of it may be shown. */
  readonly memory: MemoryCounters | undefined;
}

/**
 * Renders the opening of the first input of a session in a direct chat: the speaker, if messages
 * name them by a handle only, and how much is remembered. Empty if there is nothing to say.
 */
export function renderOpening({ message, timeZone, memory }: OpeningMaterial): string {
  return [...speakerOf(message, timeZone), ...countersOf(memory)].join("\n");
}

function speakerOf(message: InboxBody | undefined, timeZone: string): readonly string[] {
  if (message?.kind !== "message" || message.username === undefined) return [];
  const { name, username, sender } = message;
  const ids = [`@${nameOf(username)}`, ...(sender === undefined ? [] : [`id:${nameOf(sender)}`])];
  return [`[You talk with ${nameOf(name)} (${ids.join(", ")}). Times are in ${timeZone}.]`];
}

function countersOf(memory: MemoryCounters | undefined): readonly string[] {
  if (!memory) return [];
  const { lines, days, notes } = memory;
  return [
    `[You remember: ${count(lines, "line")} in MEMORY.md, ${count(days, "day")} with a log, ${count(notes, "note")}.]`,
  ];
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
