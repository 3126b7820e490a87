import { Fault } from "@reeve/sdk";
import { attempt } from "../../../kernel/attempt.ts";
import { isAtLeast, type Role } from "../../../kernel/principal.ts";
import { parseBusinessChat, parseChat, type TelegramChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import type { MovedChats } from "../moved-chats.ts";
import { answerOf } from "../telegram-fault.ts";

/** The requester of a call, and where they asked. */
export interface Requester {
  readonly role: Role;
  /** Their Telegram account, if they have one. */
  readonly account: string | undefined;
  /** External id of the turn's chat, if it is in Telegram. */
  readonly chat: string | undefined;
}

interface ReachDeps {
  readonly client: Pick<TelegramClient, "call">;
  readonly moved: Pick<MovedChats, "reach">;
  readonly requester: () => Promise<Requester>;
  readonly signal: AbortSignal;
}

/**
 * Returns the chat that a tool names. Members of the agent reach the chat of the turn, and chats that
 * Telegram says they are in; the owner and admins reach all chats of the bot.
 */
export async function reachChat(named: string, deps: ReachDeps): Promise<TelegramChat> {
  if (named === "me")
    throw new Fault("invalid", "A bot has no Saved Messages.", {
      hint: "Name the person's own chat by its number.",
    });
  const { role, account, chat: current } = await deps.requester();
  const isName = /^[A-Za-z]/.test(named) && !parseBusinessChat(named);
  const asked = parseChat(isName ? `@${named}` : named);
  const here = current === undefined ? undefined : parseChat(current);
  const isHere = here?.chat === asked.chat;
  // A group's number alone means the topic that people are in.
  const topic = asked.topic ?? (isHere ? here?.topic : undefined);
  const chat = await deps.moved.reach(asked.chat);
  const isTheirs = isHere || asked.chat === account || isAtLeast(role, "admin");
  if (!isTheirs && (parseBusinessChat(chat) || !(await isMember(chat, account, deps))))
    throw new Fault("denied", `The requester is not in the chat ${asked.chat}.`, {
      hint: "Members can use only chats that they are in.",
    });
  return topic === undefined ? { chat } : { chat, topic };
}

const INSIDE: ReadonlySet<string> = new Set(["creator", "administrator", "member"]);

async function isMember(
  chat: string,
  account: string | undefined,
  { client, signal }: ReachDeps,
): Promise<boolean> {
  if (account === undefined) return false;
  const found = await attempt(
    client.call((api, stop) => api.getChatMember(chat, Number(account), stop), signal),
  );
  if (found?.status === "fulfilled") {
    const { value } = found;
    return value.status === "restricted" ? value.is_member : INSIDE.has(value.status);
  }
  // Telegram knows no such chat or member; other failures say nothing.
  if (answerOf(found?.reason)) return false;
  throw found?.reason;
}

/** Returns the number of a person; a bot cannot look up usernames. */
export function userNumber(user: string): number {
  if (/^\d+$/.test(user)) return Number(user);
  throw new Fault("invalid", `A bot cannot look up the person ${user} by name.`, {
    hint: "Name people by their number. telegram_get_participants and messages show it.",
  });
}
