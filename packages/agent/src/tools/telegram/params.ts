import type { Clock } from "@reeve/sdk";
import { z } from "zod";

/** A forum topic follows the number of its group: `-1001234567890/42`. */
const CHAT = /^(me|-?\d{1,20}(\/\d{1,10})?|business:[^:]{1,100}:\d{1,20}|@?[A-Za-z]\w{3,31})$/;
const CHANNEL = /^(-?\d{1,20}|@?[A-Za-z]\w{3,31})$/;
const PERSON = /^(\d{1,20}|@?[A-Za-z]\w{3,31})$/;
const NEW_USERNAME = /^([A-Za-z]\w{3,31})?$/;
/** Maximum price in Stars. */
export const MAX_STARS = 10_000_000;
const MAX_MESSAGE_ID = 2_147_483_647;

/** Connection that the tools in this folder need. */
export const TELEGRAM_ACCOUNT = "a Telegram account";

/** Returns the time so many hours from now, in Unix seconds; undefined for no limit. */
export function endOf(hours: number | undefined, clock: Clock): number | undefined {
  return hours === undefined ? undefined : Math.floor(clock.now() / 1000) + hours * 3600;
}

/** Returns the chat that a call writes to. */
export function targetOf(chat: string) {
  return { platform: "telegram", chatId: chat } as const;
}

/** Creates the parameter for a chat of any kind, by number or username; `what` names it. */
export function chatId(what = "The chat") {
  return z
    .string()
    .regex(CHAT, 'a chat is a numeric id such as "-1001234567890", an @username, or "me"')
    .describe(
      `${what}, as a numeric id such as "-1001234567890", an @username, or "me" for Saved Messages.`,
    );
}

/** Creates the parameter for a channel or supergroup, by number or username; `what` names it. */
export function channelId(what = "The channel or supergroup") {
  return z
    .string()
    .regex(CHANNEL, 'a channel is a numeric id such as "-1001234567890" or an @username')
    .describe(`${what}, as a numeric id such as "-1001234567890" or an @username.`);
}

/** Creates the parameter for a person, by number or username; `what` names them. */
export function userId(what = "The person") {
  return z
    .string()
    .regex(PERSON, 'a person is a numeric id such as "123456789" or an @username')
    .describe(`${what}, as a numeric id such as "123456789" or an @username. Not a display name.`);
}

/** Creates the parameter for a username to look up; `what` names its owner. */
export function username(what = "The username") {
  return z
    .string()
    .regex(/^@?[A-Za-z]\w{3,31}$/, "a username has 4 to 32 letters, digits or underscores")
    .describe(`${what}, with or without @, such as "@durov".`);
}

/**
 * Creates the parameter for a new public username, where an empty string removes it; `what` names its
 * owner.
 */
export function newUsername(what = "The new public username") {
  return z
    .string()
    .max(32)
    .regex(NEW_USERNAME, "a username has 4 to 32 letters, digits or underscores, without @")
    .describe(`${what}, without @: 4 to 32 letters, digits or underscores. Empty to remove it.`);
}

/** Creates the parameter for a message by its number; `what` names it. */
export function messageId(what = "The message") {
  return messageNumber().describe(`${what}, as a message id such as 4021.`);
}

/** Creates the parameter for at most `maxItems` messages of one chat by their ids. */
export function messageIds(what: string, maxItems: number) {
  return z
    .array(messageNumber())
    .min(1)
    .max(maxItems)
    .describe(`${what}, as message ids such as [4021, 4022].`);
}

/** Creates the parameter for the message that a new one replies to. */
export function replyToId() {
  return messageNumber().optional().describe("Id of the message to reply to.");
}

/** Creates the parameter for the maximum number of `what`; `max` is the upper bound. */
export function limit(what: string, { max, initial }: { max: number; initial: number }) {
  return z.number().int().min(1).max(max).default(initial).describe(`Maximum number of ${what}.`);
}

/** Creates the parameter for the number of `what` to skip, for the next page. */
export function offset(what: string) {
  return z.number().int().min(0).max(100_000).default(0).describe(`Number of ${what} to skip.`);
}

