// Written by scripts/gen.ts.
import type { Tool } from "@reeve/sdk";
import { telegramBanUser } from "../tools/telegram/ban-user.ts";
import { telegramCopyMessage } from "../tools/telegram/copy-message.ts";
import { telegramCreateInviteLink } from "../tools/telegram/create-invite-link.ts";
import { telegramCreatePoll } from "../tools/telegram/create-poll.ts";
import { telegramCreateQuiz } from "../tools/telegram/create-quiz.ts";
import { telegramDeleteMessage } from "../tools/telegram/delete-message.ts";
import { telegramDownloadMedia } from "../tools/telegram/download-media.ts";
import { telegramEditChannelInfo } from "../tools/telegram/edit-channel-info.ts";
import { telegramEditMessage } from "../tools/telegram/edit-message.ts";
import { telegramForwardMessage } from "../tools/telegram/forward-message.ts";
import { telegramGetAvailableGifts } from "../tools/telegram/get-available-gifts.ts";
import { telegramGetChatInfo } from "../tools/telegram/get-chat-info.ts";
import { telegramGetMe } from "../tools/telegram/get-me.ts";
import { telegramGetMyGifts } from "../tools/telegram/get-my-gifts.ts";
import { telegramGetParticipants } from "../tools/telegram/get-participants.ts";
import { telegramGetStarsBalance } from "../tools/telegram/get-stars-balance.ts";
import { telegramGetStarsTransactions } from "../tools/telegram/get-stars-transactions.ts";
import { telegramGetUserInfo } from "../tools/telegram/get-user-info.ts";
import { telegramKickUser } from "../tools/telegram/kick-user.ts";
import { telegramLeaveChannel } from "../tools/telegram/leave-channel.ts";
import { telegramPinMessage } from "../tools/telegram/pin-message.ts";
import { telegramPromoteUser } from "../tools/telegram/promote-user.ts";
import { telegramQuoteReply } from "../tools/telegram/quote-reply.ts";
import { telegramReact } from "../tools/telegram/react.ts";
import { telegramReplyKeyboard } from "../tools/telegram/reply-keyboard.ts";
import { telegramReplyMessage } from "../tools/telegram/reply-message.ts";
import { telegramRestrictUser } from "../tools/telegram/restrict-user.ts";
import { telegramSendDice } from "../tools/telegram/send-dice.ts";
import { telegramSendDocument } from "../tools/telegram/send-document.ts";
import { telegramSendGif } from "../tools/telegram/send-gif.ts";
import { telegramSendLocation } from "../tools/telegram/send-location.ts";
import { telegramSendMessage } from "../tools/telegram/send-message.ts";
import { telegramSendPhoto } from "../tools/telegram/send-photo.ts";
import { telegramSendRichMessage } from "../tools/telegram/send-rich-message.ts";
import { telegramSendSticker } from "../tools/telegram/send-sticker.ts";
import { telegramSendStory } from "../tools/telegram/send-story.ts";
import { telegramSendVideo } from "../tools/telegram/send-video.ts";
import { telegramSendVoice } from "../tools/telegram/send-voice.ts";
import { telegramSetBio } from "../tools/telegram/set-bio.ts";
import { telegramSetChatPhoto } from "../tools/telegram/set-chat-photo.ts";
import { telegramUnbanUser } from "../tools/telegram/unban-user.ts";
import { telegramUnpinMessage } from "../tools/telegram/unpin-message.ts";
import { telegramUpdateProfile } from "../tools/telegram/update-profile.ts";

/** Every tool that needs the service `telegram`, sorted by name. */
export const telegramTools: readonly Tool[] = [
  telegramBanUser,
  telegramCopyMessage,
  telegramCreateInviteLink,
  telegramCreatePoll,
  telegramCreateQuiz,
  telegramDeleteMessage,
  telegramDownloadMedia,
  telegramEditChannelInfo,
  telegramEditMessage,
  telegramForwardMessage,
  telegramGetAvailableGifts,
  telegramGetChatInfo,
  telegramGetMe,
  telegramGetMyGifts,
  telegramGetParticipants,
  telegramGetStarsBalance,
  telegramGetStarsTransactions,
  telegramGetUserInfo,
  telegramKickUser,
  telegramLeaveChannel,
  telegramPinMessage,
  telegramPromoteUser,
  telegramQuoteReply,
  telegramReact,
  telegramReplyKeyboard,
  telegramReplyMessage,
  telegramRestrictUser,
  telegramSendDice,
  telegramSendDocument,
  telegramSendGif,
  telegramSendLocation,
  telegramSendMessage,
  telegramSendPhoto,
  telegramSendRichMessage,
  telegramSendSticker,
  telegramSendStory,
  telegramSendVideo,
  telegramSendVoice,
  telegramSetBio,
  telegramSetChatPhoto,
  telegramUnbanUser,
  telegramUnpinMessage,
  telegramUpdateProfile,
];
