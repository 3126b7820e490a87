import type { Services, Tool, ToolContext } from "@reeve/sdk";
import { expect, test } from "vitest";
import { telegramTools } from "../../../app/telegram-tools.gen.ts";
import { attempt } from "../../../kernel/attempt.ts";
import type { Role } from "../../../kernel/principal.ts";
import { Secret } from "../../../platform/secret.ts";
import { callContext, fixedClock, openTestWorkspace } from "../../../tools/testing/contexts.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createBotMessages } from "../bot-messages.ts";
import type { OwnedConnection } from "../incoming/business-connections.ts";
import { createTelegramClient } from "../client.ts";
import { createMovedChats } from "../moved-chats.ts";
import { type BotAnswer, type BotRequest, recordBotApi } from "../testing/record-bot-api.ts";
import { createTelegramService } from "./create-telegram-service.ts";

const GROUP = "-1001234567890";
const NOW = "2026-11-27T12:00:00Z";

interface World {
  readonly answers?: Parameters<typeof recordBotApi>[0];
  /** Telegram account of the requester; null for none. */
  readonly account?: string | null;
  readonly role?: Role;
  /** State of the channel, kept over a crash. */
  readonly kept?: Map<string, string>;
  /** Whether the message that is asked for came with a file. */
  readonly hasFile?: boolean;
  /** Connection of the requester's account to the bot. */
  readonly connection?: OwnedConnection | undefined;
}

const CONNECTION: OwnedConnection = {
  id: "c1",
  user: 7,
  name: "Ann",
  canReply: true,
  canPostStories: true,
};

/** Opens what a tool gets: Telegram over a bot whose API records requests, and a workspace with files. */
async function openWorld({
  answers = {},
  role = "owner",
  account = "7",
  kept = new Map(),
  hasFile = true,
  connection = CONNECTION,
}: World = {}) {
  const api = await recordBotApi({ ...ANSWERS, ...answers });
  const files = await openTestWorkspace();
  for (const path of ["a.png", "b.mp4", "c.gif", "d.ogg", "e.webp", "f.pdf"])
    await files.workspace.write(path, Buffer.from("x"), { append: false, createFolders: true });
  const memory = memoryIn(kept);
  const client = createTelegramClient({
    token: new Secret("42:secret"),
    apiRoot: api.url,
    clock: { now: () => performance.now() * 1000 },
    after: (_ms, work) => void setImmediate(work),
  });
  const telegram = createTelegramService({
    client,
    memory,
    business: { ofAccount: async (id) => (id === "7" ? connection : undefined) },
    moved: createMovedChats(memory),
    own: createBotMessages(memory),
    say: async () => ({
      data: Buffer.from("sound"),
      seconds: 2.4,
      usage: { model: "voice", kind: "tts", seconds: 2.4 } as never,
    }),
    requester: async () => ({ role, account: account ?? undefined, chat: `${GROUP}/5` }),
  });
  const { workspace } = files;
  const attachments: Services["attachments"] = {
    byId: async () => undefined,
    ofMessage: async () => (hasFile ? [{ name: "f.pdf", data: Buffer.from("data") }] : []),
  };
  const clock = fixedClock(NOW);
  const context = { ...callContext(), telegram, workspace, attachments, clock };
  return {
    telegram,
    context,
    requests: api.requests,
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
    },
  };
}

type Context = ToolContext & Pick<Services, "telegram" | "workspace" | "attachments" | "clock">;

const MESSAGE = { result: { message_id: 9, date: 0, chat: { id: 1, type: "private" } } };
const SENDING = [
  "sendMessage",
  "sendPhoto",
  "sendVideo",
  "sendAnimation",
  "sendDocument",
  "sendVoice",
  "sendSticker",
  "sendRichMessage",
  "sendPoll",
  "sendDice",
  "sendLocation",
];

