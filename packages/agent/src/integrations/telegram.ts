import type { Probe, ToolContext } from "@reeve/sdk";

/**
 * Telegram, as tools use it for the person and the chat of a call. A bot serves it. Chats are named by
 * Telegram's number, with `/` and the number of a topic, or by @username. Failures are `Fault`s; one that
 * is `unavailable` with "may have" in it was not confirmed.
 */
export interface Telegram {
  /** Largest file that can be sent, in bytes. */
  readonly maxFileBytes: number;
  /** Posts a message. Text and captions are Markdown. */
  post(chat: string, post: TelegramPost, options: PostOptions): Promise<TelegramMessage>;
  /** Posts messages of a chat in another one, with their authors or without. */
  forward(
    from: { readonly chat: string; readonly messages: readonly number[] },
    to: string,
    options: CallOf & { readonly silent: boolean; readonly hidesAuthor?: boolean },
  ): Promise<{ readonly messageIds: readonly number[] }>;
  /** Publishes a story of the requester's own account for a day. */
  story(story: TelegramStory, options: CallOf): Promise<{ readonly storyId: number }>;
  /** Whether an interrupted `post`, `forward` or `story` was carried out. */
  probe(callId: string): Promise<Probe>;
  /** Replaces the text, or the caption, of a message of one's own. */
  edit(message: TelegramMessage, text: string, options: Waiting): Promise<void>;
  /** Deletes messages, for everyone or for the account alone. Messages that are gone are skipped. */
  remove(
    chat: string,
    messages: readonly number[],
    options: Waiting & { readonly forEveryone: boolean },
  ): Promise<void>;
  pin(message: TelegramMessage, options: Waiting & { readonly silent: boolean }): Promise<void>;
  /** Unpins a message, the newest pinned one, or all. */
  unpin(chat: string, which: number | "newest" | "all", options: Waiting): Promise<void>;
  react(message: TelegramMessage, emoji: string, options: Waiting): Promise<void>;
  chat(chat: string, options: Waiting): Promise<TelegramChatInfo>;
  members(
    chat: string,
    options: Waiting & { readonly filter: MemberFilter; readonly limit: number },
  ): Promise<TelegramMembers>;
  person(user: string, options: Waiting): Promise<TelegramProfile>;
  self(options: Waiting): Promise<TelegramProfile>;
  /** Bans a person, for good without `until`, in Unix seconds. */
  ban(
    chat: string,
    user: string,
    options: Waiting & { readonly deleteMessages: boolean; readonly until?: number | undefined },
  ): Promise<void>;
  unban(chat: string, user: string, options: Waiting): Promise<void>;
  /** Removes a person, who may come back. */
  kick(chat: string, user: string, options: Waiting): Promise<void>;
  /** Sets what a person may post, for good without `until`, in Unix seconds. */
  restrict(
    chat: string,
    user: string,
    options: Waiting & {
      readonly allow: "nothing" | "text" | "everything";
      readonly until?: number | undefined;
    },
  ): Promise<void>;
  /** Sets all rights of an administrator; none make them an ordinary member. */
  promote(
    chat: string,
    user: string,
    options: Waiting & { readonly rights: readonly AdminRight[] },
  ): Promise<void>;
  /** Creates an invite link, which expires at `until`, in Unix seconds. */
  inviteLink(
    chat: string,
    link: {
      readonly name?: string | undefined;
      readonly until?: number | undefined;
      readonly memberLimit?: number | undefined;
      readonly needsApproval: boolean;
    },
    options: Waiting,
  ): Promise<string>;
  editChat(
    chat: string,
    change: { readonly title?: string | undefined; readonly about?: string | undefined },
    options: Waiting,
  ): Promise<void>;
  /** Sets the picture of a chat; removes it without `photo`. */
  setChatPhoto(chat: string, photo: TelegramFile | undefined, options: Waiting): Promise<void>;
  leave(chat: string, options: Waiting): Promise<void>;
  editProfile(
    change: {
      readonly firstName?: string | undefined;
      readonly lastName?: string | undefined;
      readonly bio?: string | undefined;
    },
    options: Waiting,
  ): Promise<void>;
  /** Returns the balance in whole Stars, or in TON. */
  balance(asset: "Stars" | "TON", options: Waiting): Promise<string>;
  /** Returns transactions in Stars, newest first. */
  transactions(
    options: Waiting & {
      readonly limit: number;
      readonly direction?: "in" | "out" | undefined;
    },
  ): Promise<readonly StarTransaction[]>;
  /** Returns the gifts that can be bought, in the shop's order. */
  gifts(options: Waiting): Promise<readonly StarGift[]>;
  /** Returns the gifts that the account itself, the requester, or another person or channel owns. */
  ownedGifts(
    owner: "self" | "requester" | { readonly user: string },
    options: OwnedGiftsOptions,
  ): Promise<OwnedGifts>;
}

/** Aborts when the call's time is up. */
export type Waiting = Pick<ToolContext, "signal">;
export type CallOf = Pick<ToolContext, "signal" | "callId">;

export interface TelegramMessage {
  readonly chatId: string;
  readonly messageId: number;
}

export interface TelegramFile {
  readonly name: string;
  readonly data: Uint8Array;
}

export interface PostOptions extends CallOf {
  /** Message that the new one replies to. */
  readonly replyToId?: number | undefined;
  /** Passage of that message to quote. */
  readonly quote?: { readonly text: string; readonly offset: number } | undefined;
}

/** Kinds of media whose file and caption make a message. */
export const MEDIA_KINDS = ["photo", "video", "animation", "document", "voice"] as const;

