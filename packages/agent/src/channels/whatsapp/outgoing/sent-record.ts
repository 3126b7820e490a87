import { z } from "zod";
import { parseJson } from "../../../kernel/parse-json.ts";
import type { WhatsAppContent } from "../../../integrations/whatsapp.ts";

/** How far a message has come, in this order; `failed` is its end wherever it was. */
export const PROGRESS = ["sending", "accepted", "sent", "delivered", "read"] as const;

const record = z.object({
  to: z.string(),
  state: z.enum([...PROGRESS, "failed"]),
  /** How often it was sent anew after it had failed. */
  tries: z.number(),
  /** Meta's id of it, once that is known. */
  message: z.string().optional(),
  /** As long as it may have to be sent anew. */
  content: z.unknown().optional(),
  /** It failed, and what follows from that has been done: it is not sent anew. */
  isGivenUp: z.literal(true).optional(),
});

/** What is kept of a message of ours, over a crash. */
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

/** What a message carries, and comes back in its statuses: which part it is, and which try. */
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
