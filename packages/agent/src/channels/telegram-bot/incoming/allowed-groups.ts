import type { Message } from "grammy/types";
import type { Log } from "../../../platform/log.ts";
import type { TelegramBotConfig } from "../config.ts";
import type { MovedChats } from "../moved-chats.ts";
import { isGroupAllowed } from "../../kit/settings.ts";
import { attempt } from "../../../kernel/attempt.ts";

/**
 * Returns whether the settings allow a business chat with a person, or a person's inline queries. These
 * have no id of a group, so the list names the person.
 */
export function isPersonListed(
  { allow, policy }: TelegramBotConfig["groups"],
  person: string,
): boolean {
  return policy !== "allowlist" || allow.includes(person);
}

/** The groups in which the bot answers. */
export interface AllowedGroups {
  /** Whether what is said in a message's chat is heard; one that moved is the group that it was. */
  hears(msg: HeardMessage): Promise<boolean>;
  /** Knows where they are for as long as they are allowed, until `signal` aborts. */
  save(signal: AbortSignal): Promise<void>;
}

type HeardMessage = Pick<Message, "chat"> &
  Partial<Pick<Message, "migrate_to_chat_id" | "migrate_from_chat_id" | "business_connection_id">>;

export interface AllowedGroupsDeps {
  readonly config: Pick<TelegramBotConfig, "groups">;
  readonly moved: MovedChats;
  readonly log: Pick<Log, "warn">;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;

export function createAllowedGroups({
  config,
  moved,
  log,
  pause,
}: AllowedGroupsDeps): AllowedGroups {
  const { allow } = config.groups;

  const learn = async ({ chat, ...msg }: HeardMessage): Promise<void> => {
    const { migrate_to_chat_id: to, migrate_from_chat_id: from } = msg;
    if (to !== undefined) await moved.note(String(chat.id), String(to));
    if (from !== undefined) await moved.note(String(from), String(chat.id));
  };
  return {
    async hears(msg) {
      await learn(msg);
      const id = String(msg.chat.id);
      if (msg.business_connection_id !== undefined) return isPersonListed(config.groups, id);
      if (msg.chat.type === "private" || isGroupAllowed(config.groups, id)) return true;
      const now = await Promise.all(allow.map((group) => moved.reach(group)));
      return now.includes(id);
    },
    async save(signal) {
      while (!signal.aborted) {
        const kept = await attempt(moved.save(allow));
        if (kept?.status === "rejected")
          log.warn("failed to save group ids", { error: kept.reason });
        await pause(DAY_MS, signal);
      }
    },
  };
}