/** Rights of administrators that can be given. */
export const ADMIN_RIGHTS = [
  "delete_messages",
  "restrict_members",
  "invite_users",
  "pin_messages",
  "change_info",
  "manage_topics",
  "post_messages",
  "edit_messages",
  "manage_video_chats",
  "promote_members",
] as const;

export type AdminRight = (typeof ADMIN_RIGHTS)[number];

/** Content of a new message. */
export type TelegramPost =
  | { readonly type: "text"; readonly text: string; readonly keyboard?: ReplyKeyboard }
  | {
      readonly type: (typeof MEDIA_KINDS)[number];
      readonly file: TelegramFile;
      readonly caption?: string | undefined;
      /** Length of a voice message, in seconds. */
      readonly duration?: number | undefined;
    }
  /** Text spoken aloud as a voice message. */
  | {
      readonly type: "speech";
      readonly text: string;
      readonly voice?: string | undefined;
      readonly caption?: string | undefined;
    }
  | { readonly type: "sticker"; readonly file: TelegramFile }
  /** The sticker at a position of a pack, from 0. */
  | { readonly type: "packed-sticker"; readonly pack: string; readonly index: number }
  /** Long text in Markdown in which `{{1}}` stands for the first file. */
  | {
      readonly type: "rich";
      readonly text: string;
      readonly media: readonly {
        readonly file: TelegramFile;
        readonly caption?: string | undefined;
      }[];
    }
  | {
      readonly type: "poll";
      readonly question: string;
      readonly options: readonly string[];
      readonly isAnonymous: boolean;
      readonly allowsSeveral: boolean;
      /** Makes it a quiz: position of the right answer, from 0, and why it is right. */
      readonly right?: { readonly option: number; readonly explanation?: string | undefined };
      /** Seconds until it closes. */
      readonly closePeriod?: number | undefined;
      /** When it closes, in Unix seconds. */
      readonly closeDate?: number | undefined;
    }
  | { readonly type: "dice"; readonly emoji: string }
  /** A point on the map, in degrees. */
  | { readonly type: "location"; readonly latitude: number; readonly longitude: number };

/** Photo or video that an account's contacts see at the top of their chats. */
export interface TelegramStory {
  readonly type: "photo" | "video";
  readonly file: TelegramFile;
  /** In Markdown. */
  readonly caption?: string | undefined;
  /** Length of a video, in seconds. */
  readonly duration?: number | undefined;
  readonly privacy: "everyone" | "contacts" | "close_friends";
}

/** Buttons under the text field, row by row. */
export interface ReplyKeyboard {
  readonly rows: readonly (readonly string[])[];
  readonly isOneTime: boolean;
  readonly isResized: boolean;
  readonly isSelective: boolean;
}

export interface TelegramChatInfo {
  readonly id: string;
  readonly kind: "private" | "group" | "supergroup" | "channel";
  readonly title?: string | undefined;
  readonly username?: string | undefined;
  readonly description?: string | undefined;
  readonly members?: number | undefined;
  readonly inviteLink?: string | undefined;
  readonly pinned?: { readonly messageId: number; readonly text?: string | undefined } | undefined;
  readonly isForum?: true | undefined;
}

export type MemberFilter = "all" | "admins" | "banned" | "bots";

export interface TelegramMembers {
  readonly total: number;
  readonly people: readonly TelegramMember[];
  /** Says who is missing in `people`, if not all could be listed. */
  readonly note?: string | undefined;
}

export interface TelegramMember {
  readonly id: string;
  readonly name: string;
  readonly username?: string | undefined;
  readonly isBot?: true | undefined;
  readonly status: string;
  /** Title of an administrator. */
  readonly title?: string | undefined;
}

export interface TelegramProfile {
  readonly id: string;
  readonly name: string;
  readonly username?: string | undefined;
  readonly bio?: string | undefined;
  readonly isBot?: true | undefined;
  readonly birthday?: string | undefined;
}

export interface StarTransaction {
  readonly id: string;
  readonly direction: "in" | "out";
  readonly stars: number;
  /** ISO 8601. */
  readonly at: string;
  /** The other side, as far as Telegram tells. */
  readonly party?: string | undefined;
}

export interface StarGift {
  readonly id: string;
  /** Emoji of its sticker. */
  readonly emoji?: string | undefined;
  readonly stars: number;
  /** Copies, if the edition is limited. */
  readonly limited?: { readonly total: number; readonly left: number } | undefined;
}

export interface OwnedGiftsOptions extends Waiting {
  readonly limit: number;
  /** The newest first, or the most valuable. */
  readonly sort: "date" | "price";
  /** Without gifts that are hidden from the owner's profile. */
  readonly excludeHidden: boolean;
  /** Without gifts that are shown on the owner's profile. */
  readonly excludeShown: boolean;
}

export interface OwnedGifts {
  readonly total: number;
  readonly gifts: readonly OwnedGift[];
}

export interface OwnedGift {
  /** Number of the gift in the catalog. */
  readonly id: string;
  /** Emoji of its sticker. */
  readonly emoji?: string | undefined;
  /** Price in the catalog, unless it is a collectible. */
  readonly stars?: number | undefined;
  readonly collectible?:
    | { readonly title: string; readonly slug: string; readonly model: string }
    | undefined;
  /** ISO 8601. */
  readonly at: string;
  /** The sender, as far as Telegram says. */
  readonly from?: string | undefined;
  /** Text that the sender added. */
  readonly text?: string | undefined;
  /** The sender got the Stars back, and the gift is gone. */
  readonly isRefunded?: true | undefined;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly telegram: Telegram;
  }
}
