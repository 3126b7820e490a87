import type { BotCommand, BotCommandScope } from "grammy/types";
import {
  SUMMARY_LANGUAGES,
  summaryIn,
  type SummaryLanguage,
} from "../../../core/command-summaries.ts";
import { answersIn, type CommandFacts, mayUse } from "../../../core/commands.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { Role } from "../../../kernel/principal.ts";

/** The commands that Telegram shows in its menu, in this order. */
export const MENU = [
  "start",
  "help",
  "new",
  "reset",
  "stop",
  "status",
  "model",
  "notes",
  "tasks",
  "reminders",
  "readlater",
  "briefing",
  "approvals",
  "usage",
  "why",
] as const;

/**
 * Command menu that Telegram shows for some chats in one language; without a language, for all
 * others.
 */
export interface CommandMenu {
  readonly scope: BotCommandScope;
  readonly language?: SummaryLanguage | undefined;
  readonly commands: readonly BotCommand[];
}

/** Direct chat of a person who may use more commands than members. */
export interface PrivilegedChat {
  /** Telegram's id. */
  readonly chat: string;
  readonly role: Role;
}

/** Returns the menus of a bot: for members, for groups, and for each privileged chat. */
export function commandMenus(
  commands: readonly CommandFacts[],
  privileged: readonly PrivilegedChat[],
): readonly CommandMenu[] {
  const audiences: readonly Audience[] = [
    { scope: { type: "all_private_chats" }, role: "member", kind: "direct" },
    { scope: { type: "all_group_chats" }, role: "member", kind: "group" },
    ...privileged.map(({ chat, role }): Audience => {
      return { scope: { type: "chat", chat_id: Number(chat) }, role, kind: "direct" };
    }),
  ];
  const languages = [undefined, ...SUMMARY_LANGUAGES];
  return audiences.flatMap((audience) => {
    const usable = MENU.flatMap((name) => {
      const command = commands.find((one) => one.name === name);
      const isUsable =
        command && mayUse(command, audience.role) && answersIn(command, audience.kind);
      return isUsable ? [command] : [];
    });
    return languages.map((language) => ({
      scope: audience.scope,
      language,
      commands: usable.map((command) => ({
        command: command.name,
        description: summaryIn(language, command),
      })),
    }));
  });
}

interface Audience {
  readonly scope: BotCommandScope;
  readonly role: Role;
  readonly kind: Address["kind"];
}