const ANSWERS: Readonly<Record<string, BotAnswer>> = {
  ...Object.fromEntries(SENDING.map((method) => [method, MESSAGE])),
  postStory: { result: { id: 5, chat: { id: 7, type: "private" } } },
  forwardMessages: { result: [{ message_id: 9 }, { message_id: 10 }] },
  copyMessages: { result: [{ message_id: 9 }] },
  createChatInviteLink: { result: { invite_link: "https://t.me/+abc" } },
  getStickerSet: { result: { stickers: [{ file_id: "s0" }, { file_id: "s1" }] } },
  getChat: {
    result: {
      id: -1001234567890,
      type: "supergroup",
      title: "House",
      username: "house",
      description: "All about it.",
      is_forum: true,
      first_name: "Ann",
      bio: "Hello",
      birthdate: { day: 3, month: 4 },
      pinned_message: { message_id: 3, text: "Rules" },
    },
  },
  getChatMemberCount: { result: 12 },
  getChatAdministrators: {
    result: [
      {
        status: "creator",
        custom_title: "Boss",
        user: { id: 7, first_name: "Ann", last_name: "Lee", username: "ann", is_bot: false },
      },
      { status: "administrator", user: { id: 42, first_name: "Reeve", is_bot: true } },
    ],
  },
  getMe: { result: { id: 42, first_name: "Reeve", username: "reeve_bot", is_bot: true } },
  getMyStarBalance: { result: { amount: 250 } },
  getStarTransactions: {
    result: {
      transactions: [
        {
          id: "t1",
          amount: 5,
          date: 1_700_000_000,
          source: { type: "user", user: { first_name: "Ann" } },
        },
        { id: "t2", amount: 3, date: 1_700_000_100, receiver: { type: "fragment" } },
      ],
    },
  },
  getUserGifts: {
    result: {
      total_count: 2,
      gifts: [
        {
          type: "unique",
          send_date: 1_700_000_000,
          gift: {
            gift_id: "7",
            base_name: "Plush Pepe",
            name: "PlushPepe-12",
            number: 12,
            model: { name: "Emerald", sticker: { emoji: "🐸" }, rarity_per_mille: 5 },
          },
        },
        {
          type: "regular",
          send_date: 1_700_000_100,
          sender_user: { id: 7, first_name: "Ann", last_name: "Lee", is_bot: false },
          gift: { id: "1", star_count: 50, sticker: { emoji: "🧸" } },
          text: "For you",
          was_refunded: true,
        },
      ],
      next_offset: "",
    },
  },
  getAvailableGifts: {
    result: {
      gifts: [
        { id: "1", star_count: 50, sticker: { emoji: "🧸" } },
        { id: "2", star_count: 15, sticker: { emoji: "💝" }, total_count: 10, remaining_count: 0 },
      ],
    },
  },
};

const to = { chatId: GROUP };
const message = { ...to, messageId: 4 };
/** The group's own number means the topic of the turn. */
const there = { chat_id: GROUP, message_thread_id: 5 };
const plain = { entities: [], link_preview_options: { is_disabled: true } };
const captioned = { caption: "Look", caption_entities: [] };
const sent = { chatId: GROUP, messageId: 9 };
const refused = (description: string): BotAnswer => ({ code: 400, description });

/** A call of each tool that a bot serves, what it sends, what it returns, and one refusal. */
interface Case {
  readonly args: Readonly<Record<string, unknown>>;
  readonly requests: readonly BotRequest[];
  readonly returns: unknown;
  readonly refusal: readonly [method: string, description: string, code: string, hint: RegExp];
}

const ADMIN = "Bad Request: not enough rights to do this";
const NO_RIGHTS = ["denied", /Make the bot an administrator/] as const;
const GONE = ["missing", /The chat has no such message/] as const;
const NO_PEER = ["missing", /A bot reaches only/] as const;

function posting(
  args: Case["args"],
  request: BotRequest,
  refusal: Case["refusal"] = [request.method, "Bad Request: chat not found", ...NO_PEER],
): Case {
  return { args, requests: [request], returns: sent, refusal };
}

