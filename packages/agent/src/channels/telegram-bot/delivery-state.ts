import { z } from "zod";

/** Forms of a text, from the richest that Telegram may accept to the one it always accepts. */
const FORMS = ["voice", "rich", "entities", "plain", "unfiled"] as const;

export type Form = (typeof FORMS)[number];

const sentPart = z.object({
  /**
   * External id of the chat. The topics of a group are separate chats, but share one Telegram chat.
   */
  place: z.string(),
  client: z.string(),
  /** Messages of the part so far, one per piece. */
  ids: z.array(z.number()),
  /**
   * Highest known number at the start of each attempt to send the next piece, whose number is higher; 0 if
   * none was known. Empty if no attempt is unsettled.
   */
  floors: z.array(z.number()),
  /** Time of the first attempt in Unix milliseconds, if no number was known. */
  begun: z.number().optional(),
  /** Message of a repeated attempt; copies by earlier ones may still have to be deleted. */
  repeated: z.object({ message: z.number(), date: z.number() }).optional(),
  form: z.enum(FORMS).optional(),
});

const placeholder = z.object({
  turn: z.string(),
  topic: z.number().optional(),
  /** Only higher numbers can be its number. */
  after: z.number(),
  id: z.number().optional(),
  /** Reply part that replaces it. */
  taken: z.string().optional(),
});

const chatRecord = z.object({
  /** Last part that was or is being sent, for each of our chats in the Telegram chat. */
  parts: z.array(sentPart),
  placeholders: z.array(placeholder),
  /** Numbers of our messages that a search could find by mistake. */
  known: z.array(z.number()),
});

/** Last part of a reply that was or is being sent in a chat. */
export type SentPart = z.output<typeof sentPart>;

/** Message that is a placeholder for the reply of a turn. */
export type Placeholder = z.output<typeof placeholder>;

/**
 * Record of our messages in one Telegram chat that survives a crash: messages that were being sent,
 * and messages that a search must skip.
 */
export type ChatRecord = z.output<typeof chatRecord>;

export const EMPTY_RECORD: ChatRecord = { parts: [], placeholders: [], known: [] };

/**
 * Maximum number of message numbers to try, above and below: a busy bot's other chats use them,
 * too.
 */
export const MAX_TRIED = 20;

/**
 * Number of chats, and turns of a chat, to remember, in addition to all that have a delivery in
 * progress.
 */
const MAX_KEPT = 20;

/**
 * Reads a record. Returns an empty one if it is invalid, for example if text was redacted in it.
 */
export function readRecord(value: unknown): ChatRecord {
  return chatRecord.safeParse(value).data ?? EMPTY_RECORD;
}

/** Returns the highest known number of our messages; 0 without any. */
export function heightIn({ known }: ChatRecord): number {
  return Math.max(0, ...known);
}

/** Returns the record with a part in place of the previous one. */
export function withPart(record: ChatRecord, part: SentPart): ChatRecord {
  const others = record.parts.filter(({ place }) => place !== part.place);
  const surplus = others.length + 1 - MAX_KEPT;
  const settled = others.filter(({ floors }) => floors.length === 0).slice(0, Math.max(0, surplus));
  const kept = others.filter((one) => !settled.includes(one));
  return pruned({ ...record, parts: [...kept, part] });
}

/** Returns the record with the current placeholder of a turn's reply. */
export function withPlaceholder(record: ChatRecord, one: Placeholder): ChatRecord {
  const others = record.placeholders.filter(({ turn }) => turn !== one.turn);
  return pruned({ ...record, placeholders: [...others, one].slice(-MAX_KEPT) });
}

export function withoutPlaceholders(
  record: ChatRecord,
  isOver: (one: Placeholder) => boolean,
): ChatRecord {
  return pruned({ ...record, placeholders: record.placeholders.filter((one) => !isOver(one)) });
}

/** Returns the record with further known messages. */
export function withKnown(record: ChatRecord, ...messages: readonly number[]): ChatRecord {
  return pruned({ ...record, known: [...new Set([...record.known, ...messages])] });
}

/** Keeps only the messages that a search could find, and the highest one. */
function pruned(record: ChatRecord): ChatRecord {
  const { parts, placeholders, known } = record;
  const highest = heightIn(record);
  const sought = [
    ...parts.flatMap(({ floors }) => floors.map((after) => ({ after, before: highest + 1 }))),
    ...placeholders.flatMap(({ id, after }) =>
      id === undefined ? [{ after, before: highest + 1 }] : [],
    ),
  ];
  const isNear = (message: number) =>
    sought.some(
      ({ after, before }) =>
        message > after &&
        (message <= after + MAX_TRIED || (message < before && message >= before - MAX_TRIED)),
    );
  return { ...record, known: known.filter((one) => one === highest || isNear(one)) };
}
