import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../../../operations/ask.ts";
import type { Message, Update } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import { parseButtonData } from "../../kit/button-data.ts";
import type { TelegramBotDeps } from "../channel.ts";
import { addressOf } from "./message/to-envelope.ts";
import type { InlineQueries } from "../inline-queries.ts";
import type { BusinessConnections } from "./business-connections.ts";
import type { HandleMessage } from "./handle-message.ts";
import { answerCheckout, takePayment } from "./handle-payment.ts";
import { handleButton, type HandleButtonDeps } from "./handle-button.ts";

/** The updates that the bot asks Telegram for. */
export const ALLOWED_UPDATES = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "business_connection",
  "business_message",
  "edited_business_message",
  "message_reaction",
  "callback_query",
  "inline_query",
  "pre_checkout_query",
  "stopped_message_generation",
  "my_chat_member",
] as const satisfies readonly Exclude<keyof Update, "update_id">[];

/** An update as it is taken in: a message of an album that was collected is one, too. */
export type HandledUpdate = Omit<Update, "message"> & { readonly message?: Message | undefined };

export type HandleUpdateDeps = HandleButtonDeps &
  Pick<TelegramBotDeps, "control" | "resolveSender"> & {
    readonly inbox: Pick<Inbox, "deliver" | "retryWaiting" | "mayPay" | "pay">;
    readonly messages: HandleMessage;
    readonly business: Pick<BusinessConnections, "note">;
    readonly inline: Pick<InlineQueries, "take">;
  };

/** Resolves once what an update tells is stored; rejects where it has to come again. */
export async function handleUpdate(update: HandledUpdate, deps: HandleUpdateDeps): Promise<void> {
  const { callback_query: query, message_reaction: reaction } = update;
  const message = messageOf(update);
  if (update.pre_checkout_query) return answerCheckout(update.pre_checkout_query, deps);
  const paid = message?.successful_payment;
  if (message && paid) return takePayment(message, paid, deps);
  if (message) return deps.messages.message(message, update.update_id);
  if (update.inline_query) return deps.inline.take(update.inline_query, deps.inbox, deps.signal);
  if (update.business_connection) return deps.business.note(update.business_connection);
  if (reaction) return deps.messages.reaction(reaction, update.update_id);
  if (query) return handleButton(query, deps);
  if (update.stopped_message_generation) return stop(update.stopped_message_generation, deps);
  if (update.my_chat_member) return welcome(update.my_chat_member, deps);
}

/**
 * The chat in which an update happened: what happens in one is taken in its order. Only a button
 * that answers at once waits for nothing; after one that asks, the next message is the answer.
 */
export function laneOf(update: HandledUpdate): string {
  const { callback_query: query, message_reaction: reaction } = update;
  const message = messageOf(update);
  const tap = parseButtonData(query?.data);
  if (query && tap?.verb !== "edit") return `tap:${query.id}`;
  const { stopped_message_generation: stopped, my_chat_member: changed } = update;
  const chat =
    message?.chat ?? query?.message?.chat ?? stopped?.chat ?? changed?.chat ?? reaction?.chat;
  return chat ? String(chat.id) : `update:${update.update_id}`;
}

function messageOf(update: HandledUpdate): Message | undefined {
  const { message, edited_message: edited, channel_post: post } = update;
  const { business_message: business, edited_business_message: changed } = update;
  return message ?? edited ?? post ?? update.edited_channel_post ?? business ?? changed;
}

/** Where the bot is let in again, what waited for that leaves. */
async function welcome(
  { chat, new_chat_member: member }: NonNullable<Update["my_chat_member"]>,
  { inbox, channel }: HandleUpdateDeps,
): Promise<void> {
  if (member.status === "kicked" || member.status === "left") return;
  await inbox.retryWaiting(addressOf({ chat }, channel));
}

/** Somebody pressed stop beneath words that were still coming: it is their own chat. */
async function stop(
  stopped: NonNullable<Update["stopped_message_generation"]>,
  { control, resolveSender, channel }: HandleUpdateDeps,
): Promise<void> {
  const { chat: person, message_thread_id: thread } = stopped;
  const { externalId: chat } = addressOf(
    {
      chat: person,
      ...(thread !== undefined && { message_thread_id: thread, is_topic_message: true }),
    },
    channel,
  );
  const by = await resolveSender({ id: String(person.id), name: person.first_name });
  await askAs(control, { person: by, channel, externalId: chat })(sessions.stop, {});
}