const CASES: Readonly<Record<string, Case>> = {
  telegram_send_message: posting(
    { ...to, text: "Hi **all**", replyToId: 3 },
    {
      method: "sendMessage",
      params: {
        ...there,
        text: "Hi all",
        ...plain,
        entities: [{ type: "bold", offset: 3, length: 3 }],
        reply_parameters: { message_id: 3 },
      },
    },
    [
      "sendMessage",
      "Forbidden: bot can't initiate conversation with a user",
      "denied",
      /must write to the bot first/,
    ],
  ),
  telegram_reply_message: posting(
    { ...message, text: "Yes" },
    {
      method: "sendMessage",
      params: { ...there, text: "Yes", ...plain, reply_parameters: { message_id: 4 } },
    },
    ["sendMessage", "Bad Request: message to be replied not found", ...GONE],
  ),
  telegram_quote_reply: posting(
    { ...message, quoteText: "at six", quoteOffset: 2, text: "Fine" },
    {
      method: "sendMessage",
      params: {
        ...there,
        text: "Fine",
        ...plain,
        reply_parameters: { message_id: 4, quote: "at six", quote_position: 2 },
      },
    },
    ["sendMessage", "Bad Request: QUOTE_TEXT_INVALID", "invalid", /exactly as it stands there/],
  ),
  telegram_edit_message: {
    args: { ...message, text: "Better" },
    requests: [
      {
        method: "editMessageText",
        params: { chat_id: GROUP, message_id: 4, text: "Better", ...plain },
      },
    ],
    returns: { edited: 4 },
    refusal: [
      "editMessageText",
      "Bad Request: message can't be edited",
      "denied",
      /only its own messages/,
    ],
  },
  telegram_delete_message: {
    args: { ...to, messageIds: [4, 5] },
    requests: [{ method: "deleteMessages", params: { chat_id: GROUP, message_ids: [4, 5] } }],
    returns: { deleted: [4, 5] },
    refusal: [
      "deleteMessages",
      "Bad Request: message can't be deleted for everyone",
      "denied",
      /48 hours/,
    ],
  },
  telegram_forward_message: {
    args: { fromChatId: "77", toChatId: GROUP, messageIds: [5, 4], silent: true },
    requests: [
      {
        method: "forwardMessages",
        params: {
          ...there,
          from_chat_id: "77",
          message_ids: [4, 5],
          disable_notification: true,
        },
      },
    ],
    returns: { messageIds: [9, 10] },
    refusal: ["forwardMessages", "Bad Request: message to forward not found", ...GONE],
  },
  telegram_copy_message: {
    args: { fromChatId: "77", toChatId: GROUP, messageIds: [4] },
    requests: [
      {
        method: "copyMessages",
        params: { ...there, from_chat_id: "77", message_ids: [4], disable_notification: false },
      },
    ],
    returns: { messageIds: [9] },
    refusal: ["copyMessages", "Bad Request: message to copy not found", ...GONE],
  },
  telegram_send_location: posting(
    { ...to, latitude: 52.5163, longitude: 13.3777, replyToId: 3 },
    {
      method: "sendLocation",
      params: {
        ...there,
        latitude: 52.5163,
        longitude: 13.3777,
        reply_parameters: { message_id: 3 },
      },
    },
  ),
  telegram_restrict_user: {
    args: { ...to, userId: "8", allow: "text", durationHours: 1 },
    requests: [
      {
        method: "restrictChatMember",
        params: {
          chat_id: GROUP,
          user_id: 8,
          permissions: {
            can_send_messages: true,
            can_send_audios: false,
            can_send_documents: false,
            can_send_photos: false,
            can_send_videos: false,
            can_send_video_notes: false,
            can_send_voice_notes: false,
            can_send_polls: false,
            can_send_other_messages: false,
            can_add_web_page_previews: false,
          },
          until_date: Date.parse(NOW) / 1000 + 3600,
        },
      },
    ],
    returns: { restricted: "8", allow: "text" },
    refusal: [
      "restrictChatMember",
      "Bad Request: method is available only for supergroups",
      "invalid",
      /supergroups and channels only/,
    ],
  },
  telegram_promote_user: {
    args: { ...to, userId: "8", rights: ["pin_messages"] },
    requests: [
      {
        method: "promoteChatMember",
        params: {
          chat_id: GROUP,
          user_id: 8,
          can_delete_messages: false,
          can_restrict_members: false,
          can_invite_users: false,
          can_pin_messages: true,
          can_change_info: false,
          can_manage_topics: false,
          can_post_messages: false,
          can_edit_messages: false,
          can_manage_video_chats: false,
          can_promote_members: false,
        },
      },
    ],
    returns: { person: "8", rights: ["pin_messages"] },
    refusal: ["promoteChatMember", "Bad Request: RIGHT_FORBIDDEN", ...NO_RIGHTS],
  },
  telegram_create_invite_link: {
    args: { ...to, name: "Guests", expiresInHours: 1, memberLimit: 5 },
    requests: [
      {
        method: "createChatInviteLink",
        params: {
          chat_id: GROUP,
          name: "Guests",
          expire_date: Date.parse(NOW) / 1000 + 3600,
          member_limit: 5,
        },
      },
    ],
    returns: { link: "https://t.me/+abc" },
    refusal: ["createChatInviteLink", ADMIN, ...NO_RIGHTS],
  },
  telegram_pin_message: {
    args: { ...message, silent: true },
    requests: [
      {
        method: "pinChatMessage",
        params: { chat_id: GROUP, message_id: 4, disable_notification: true },
      },
    ],
    returns: { pinned: 4 },
    refusal: [
      "pinChatMessage",
      "Bad Request: not enough rights to manage pinned messages in the chat",
      ...NO_RIGHTS,
    ],
  },
  telegram_unpin_message: {
    args: { ...to },
    requests: [{ method: "unpinChatMessage", params: { chat_id: GROUP } }],
    returns: { unpinned: "newest" },
    refusal: ["unpinChatMessage", "Bad Request: message to unpin not found", ...GONE],
  },
  telegram_react: {
    args: { ...message, emoji: "❤️" },
    requests: [
      {
        method: "setMessageReaction",
        params: { chat_id: GROUP, message_id: 4, reaction: [{ type: "emoji", emoji: "❤" }] },
      },
    ],
    returns: { reacted: "❤️" },
    refusal: ["setMessageReaction", "Bad Request: REACTION_INVALID", "invalid", /"👍"/],
  },
  telegram_send_photo: posting(
    { ...to, path: "a.png", caption: "Look" },
    { method: "sendPhoto", params: { ...there, photo: { file: "a.png" }, ...captioned } },
    ["sendPhoto", "Bad Request: PHOTO_INVALID_DIMENSIONS", "invalid", /telegram_send_document/],
  ),
  telegram_send_video: posting(
    { ...to, path: "b.mp4", caption: "Look" },
    { method: "sendVideo", params: { ...there, video: { file: "b.mp4" }, ...captioned } },
  ),
  telegram_send_gif: posting(
    { ...to, path: "c.gif", caption: "Look", replyToId: 3 },
    {
      method: "sendAnimation",
      params: {
        ...there,
        animation: { file: "c.gif" },
        ...captioned,
        reply_parameters: { message_id: 3 },
      },
    },
  ),
  telegram_send_document: posting(
    { ...to, path: "f.pdf", caption: "Look" },
    { method: "sendDocument", params: { ...there, document: { file: "f.pdf" }, ...captioned } },
    ["sendDocument", "Request Entity Too Large", "invalid", /50 MB/],
  ),
  telegram_send_voice: posting(
    { ...to, text: "Good evening", caption: "Look" },
    {
      method: "sendVoice",
      params: { ...there, voice: { file: "voice.ogg" }, duration: 2, ...captioned },
    },
    ["sendVoice", "Bad Request: VOICE_MESSAGES_FORBIDDEN", "denied", /allow no voice messages/],
  ),
  telegram_send_sticker: {
    args: { ...to, shortName: "Ducks", stickerIndex: 1 },
    requests: [
      { method: "getStickerSet", params: { name: "Ducks" } },
      { method: "sendSticker", params: { ...there, sticker: "s1" } },
    ],
    returns: sent,
    refusal: ["getStickerSet", "Bad Request: STICKERSET_INVALID", "missing", /no sticker pack/],
  },
  telegram_send_rich_message: posting(
    {
      ...to,
      text: "# Trip\n\n{{1}}\n\nThe end.",
      media: [{ path: "a.png", caption: "The [sea]" }, { path: "f.pdf" }],
    },
    {
      method: "sendRichMessage",
      params: {
        ...there,
        rich_message: {
          markdown:
            '# Trip\n\n![](tg://photo?id=file1 "The \\[sea\\]")\n\nThe end.\n\n![](tg://document?id=file2 "")',
          media: [
            { id: "file1", media: { type: "photo", media: { file: "a.png" } } },
            { id: "file2", media: { type: "document", media: { file: "f.pdf" } } },
          ],
        },
      },
    },
  ),
  telegram_create_poll: posting(
    {
      ...to,
      question: "When?",
      options: ["Now", "Later"],
      publicVoters: true,
      multipleChoice: true,
      closePeriod: 60,
    },
    {
      method: "sendPoll",
      params: {
        ...there,
        question: "When?",
        options: [{ text: "Now" }, { text: "Later" }],
        is_anonymous: false,
        allows_multiple_answers: true,
        open_period: 60,
      },
    },
  ),
  telegram_create_quiz: posting(
    {
      ...to,
      question: "2+2?",
      options: ["3", "4"],
      correctOptionIndex: 1,
      explanation: "Count.",
      closeDate: 1_800_000_000,
    },
    {
      method: "sendPoll",
      params: {
        ...there,
        question: "2+2?",
        options: [{ text: "3" }, { text: "4" }],
        is_anonymous: true,
        type: "quiz",
        correct_option_ids: [1],
        explanation: "Count.",
        close_date: 1_800_000_000,
      },
    },
  ),
  telegram_send_dice: posting(
    { ...to, emoji: "🎯" },
    { method: "sendDice", params: { ...there, emoji: "🎯" } },
  ),
  telegram_reply_keyboard: posting(
    { ...to, text: "Shall we?", buttons: [["Yes", "No"], ["Later"]], oneTime: true },
    {
      method: "sendMessage",
      params: {
        ...there,
        text: "Shall we?",
        ...plain,
        reply_markup: {
          keyboard: [[{ text: "Yes" }, { text: "No" }], [{ text: "Later" }]],
          one_time_keyboard: true,
          resize_keyboard: true,
          selective: false,
        },
      },
    },
  ),
  telegram_download_media: {
    args: { ...message, filename: "scan.pdf" },
    requests: [],
    returns: { saved: [{ path: "downloads/scan.pdf", bytes: 4 }] },
    refusal: ["", "", "missing", /a message in this chat that came with a file/],
  },
  telegram_get_chat_info: {
    args: { ...to },
    requests: [
      { method: "getChat", params: { chat_id: GROUP } },
      { method: "getChatMemberCount", params: { chat_id: GROUP } },
    ],
    returns: {
      id: GROUP,
      kind: "supergroup",
      title: "House",
      username: "house",
      description: "All about it.",
      members: 12,
      inviteLink: undefined,
      pinned: { messageId: 3, text: "Rules" },
      isForum: true,
    },
    refusal: ["getChat", "Bad Request: chat not found", ...NO_PEER],
  },
  telegram_get_participants: {
    args: { ...to },
    requests: [
      { method: "getChatAdministrators", params: { chat_id: GROUP } },
      { method: "getChatMemberCount", params: { chat_id: GROUP } },
    ],
    returns: {
      total: 12,
      people: [
        { id: "7", name: "Ann Lee", username: "ann", status: "creator", title: "Boss" },
        {
          id: "42",
          name: "Reeve",
          username: undefined,
          isBot: true,
          status: "administrator",
          title: undefined,
        },
      ],
      note: "A bot can list only the administrators.",
    },
    refusal: ["getChatAdministrators", "Bad Request: chat not found", ...NO_PEER],
  },
  telegram_get_user_info: {
    args: { userId: "7" },
    requests: [{ method: "getChat", params: { chat_id: 7 } }],
    returns: { id: GROUP, name: "Ann", username: "house", bio: "Hello", birthday: "--04-03" },
    refusal: ["getChat", "Bad Request: chat not found", ...NO_PEER],
  },
  telegram_get_me: {
    args: {},
    requests: [{ method: "getMe", params: {} }],
    returns: { id: "42", name: "Reeve", username: "reeve_bot", isBot: true },
    refusal: ["getMe", "Unauthorized", "denied", /@BotFather/],
  },
  telegram_ban_user: {
    args: { ...to, userId: "8", durationHours: 2, deleteMessages: true },
    requests: [
      {
        method: "banChatMember",
        params: {
          chat_id: GROUP,
          user_id: 8,
          revoke_messages: true,
          until_date: Date.parse(NOW) / 1000 + 7200,
        },
      },
    ],
    returns: { banned: "8" },
    refusal: [
      "banChatMember",
      "Bad Request: can't remove chat owner",
      "denied",
      /cannot be removed by a bot/,
    ],
  },
  telegram_send_story: {
    args: { path: "b.mp4", caption: "Look", duration: 9 },
    requests: [
      {
        method: "postStory",
        params: {
          business_connection_id: "c1",
          content: { type: "video", video: { file: "b.mp4" }, duration: 9 },
          active_period: 86_400,
          ...captioned,
        },
      },
    ],
    returns: { storyId: 5 },
    refusal: ["postStory", "Bad Request: STORIES_TOO_MUCH", "exhausted", /Try again later/],
  },
  telegram_unban_user: {
    args: { ...to, userId: "8" },
    requests: [
      {
        method: "unbanChatMember",
        params: { chat_id: GROUP, user_id: 8, only_if_banned: true },
      },
    ],
    returns: { unbanned: "8" },
    refusal: ["unbanChatMember", ADMIN, ...NO_RIGHTS],
  },
  telegram_kick_user: {
    args: { ...to, userId: "8" },
    requests: [
      { method: "banChatMember", params: { chat_id: GROUP, user_id: 8 } },
      { method: "unbanChatMember", params: { chat_id: GROUP, user_id: 8 } },
    ],
    returns: { removed: "8" },
    refusal: ["banChatMember", "Bad Request: USER_NOT_PARTICIPANT", "missing", /no such person/],
  },
  telegram_edit_channel_info: {
    args: { channelId: GROUP, title: "Home", about: "" },
    requests: [
      { method: "setChatTitle", params: { chat_id: GROUP, title: "Home" } },
      { method: "setChatDescription", params: { chat_id: GROUP, description: "" } },
    ],
    returns: { changed: GROUP },
    refusal: ["setChatTitle", ADMIN, ...NO_RIGHTS],
  },
  telegram_set_chat_photo: {
    args: { ...to, photoPath: "a.png" },
    requests: [{ method: "setChatPhoto", params: { chat_id: GROUP, photo: { file: "a.png" } } }],
    returns: { changed: GROUP },
    refusal: ["setChatPhoto", ADMIN, ...NO_RIGHTS],
  },
  telegram_leave_channel: {
    args: { channelId: GROUP },
    requests: [{ method: "leaveChat", params: { chat_id: GROUP } }],
    returns: { left: GROUP },
    refusal: [
      "leaveChat",
      "Forbidden: bot is not a member of the supergroup chat",
      "denied",
      /Add the bot/,
    ],
  },
  telegram_get_stars_balance: {
    args: {},
    requests: [{ method: "getMyStarBalance", params: {} }],
    returns: { asset: "Stars", balance: "250" },
    refusal: ["getMyStarBalance", "Not Found", "unavailable", /Update your Bot API server/],
  },
  telegram_get_stars_transactions: {
    args: { limit: 1 },
    requests: [{ method: "getStarTransactions", params: { offset: 0, limit: 100 } }],
    returns: {
      transactions: [
        {
          id: "t2",
          direction: "out",
          stars: 3,
          at: "2023-11-14T22:15:00.000Z",
          party: "Fragment",
        },
      ],
    },
    refusal: ["getStarTransactions", "Not Found", "unavailable", /Update your Bot API server/],
  },
  telegram_get_available_gifts: {
    args: { sort: "price_asc" },
    requests: [{ method: "getAvailableGifts", params: {} }],
    returns: {
      total: 2,
      gifts: [
        { id: "2", emoji: "💝", stars: 15, limited: { total: 10, left: 0 } },
        { id: "1", emoji: "🧸", stars: 50, limited: undefined },
      ],
    },
    refusal: ["getAvailableGifts", "Not Found", "unavailable", /Update your Bot API server/],
  },
  telegram_get_my_gifts: {
    args: { sortByValue: true },
    requests: [
      { method: "getMe", params: {} },
      { method: "getUserGifts", params: { user_id: 42, limit: 50, sort_by_price: true } },
    ],
    returns: {
      total: 2,
      gifts: [
        {
          id: "7",
          emoji: "🐸",
          collectible: { title: "Plush Pepe #12", slug: "PlushPepe-12", model: "Emerald" },
          at: "2023-11-14T22:13:20.000Z",
        },
        {
          id: "1",
          emoji: "🧸",
          stars: 50,
          at: "2023-11-14T22:15:00.000Z",
          from: "Ann Lee",
          text: "For you",
          isRefunded: true,
        },
      ],
    },
    refusal: ["getUserGifts", "Bad Request: user not found", "missing", /by their number/],
  },
  telegram_update_profile: {
    args: { firstName: "Reeve 2", bio: "Here to help" },
    requests: [
      { method: "setMyName", params: { name: "Reeve 2" } },
      { method: "setMyShortDescription", params: { short_description: "Here to help" } },
    ],
    returns: { changed: ["firstName", "bio"] },
    refusal: ["setMyName", "Not Found", "unavailable", /Update your Bot API server/],
  },
  telegram_set_bio: {
    args: { bio: "" },
    requests: [{ method: "setMyShortDescription", params: { short_description: "" } }],
    returns: { changed: "bio" },
    refusal: ["setMyShortDescription", "Not Found", "unavailable", /Update your Bot API server/],
  },
};

