import { z } from "zod";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import type { WhatsAppContent } from "../api.ts";

/** States of a message, in order; `failed` may follow any of them. */
export const PROGRESS = ["sending", "accepted", "sent", "delivered", "read"] as const;

const record = z.object({
  to: z.string(),
  state: z.enum([...PROGRESS, "failed"]),
  /** Number of times it was sent again after a failure. */
  tries: z.number(),
  /** Meta's id of the message, once known. */
  message: z.string().optional(),
  /** Content, stored as long as it may have to be sent again. */
  content: z.unknown().optional(),
  /** The message failed and its failure has been handled: do not send it again. */
  isGivenUp: z.literal(true).optional(),
});

/** Record of one of our messages that survives a crash. */
export interface SentRecord extends Omit<z.output<typeof record>, "content"> {
  readonly content?: WhatsAppContent | undefined;
}

export function formatRecord(sent: SentRecord): string {
  return JSON.stringify(sent);
}

/** Reads what `formatRecord` wrote; undefined for anything else. */
export function parseRecord(text: string | undefined): SentRecord | undefined {
  const read = text === undefined ? undefined : record.safeParse(parseJson(text)?.value).data;
  if (!read) return undefined;
  const { content, ...rest } = read;
  return isContent(content) ? { ...rest, content } : rest;
}

/** We wrote it ourselves; another version may have used another format. */
function isContent(value: unknown): value is WhatsAppContent {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Returns the mark that a message carries and its statuses repeat: its part and attempt. */
export function formatMark(key: string, tries: number): string {
  return tries === 0 ? key : `${key}~${tries}`;
}

export function parseMark(mark: string): { readonly key: string; readonly tries: number } {
  const [, key = mark, tries = "0"] = /^(.*)~(\d+)$/.exec(mark) ?? [];
  return { key, tries: Number(tries) };
}

/** Returns whether a state is later than the known one: statuses arrive in any order. */
export function isFurther(state: SentRecord["state"], known: SentRecord["state"]): boolean {
  if (state === "failed") return known === "sending" || known === "accepted" || known === "sent";
  if (known === "failed") return false;
  return PROGRESS.indexOf(state) > PROGRESS.indexOf(known);
}
