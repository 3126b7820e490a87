import type { Api } from "grammy";
import type { ChatMember } from "grammy/types";
import type {
  TelegramChatInfo,
  TelegramMember,
  TelegramMembers,
  TelegramProfile,
} from "../../../integrations/telegram.ts";
import type { ApiSignal } from "../call-timeouts.ts";

/** Reads what a bot sees of a chat. */
export async function describeChat(
  api: Api,
  chat: string,
  stop: ApiSignal | undefined,
): Promise<TelegramChatInfo> {
  const found = await api.getChat(chat, stop);
  const members = found.type === "private" ? undefined : await api.getChatMemberCount(chat, stop);
  const { pinned_message: pinned } = found;
  return {
    id: String(found.id),
    kind: found.type,
    title: found.title ?? nameOf(found.first_name, found.last_name),
    username: found.username,
    description: found.description ?? found.bio,
    members,
    inviteLink: found.invite_link,
    pinned: pinned && { messageId: pinned.message_id, text: pinned.text ?? pinned.caption },
    ...(found.is_forum && { isForum: true }),
  };
}

/** Lists administrators: Telegram shows bots nobody else. */
export async function administrators(
  api: Api,
  chat: string,
  { filter, limit, stop }: { filter: "all" | "admins"; limit: number; stop: ApiSignal | undefined },
): Promise<TelegramMembers> {
  const found = await api.getChatAdministrators(chat, {}, stop);
  const people = found.slice(0, limit).map(toMember);
  if (filter === "admins") return { total: found.length, people };
  return {
    total: await api.getChatMemberCount(chat, stop),
    people,
    note: "A bot can list only the administrators.",
  };
}

/** Reads the profile of a person who has written to the bot or shares a chat with it. */
export async function describePerson(
  api: Api,
  user: number,
  stop: ApiSignal | undefined,
): Promise<TelegramProfile> {
  const found = await api.getChat(user, stop);
  const { birthdate } = found;
  return {
    id: String(found.id),
    name: nameOf(found.first_name, found.last_name) ?? found.title ?? "",
    username: found.username,
    bio: found.bio,
    birthday:
      birthdate && [birthdate.year ?? "-", two(birthdate.month), two(birthdate.day)].join("-"),
  };
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function toMember(member: ChatMember): TelegramMember {
  const { user, status } = member;
  const title = "custom_title" in member ? member.custom_title : undefined;
  return {
    id: String(user.id),
    name: nameOf(user.first_name, user.last_name) ?? "",
    username: user.username,
    ...(user.is_bot && { isBot: true }),
    status,
    title,
  };
}

function nameOf(first: string | undefined, last: string | undefined): string | undefined {
  const name = [first, last].filter(Boolean).join(" ");
  return name === "" ? undefined : name;
}