function toolNamed(name: string): Tool {
  const tool = telegramTools.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

async function runTool(name: string, args: Case["args"], context: Context): Promise<unknown> {
  const tool = toolNamed(name);
  return tool.run(tool.params.parse(args), context as never);
}

test("each tool that a bot serves is tested here, and listed with its methods", async () => {
  expect(Object.keys(CASES).toSorted()).toEqual(telegramTools.map(({ name }) => name));
  const rows = telegramTools.map(({ name, effect, access }) => {
    const methods = CASES[name]?.requests.map(({ method }) => `\`${method}\``) ?? [];
    const seen = methods.length > 0 ? [...new Set(methods)].join(", ") : "`getFile`";
    return [`\`${name}\``, seen, effect, access];
  });
  const page = [
    "# Telegram tools over a bot",
    "",
    "<!-- Written by channels/telegram-bot/tools/telegram-tools.test.ts: npx vitest -u telegram-tools -->",
    "",
    `${rows.length} Telegram tools work with a bot alone. The methods are those that the test of each tool saw on the wire.`,
    "",
    ...formatTable([["tool", "methods of the Bot API", "effect", "access"], ...rows]),
    "",
  ];
  await expect(page.join("\n")).toMatchFileSnapshot(
    "../../../../../../docs/reference/telegram-bot-tools.md",
  );
});

function formatTable([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}

test.each(Object.entries(CASES))("%s on the wire", async (name, { args, requests, returns }) => {
  await using world = await openWorld();
  expect(await runTool(name, args, world.context)).toEqual(returns);
  expect(world.requests).toEqual(requests);
});

test.each(Object.entries(CASES))("%s tells the way out", async (name, { args, refusal }) => {
  const [method, description, code, hint] = refusal;
  const status = description === "Unauthorized" ? 401 : description === "Not Found" ? 404 : 400;
  const answers = { [method]: { code: status, description } };
  await using world = await openWorld({ answers, hasFile: false });
  const made = await attempt(runTool(name, args, world.context));
  expect(made).toMatchObject({ reason: { code, hint: expect.stringMatching(hint) } });
});

test("a post that Telegram did not confirm is not made again", async () => {
  const kept = new Map<string, string>();
  await using world = await openWorld({ kept, answers: { sendMessage: "cut" } });
  const args = { ...to, text: "Hi" };
  const made = await attempt(runTool("telegram_send_message", args, world.context));
  expect(made).toMatchObject({
    reason: { code: "unavailable", message: expect.stringContaining("may have been posted") },
  });
  expect(await world.telegram.probe("call-1")).toEqual({ state: "unknown" });
});

test("a post is known after a crash, and a refused one was not made", async () => {
  const kept = new Map<string, string>();
  await using world = await openWorld({ kept });
  expect(await world.telegram.probe("call-1")).toEqual({ state: "not-done" });
  await runTool("telegram_send_message", { ...to, text: "Hi" }, world.context);
  await using later = await openWorld({ kept });
  expect(await later.telegram.probe("call-1")).toEqual({ state: "done", value: sent });

  await using other = await openWorld({ answers: { sendDice: refused(ADMIN) } });
  await attempt(runTool("telegram_send_dice", to, other.context));
  expect(await other.telegram.probe("call-1")).toEqual({ state: "not-done" });
});

test("only the owner's and admins' tools write in business chats on behalf of the account", async () => {
  await using world = await openWorld();
  const business = { chatId: "business:c1:8" };
  await runTool("telegram_send_message", { ...business, text: "Hi" }, world.context);
  await runTool("telegram_delete_message", { ...business, messageIds: [4, 5] }, world.context);
  expect(world.requests).toEqual([
    {
      method: "sendMessage",
      params: { chat_id: "8", business_connection_id: "c1", text: "Hi", ...plain },
    },
    {
      method: "deleteBusinessMessages",
      params: { business_connection_id: "c1", message_ids: [4, 5] },
    },
  ]);
  const made = await attempt(runTool("telegram_get_chat_info", business, world.context));
  expect(made).toMatchObject({
    reason: { code: "unavailable", message: expect.stringContaining("getChat") },
  });
  await using member = await openWorld({ role: "member" });
  const args = { ...business, text: "Hi" };
  const tried = await attempt(runTool("telegram_send_message", args, member.context));
  expect(tried).toMatchObject({ reason: { code: "denied" } });
  expect(member.requests).toEqual([]);
});

/** Answers with gifts in pages of 100, of 150. */
function pagesOfGifts({ limit, offset }: BotRequest["params"]): BotAnswer {
  const from = Number(offset ?? 0);
  const until = Math.min(from + Number(limit), 150);
  const gifts = Array.from({ length: until - from }, (_, index) => ({
    type: "regular",
    send_date: 0,
    gift: { id: String(from + index), star_count: 1, sticker: {} },
  }));
  return { result: { total_count: 150, gifts, next_offset: until < 150 ? String(until) : "" } };
}

test.each([
  [120, 120, [100, 20]],
  [200, 150, [100, 100]],
])("of %d gifts that are asked for, %d are listed, page by page", async (limit, count, pages) => {
  await using world = await openWorld({ answers: { getUserGifts: pagesOfGifts } });
  const made = await runTool("telegram_get_my_gifts", { viewSender: true, limit }, world.context);
  expect(made).toMatchObject({ total: 150, gifts: { length: count } });
  expect(world.requests).toEqual(
    pages.map((size, at) => ({
      method: "getUserGifts",
      params: { user_id: 7, limit: size, ...(at > 0 && { offset: "100" }) },
    })),
  );
});

test("the gifts of a channel are those that it shows", async () => {
  await using world = await openWorld({ answers: { getChatGifts: pagesOfGifts } });
  const args = { userId: "house_news", limit: 1, excludeUnsaved: true };
  await runTool("telegram_get_my_gifts", args, world.context);
  expect(world.requests).toEqual([
    {
      method: "getChatGifts",
      params: { chat_id: "@house_news", limit: 1, exclude_unsaved: true },
    },
  ]);
});

test("the gifts of a requester without an account on Telegram are not those of the bot", async () => {
  await using world = await openWorld({ account: null });
  const made = await attempt(runTool("telegram_get_my_gifts", { viewSender: true }, world.context));
  expect(made).toMatchObject({
    reason: { code: "missing", hint: expect.stringContaining("userId") },
  });
  expect(world.requests).toEqual([]);
});

test("a server that is too old for stories has published none", async () => {
  await using world = await openWorld({
    answers: { postStory: { code: 404, description: "Not Found" } },
  });
  const made = await attempt(runTool("telegram_send_story", { path: "a.png" }, world.context));
  const hint = expect.stringContaining("Update your Bot API server");
  expect(made).toMatchObject({ reason: { code: "unavailable", hint } });
  expect(await world.telegram.probe("call-1")).toEqual({ state: "not-done" });
});

test("a story needs a connection of the requester's account that allows it", async () => {
  const connection = { ...CONNECTION, canPostStories: false };
  await using world = await openWorld({ connection });
  const made = await attempt(runTool("telegram_send_story", { path: "a.png" }, world.context));
  expect(made).toMatchObject({
    reason: { code: "unavailable", hint: expect.stringContaining("Telegram Business") },
  });
  expect(world.requests).toEqual([]);
});

test("members reach the chats that they are in, and no others", async () => {
  const elsewhere = { chatId: "-100999", text: "Hi" };
  const inside = { result: { status: "member", user: { id: 7 } } };
  await using member = await openWorld({ role: "member", answers: { getChatMember: inside } });
  await runTool("telegram_send_message", elsewhere, member.context);
  expect(member.requests.map(({ method }) => method)).toEqual(["getChatMember", "sendMessage"]);
  expect(member.requests[0]?.params).toEqual({ chat_id: "-100999", user_id: 7 });

  for (const answer of [
    { result: { status: "left", user: { id: 7 } } },
    { result: { status: "restricted", is_member: false, user: { id: 7 } } },
    refused("Bad Request: chat not found"),
  ]) {
    await using outside = await openWorld({ role: "member", answers: { getChatMember: answer } });
    const made = await attempt(runTool("telegram_send_message", elsewhere, outside.context));
    expect(made).toMatchObject({ reason: { code: "denied" } });
    expect(outside.requests.map(({ method }) => method)).toEqual(["getChatMember"]);
  }
});

test("what only an account can do is refused with the way out", async () => {
  await using world = await openWorld();
  const refusals: readonly (readonly [string, Case["args"], RegExp])[] = [
    ["telegram_send_message", { chatId: "me", text: "Hi" }, /no Saved Messages/],
    ["telegram_delete_message", { ...to, messageIds: [4], revoke: false }, /for everyone only/],
    ["telegram_get_participants", { ...to, filter: "banned" }, /only the administrators/],
    ["telegram_get_user_info", { username: "@annie" }, /cannot look up the person/],
    ["telegram_send_gif", { ...to, queryId: "q", resultId: "r" }, /Only a Telegram account/],
    ["telegram_get_stars_balance", { ton: true }, /no TON balance/],
    ["telegram_update_profile", { lastName: "Bot" }, /no last name/],
    ["telegram_react", { ...message, emoji: "🧦" }, /does not take/],
    ["telegram_send_story", { path: "a.png", privacy: "contacts" }, /for everyone only/],
    ["telegram_send_story", { path: "f.pdf" }, /photo or a video/],
    ["telegram_get_my_gifts", { userId: "8", excludeSaved: true }, /shown gifts from hidden/],
    ["telegram_get_my_gifts", { userId: "8", excludeUnsaved: true }, /shown gifts from hidden/],
  ];
  for (const [name, args, words] of refusals) {
    const made = await attempt(runTool(name, args, world.context));
    expect(made).toMatchObject({ reason: { message: expect.stringMatching(words) } });
  }
  expect(world.requests).toEqual([]);
});
