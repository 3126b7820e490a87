import { Fault, isFault } from "@reeve/sdk";
import { reasonOf } from "../kit/platform-api.ts";
import { GrammyError, HttpError } from "grammy";

/** Kinds of refusals by Telegram that callers handle differently. */
export type TelegramRefusal =
  | "not-modified"
  | "message-gone"
  | "cannot-edit"
  | "cannot-delete"
  | "no-words"
  | "bad-entities"
  | "too-long"
  | "too-big"
  | "reply-gone"
  | "query-too-old"
  | "no-media"
  | "bad-media"
  | "topic-closed"
  | "topic-gone"
  | "chat-gone"
  | "blocked";

const REFUSALS: readonly (readonly [RegExp, TelegramRefusal])[] = [
  [/message is not modified/i, "not-modified"],
  [/message to (?:edit|delete) not found|MESSAGE_ID_INVALID/i, "message-gone"],
  [/message can't be edited/i, "cannot-edit"],
  [/message can't be deleted/i, "cannot-delete"],
  [/there is no text in the message/i, "no-words"],
  [/can't parse entities|ENTITY_|entities/i, "bad-entities"],
  [/message is too long|MESSAGE_TOO_LONG|caption is too long/i, "too-long"],
  [/file is too big/i, "too-big"],
  [/message to be replied not found|replied message not found/i, "reply-gone"],
  [/query is too old|query ID is invalid/i, "query-too-old"],
  [
    /not enough rights to send (?!text)|CHAT_SEND_(?!PLAIN)\w+_FORBIDDEN|VOICE_MESSAGES_FORBIDDEN/i,
    "no-media",
  ],
  [
    /PHOTO_\w+|IMAGE_PROCESS_FAILED|VIDEO_\w+_INVALID|wrong file|failed to get HTTP URL/i,
    "bad-media",
  ],
  [/TOPIC_CLOSED/i, "topic-closed"],
  [/message thread not found|TOPIC_DELETED/i, "topic-gone"],
  [
    /chat not found|user is deactivated|group chat was (?:upgraded|deleted)|was kicked|not a member/i,
    "chat-gone",
  ],
  [/bot was blocked|can't initiate conversation/i, "blocked"],
];

/** Returns Telegram's answer to a failed call; undefined if it did not answer. */
export function answerOf(error: unknown): GrammyError | undefined {
  const cause = isFault(error) ? error.cause : error;
  return cause instanceof GrammyError ? cause : undefined;
}

/** Returns the kind of Telegram's refusal; undefined if it is none that callers handle. */
export function refusalOf(error: unknown): TelegramRefusal | undefined {
  const cause = answerOf(error);
  if (!cause) return undefined;
  return REFUSALS.find(([pattern]) => pattern.test(cause.description))?.[1];
}

const OF_CHAT: ReadonlySet<TelegramRefusal> = new Set([
  "blocked",
  "chat-gone",
  "topic-closed",
  "topic-gone",
]);

/** Returns whether Telegram accepts nothing from the bot in this chat. */
export function isOfChat(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && OF_CHAT.has(refusal);
}

/** Returns whether the server of the Bot API is too old for the method. */
export function isUnknownMethod(error: unknown): boolean {
  return answerOf(error)?.error_code === 404;
}

/** Returns the time in milliseconds that Telegram asks us to wait; undefined if it does not. */
export function retryAfterMs(error: unknown): number | undefined {
  const answer = answerOf(error);
  return answer?.error_code === 429 ? (answer.parameters.retry_after ?? 1) * 1000 : undefined;
}

/**
 * Returns the number of the supergroup that a group has become, if Telegram refused for that
 * reason.
 */
export function movedTo(error: unknown): string | undefined {
  const cause = answerOf(error);
  if (!cause) return undefined;
  const { migrate_to_chat_id: chat } = cause.parameters;
  return chat === undefined ? undefined : String(chat);
}

/**
 * Converts a failure of Telegram's API to a `Fault`; returns other errors unchanged. The cause
 * contains Telegram's answer and nothing of the request, because faults are logged.
 */
export function toTelegramFault(error: unknown): unknown {
  if (error instanceof HttpError)
    return new Fault("unavailable", `Cannot reach Telegram: ${reasonOf(error.error)}`, {
      hint: "Check your network and, if set, channels.telegramBot.apiRoot.",
    });
  if (!(error instanceof GrammyError)) return error;
  const { error_code: code, description, method } = error;
  const cause = { cause: withoutPayload(error) };
  const message = `Telegram rejected ${method}: ${description}`;
  if (code === 401 || (code === 404 && method === "getMe"))
    return new Fault("denied", `Telegram rejected the bot token: ${description}`, {
      hint: "Get the token from @BotFather and set it: reeve config set channels.telegramBot.token",
      ...cause,
    });
  if (code === 409)
    return new Fault(
      "conflict",
      `Another program is receiving the bot's messages: ${description}`,
      {
        hint: "Stop the other program, or use a different bot for it.",
        ...cause,
      },
    );
  if (code === 403) return new Fault("denied", message, cause);
  if (code === 429) return new Fault("exhausted", message, { hint: "Try again later.", ...cause });
  return new Fault(code >= 500 ? "unavailable" : "invalid", message, cause);
}

function withoutPayload(error: GrammyError): GrammyError {
  const { message, error_code, description, parameters, method } = error;
  return new GrammyError(message, { ok: false, error_code, description, parameters }, method, {});
}
