import { toId } from "../kernel/ids.ts";
import { type Language, matchLanguage } from "../kernel/languages.ts";
import type { Chat } from "../store/messages/chats.ts";
import type { Repositories } from "../store/store.ts";

/** How people are spoken to in a chat, by the agent itself. */
export interface Locale {
  readonly language: Language;
  /** IANA name. */
  readonly timeZone: string;
}

/** Defaults where neither a person nor their client chose a locale. */
export interface LocaleDefaults {
  /** BCP 47; without it, English. */
  readonly language?: string | undefined;
  readonly timeZone: string;
}

/** Fields of a chat that decide its language. */
export type SpokenChat = Pick<Chat, "tenant" | "uid" | "kind" | "language">;

/** Reads the locale of a chat, inside a transaction or outside. */
export type LocaleOf = (tx: Pick<Repositories, "preferences">, chat: SpokenChat) => Promise<Locale>;

/**
 * In a direct chat the person's preferences come first. Then the language is that of the program
 * of whom it answered in the chat last, and the time zone, like the language where no program told, the default.
 */
export function createLocaleOf({ language, timeZone }: LocaleDefaults): LocaleOf {
  return async ({ preferences }, chat) => {
    const { tenant, uid, kind } = chat;
    const own = kind === "direct" ? await preferences.of({ tenant, person: toId(uid) }) : {};
    return {
      language: matchLanguage(own.language ?? chat.language ?? language),
      timeZone: own.timeZone ?? timeZone,
    };
  };
}