/** Creates the parameter for the text of a new message. */
export function messageText(what = "The message") {
  return z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .describe(`${what}, in Markdown, up to 4096 characters.`);
}

/** Creates the parameter for the caption of a file. */
export function caption() {
  return z.string().trim().min(1).max(1024).optional().describe("Text to show below the media.");
}

/** Creates the parameter for a file of the workspace; `what` names it, `example` is a path. */
export function workspacePath(what: string, example: string) {
  return z
    .string()
    .min(1)
    .max(1000)
    .describe(`${what}, as a path in the workspace such as "${example}".`);
}

/** Creates the parameter for a chat folder of the account. */
export function folderId() {
  return z
    .number()
    .int()
    .min(2)
    .max(255)
    .describe("Chat folder's number from telegram_get_folders, 2 or more.");
}

/** Creates the parameter for a collectible gift by its name in links. */
export function giftSlug(what = "The collectible gift") {
  return z
    .string()
    .regex(/^[A-Za-z][\w-]*-\d{1,9}$/, 'a slug is a name and a number, such as "PlushPepe-1234"')
    .max(100)
    .describe(`${what}, as a slug (the end of a t.me/nft/ link) such as "PlushPepe-1234".`);
}

/**
 * Creates the parameter for a gift of the catalog by its number, which is too large for a JSON
 * number.
 */
export function giftId() {
  return z
    .string()
    .regex(/^\d{1,20}$/, "a gift's number contains only digits")
    .describe(
      "The gift's number from telegram_get_available_gifts, as text such as " +
        '"5170233102089322756".',
    );
}

/** Creates the parameter for a whole number of Telegram Stars; `what` names its purpose. */
export function stars(what: string) {
  return z.number().int().min(1).max(MAX_STARS).describe(`${what}, in whole Telegram Stars.`);
}

/** Creates the parameter for the beginning of the next page, as the previous page returned it. */
export function cursor() {
  return z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("The previous page's nextCursor, unchanged. Omit it for the first page.");
}

/** Creates the parameter for the question of a poll or quiz. */
export function pollQuestion() {
  return z.string().trim().min(1).max(300).describe("Question, up to 300 characters.");
}

/** Creates the parameter for the answers of a poll or quiz, in order. */
export function pollOptions() {
  return z
    .array(z.string().trim().min(1).max(100))
    .min(2)
    .max(10)
    .describe("Answers to choose from, in order: 2 to 10 answers, each up to 100 characters.");
}

/** Creates the parameter for the time that a poll or quiz stays open. */
export function closePeriod() {
  return z
    .number()
    .int()
    .min(5)
    .max(600)
    .optional()
    .describe("Number of seconds until voting closes, from 5 to 600. Omit it to keep voting open.");
}

/** Creates the parameter for the time at which a poll or quiz closes, in place of `closePeriod`. */
export function closeDate() {
  return z
    .number()
    .int()
    .min(1)
    .max(4_294_967_295)
    .optional()
    .describe("When voting closes, in Unix seconds. Use it instead of closePeriod.");
}

/** Creates the parameter for a scheduled time; `what` names the action. */
export function scheduleDate(what: string) {
  return z
    .string()
    .regex(
      /^(\d{10}|\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))$/,
      "a time is ISO 8601 with a time zone, or Unix seconds",
    )
    .describe(
      `${what}: a future time in ISO 8601 with a time zone, such as "2026-01-31T15:30+01:00", or in Unix seconds as text.`,
    );
}

/** Creates the parameter for a sticker pack by its name in links. */
export function stickerSet() {
  return z
    .string()
    .regex(/^[A-Za-z]\w{0,63}$/, "a short name has letters, digits and underscores")
    .describe(
      "Short name of the sticker pack (the end of a t.me/addstickers/ link), such as " +
        '"HotCherry".',
    );
}

function messageNumber() {
  return z.number().int().min(1).max(MAX_MESSAGE_ID);
}
