import { Fault, type FaultCode, isFault } from "@reeve/sdk";
import { answerOf, isUnknownMethod } from "../telegram-fault.ts";

/** Telegram's refusals of what tools do, with what people can do about them. */
const WAYS_OUT: readonly (readonly [RegExp, FaultCode, string])[] = [
  [
    /not enough rights|CHAT_ADMIN_REQUIRED|need administrator rights|have no rights|RIGHT_FORBIDDEN/i,
    "denied",
    "Make the bot an administrator of the chat, with the right to do this.",
  ],
  [
    /bot can't initiate conversation|USER_IS_BLOCKED|bot was blocked/i,
    "denied",
    "The person must write to the bot first, or unblock it.",
  ],
  [
    /bot is not a member|bot was kicked|CHAT_WRITE_FORBIDDEN/i,
    "denied",
    "Add the bot to the chat first.",
  ],
  [
    /chat not found|PEER_ID_INVALID/i,
    "missing",
    "A bot reaches only groups and channels that it is in, and people who have written to it. Name people by their number.",
  ],
  [
    /message to (?:edit|delete|react|pin|unpin|forward|copy|be replied) not found|MESSAGE_ID_INVALID|message_id_invalid|messages? not found/i,
    "missing",
    "The chat has no such message. Check its number.",
  ],
  [
    /message can't be edited/i,
    "denied",
    "A bot can edit only its own messages. Post a new one instead.",
  ],
  [
    /message can't be deleted/i,
    "denied",
    "A bot can delete messages for 48 hours, and those of others only as an administrator of a group.",
  ],
  [
    /user not found|USER_ID_INVALID|PARTICIPANT_ID_INVALID|member not found|USER_NOT_PARTICIPANT/i,
    "missing",
    "The chat has no such person. Name people by their number.",
  ],
  [
    /can't remove chat owner|user is an administrator|CANT_RESTRICT|can't restrict self/i,
    "denied",
    "Administrators cannot be removed by a bot. The chat's owner must remove their rights first.",
  ],
  [
    /REACTION_INVALID|REACTION_EMPTY|REACTIONS_TOO_MANY/i,
    "invalid",
    'The chat does not allow this reaction. Use a common one, such as "👍".',
  ],
  [
    /QUOTE_TEXT_INVALID|quote not found/i,
    "invalid",
    "The quote must be a passage of the message, exactly as it stands there.",
  ],
  [
    /STORIES_TOO_MUCH|STORY_SEND_FLOOD/i,
    "exhausted",
    "The account has published as many stories as Telegram allows. Try again later.",
  ],
  [/STICKERSET_INVALID/i, "missing", "There is no sticker pack with this short name."],
  [
    /method is available only for supergroups|available for (?:supergroup|channel)/i,
    "invalid",
    "This works in supergroups and channels only.",
  ],
  [
    /VOICE_MESSAGES_FORBIDDEN/i,
    "denied",
    "The person's privacy settings allow no voice messages. Send text.",
  ],
  [
    /file is too big|Request Entity Too Large/i,
    "invalid",
    "Telegram limits files of bots to 50 MB. Your own Bot API server with --local takes 2,000 MB: channels.telegramBot.apiRoot",
  ],
  [
    /PHOTO_INVALID_DIMENSIONS|IMAGE_PROCESS_FAILED|PHOTO_EXT_INVALID/i,
    "invalid",
    "Telegram does not accept this image as a photo. Send it with telegram_send_document.",
  ],
];

/** Adds the way out to a refusal by Telegram; returns other errors unchanged. */
export function toActionFault(error: unknown): unknown {
  const answer = answerOf(error);
  if (!answer || !isFault(error)) return error;
  const found = WAYS_OUT.find(([pattern]) => pattern.test(answer.description));
  if (!found) return error;
  const [, code, hint] = found;
  return new Fault(code, `${error.message}.`, { hint, cause: error.cause });
}

/** Returns the fault for a post that Telegram has not confirmed. */
export function unconfirmed(error: unknown): unknown {
  if (!isFault(error) || error.code !== "unavailable" || isUnknownMethod(error)) return error;
  return new Fault("unavailable", `${error.message} The message may have been posted.`, {
    hint: "Check the chat before you post it again.",
    cause: error.cause,
  });
}
