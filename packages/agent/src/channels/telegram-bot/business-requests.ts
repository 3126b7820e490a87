import { Fault } from "@reeve/sdk";
import type { Api, Transformer } from "grammy";
import { parseBusinessChat } from "./chat-address.ts";

/** Methods that bots may call on behalf of an account, beside those that send. */
const METHODS: ReadonlySet<string> = new Set([
  "editMessageCaption",
  "editMessageReplyMarkup",
  "editMessageText",
  "pinChatMessage",
  "unpinChatMessage",
  "stopPoll",
]);
/** Methods that send and that bots may not call on behalf of an account. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "sendInvoice",
  "sendMessageDraft",
  "sendRichMessageDraft",
]);

/** Sends requests about business chats on behalf of their account. */
export const addressBusinessChats: Transformer = async (call, method, payload, signal) => {
  const chat = "chat_id" in payload ? parseBusinessChat(String(payload.chat_id)) : undefined;
  if (!chat) return call(method, payload, signal);
  const isOffered = METHODS.has(method) || (method.startsWith("send") && !NOT_SENT.has(method));
  if (!isOffered)
    throw new Fault("unavailable", `Bots cannot call ${method} on behalf of an account.`, {
      hint: "Do this in the Telegram app of the account.",
    });
  const address = { chat_id: chat.chat, business_connection_id: chat.connection };
  return call(method, Object.assign({}, payload, address), signal);
};

/** Deletes messages. In a business chat, those that the account has sent can be deleted. */
export function deleteMessages(
  api: Api,
  chat: string,
  messages: readonly number[],
): Promise<unknown> {
  const business = parseBusinessChat(chat);
  if (business) return api.deleteBusinessMessages(business.connection, [...messages]);
  const [first, ...others] = messages;
  if (first !== undefined && others.length === 0) return api.deleteMessage(chat, first);
  return api.deleteMessages(chat, [...messages]);
}
