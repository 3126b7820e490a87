import { z } from "zod";
import { parseJson } from "../../../kernel/parse-json.ts";
import type { WhatsAppContent } from "../../../integrations/whatsapp.ts";

/** How far a message has come, in this order; `failed` is its end wherever it was. */
export const PROGRESS = ["sending", "accepted", "sent", "delivered", "read"] as const;

const record = z.object({
  to: z.string(),
  state: z.enum([...PROGRESS, "failed"]),
  /** Number of times it was sent again after a failure. */
  tries: z.number(),
  /** Meta's id of it, once that is known. */
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

/** Reads what `formatRecord` wrote; undefined for all else. */
export function parseRecord(text: string | undefined): SentRecord | undefined {
  const read = text === undefined ? undefined : record.safeParse(parseJson(text)?.value).data;
  if (!read) return undefined;
  const { content, ...rest } = read;
  return isContent(content) ? { ...rest, content } : rest;
}

/** It was written by ourselves; another version may have written it otherwise. */
function isContent(value: unknown): value is WhatsAppContent {
  return typeof value === "object" && value !== null && "type" in value;
}

/**
 * Returns the mark that a message carries and its statuses repeat: its part and attempt.
 */
export function formatMark(key: string, tries: number): string {
  return tries === 0 ? key : `${key}~${tries}`;
}

export function parseMark(mark: string): { readonly key: string; readonly tries: number } {
  const [, key = mark, tries = "0"] = /^(.*)~(\d+)$/.exec(mark) ?? [];
  return { key, tries: Number(tries) };
}

/** Whether a message got further than was known: statuses come in any order. */
export function isFurther(state: SentRecord["state"], known: SentRecord["state"]): boolean {
  if (state === "failed") return known === "sending" || known === "accepted" || known === "sent";
  if (known === "failed") return false;
  return PROGRESS.indexOf(state) > PROGRESS.indexOf(known);
}
