import { z } from "zod";
import type { TelegramServer } from "./telegram-server.ts";

const button = z.looseObject({ text: z.string(), callback_data: z.string().optional() });

const line = z.strictObject({
  id: z.number(),
  from: z.number(),
  name: z.string(),
  /** Time of sending in milliseconds, like all times here. */
  t: z.number(),
  edits: z.number(),
  editedAt: z.number().optional(),
  text: z.string(),
  /** Entities like the Bot API's `MessageEntity`. */
  entities: z.array(z.looseObject({ type: z.string() })).optional(),
  rich: z.literal(true).optional(),
  media: z.string().optional(),
  /** Buttons like the Bot API's `inline_keyboard`. */
  buttons: z.array(z.array(button)).optional(),
  replyTo: z.number().optional(),
  quote: z.string().optional(),
  topic: z.number().optional(),
  reactions: z.array(z.strictObject({ from: z.number(), emoji: z.string() })).optional(),
  linkPreview: z.looseObject({}).optional(),
  silent: z.literal(true).optional(),
  /** Kind of a service message, such as `ChatCreate`. */
  service: z.string().optional(),
  deleted: z.literal(true).optional(),
});

const violation = z.strictObject({
  t: z.number(),
  bot: z.number(),
  chat: z.number(),
  method: z.string(),
  rule: z.enum(["chat", "group", "overall"]),
  retryAfter: z.number(),
});

const query = z.strictObject({
  id: z.string(),
  user: z.number(),
  bot: z.number(),
  chat: z.number(),
  message: z.number(),
  data: z.string(),
  t: z.number(),
  answered: z.boolean(),
  answeredAt: z.number().optional(),
  text: z.string().optional(),
  alert: z.boolean().optional(),
});

const action = z.strictObject({
  from: z.number(),
  chat: z.number(),
  topic: z.number().optional(),
  action: z.string(),
  t: z.number(),
});

const draft = z.strictObject({
  from: z.number(),
  chat: z.number(),
  topic: z.number().optional(),
  draft: z.number(),
  rich: z.literal(true).optional(),
  text: z.string(),
  t: z.number(),
});

/** Message in its current form. */
export type TranscriptLine = z.output<typeof line>;
/** A call that broke a limit which Telegram documents. */
export type LimitViolation = z.output<typeof violation>;
/** Button that was pressed; unanswered, its spinner still turns. */
export type PressedButton = z.output<typeof query>;
/** Activity that a person was seen doing: `typing`, `upload_voice` and so on. */
export type ChatAction = z.output<typeof action>;
/** Draft that a bot showed of an answer while writing it. */
export type Draft = z.output<typeof draft>;

/** Returns a chat as `viewer` sees it now, oldest message first; `deleted` includes deleted messages. */
export async function readTranscript(
  server: TelegramServer,
  chat: { readonly viewer: number; readonly chat: number; readonly deleted?: "too" },
): Promise<readonly TranscriptLine[]> {
  const { viewer: user, chat: id, deleted } = chat;
  const told = await server.command("transcript", { user, chat: id, all: deleted === "too" });
  return z.object({ messages: z.array(line) }).parse(told).messages;
}

/** Returns every exceeded limit since the server started, while `limits` was on. */
export async function readViolations(server: TelegramServer): Promise<readonly LimitViolation[]> {
  const told = await server.command("violations");
  return z.object({ violations: z.array(violation) }).parse(told).violations;
}

/** Returns every button that was pressed, oldest first. */
export async function readPressedButtons(
  server: TelegramServer,
): Promise<readonly PressedButton[]> {
  const told = await server.command("callbackQueries");
  return z.object({ queries: z.array(query) }).parse(told).queries;
}

/** Returns every chat action, oldest first. */
export async function readChatActions(server: TelegramServer): Promise<readonly ChatAction[]> {
  const told = await server.command("chatActions");
  return z.object({ actions: z.array(action) }).parse(told).actions;
}

/** Returns every draft, oldest first. */
export async function readDrafts(server: TelegramServer): Promise<readonly Draft[]> {
  const told = await server.command("drafts");
  return z.object({ drafts: z.array(draft) }).parse(told).drafts;
}
