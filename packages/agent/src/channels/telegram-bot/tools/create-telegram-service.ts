import type { Telegram, Waiting } from "../../../integrations/telegram.ts";
import type { Api } from "grammy";
import { Fault } from "@reeve/sdk";
import { attempt } from "../../../kernel/attempt.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import type { BotMessages } from "../bot-messages.ts";
import type { TelegramChat } from "../chat-address.ts";
import type { ApiSignal } from "../call-timeouts.ts";
import type { TelegramClient } from "../client.ts";
import type { MovedChats } from "../moved-chats.ts";
import type { OutgoingDeps } from "../outgoing/outgoing-deps.ts";
import { deleteMessages } from "../business-requests.ts";
import { answerOf, isUnknownMethod, refusalOf } from "../telegram-fault.ts";
import { toActionFault, unconfirmed } from "./action-fault.ts";
import { createCallLedger } from "./call-ledger.ts";
import { administrators, describeChat, describePerson } from "./describe-chat.ts";
import { NO_PREVIEW } from "../outgoing/send-piece.ts";
import { reachChat, type Requester, userNumber } from "./reach-chat.ts";
import { adminRights, permissionsOf } from "./permissions.ts";
import { toReaction } from "./reactions.ts";
import type { BusinessConnections } from "../incoming/business-connections.ts";
import { toStory } from "./to-story.ts";
import { listGifts, listOwnedGifts, listTransactions } from "./stars.ts";
import { captionOf, renderOne, speak, toFile, toRequest } from "./to-request.ts";

export interface TelegramServiceDeps extends Pick<OutgoingDeps, "say"> {
  readonly client: TelegramClient;
  readonly memory: ChannelState;
  readonly moved: MovedChats;
  readonly own: BotMessages;
  readonly business: Pick<BusinessConnections, "ofAccount">;
  /** The person who asks and their chat. */
  readonly requester: () => Promise<Requester>;
}

/** Creates the service `telegram` over a bot, for one call. */
export function createTelegramService(deps: TelegramServiceDeps): Telegram {
  const { client, memory, own } = deps;
  const ledger = createCallLedger(memory);
  const reach = (chat: string, { signal }: Waiting) => reachChat(chat, { ...deps, signal });

  /** Sends something to a chat within its limits, one request after the other. */
  const send = <Result>(
    { chat }: TelegramChat,
    { signal }: Waiting,
    work: (api: Api) => Promise<Result>,
  ): Promise<Result> =>
    client.inOrder(chat, async () => {
      const made = await attempt(client.send({ chat, sending: "final", signal }, work));
      if (made?.status !== "fulfilled") throw toActionFault(made?.reason);
      if (made.value === undefined) throw new Error("a message of its own is never a frame");
      return made.value;
    });
  /** Asks Telegram for something, or changes something that is no message. */
  const call = async <Result>(
    { signal }: Waiting,
    work: (api: Api, stop: ApiSignal | undefined) => Promise<Result>,
  ): Promise<Result> => {
    const made = await attempt(client.call(work, signal));
    if (made?.status === "fulfilled") return made.value;
    if (isUnknownMethod(made?.reason))
      throw new Fault("unavailable", "The Bot API server is too old for this.", {
        hint: "Update your Bot API server: channels.telegramBot.apiRoot",
        cause: answerOf(made?.reason),
      });
    throw toActionFault(made?.reason);
  };
  /** Runs a call that posts; it is not repeated if Telegram did not confirm it. */
  const once = async <Value>(callId: string, work: () => Promise<Value>): Promise<Value> => {
    const made = await attempt(ledger.run(callId, work));
    if (made?.status === "fulfilled") return made.value;
    throw unconfirmed(made?.reason);
  };

  return {
    maxFileBytes: client.maxFileBytes,
    async post(named, post, options) {
      const place = await reach(named, options);
      const ready = await speak(post, deps.say, options.signal);
      const request = toRequest(ready, place, options);
      return once(options.callId, async () => {
        const { message_id: messageId } = await send(place, options, request);
        await own.note(place.chat, messageId);
        return { chatId: place.chat, messageId };
      });
    },
    async forward({ chat, messages }, named, options) {
      const from = await reach(chat, options);
      const to = await reach(named, options);
      const extras = {
        disable_notification: options.silent,
        ...(to.topic !== undefined && { message_thread_id: to.topic }),
      };
      const ordered = messages.toSorted((one, other) => one - other);
      return once(options.callId, async () => {
        const sent = await send(to, options, (api) =>
          options.hidesAuthor
            ? api.copyMessages(to.chat, from.chat, ordered, extras)
            : api.forwardMessages(to.chat, from.chat, ordered, extras),
        );
        const messageIds = sent.map(({ message_id: id }) => id);
        for (const id of messageIds) await own.note(to.chat, id);
        return { messageIds };
      });
    },
    async story(story, options) {
      const { account } = await deps.requester();
      const connection = account === undefined ? undefined : await deps.business.ofAccount(account);
      const publish = toStory(story, connection);
      return once(options.callId, async () => {
        const { id } = await call(options, publish);
        return { storyId: id };
      });
    },
    probe: (callId) => ledger.probe(callId),
    async edit({ chatId, messageId }, text, options) {
      const place = await reach(chatId, options);
      const { text: words, entities } = renderOne(text);
      const extras = { entities: [...entities], ...NO_PREVIEW };
      const made = await attempt(
        send(place, options, (api) => api.editMessageText(place.chat, messageId, words, extras)),
      );
      if (made?.status === "fulfilled" || refusalOf(made?.reason) === "not-modified") return;
      if (refusalOf(made?.reason) !== "no-words") throw made?.reason;
      const caption = captionOf(text);
      await send(place, options, (api) => api.editMessageCaption(place.chat, messageId, caption));
    },
    async remove(chat, messages, options) {
      if (!options.forEveryone)
        throw new Fault("unavailable", "A bot deletes messages for everyone only.", {
          hint: "Leave out revoke.",
        });
      const place = await reach(chat, options);
      await send(place, options, (api) => deleteMessages(api, place.chat, messages));
    },
    async pin({ chatId, messageId }, options) {
      const { chat } = await reach(chatId, options);
      const extras = { disable_notification: options.silent };
      await call(options, (api, stop) => api.pinChatMessage(chat, messageId, extras, stop));
    },
    async unpin(named, which, options) {
      const { chat } = await reach(named, options);
      await call(options, (api, stop) => {
        if (which === "all") return api.unpinAllChatMessages(chat, stop);
        return api.unpinChatMessage(chat, which === "newest" ? undefined : which, {}, stop);
      });
    },
    async react({ chatId, messageId }, emoji, options) {
      const { chat } = await reach(chatId, options);
      const reaction = [toReaction(emoji)];
      await call(options, (api, stop) =>
        api.setMessageReaction(chat, messageId, reaction, {}, stop),
      );
    },
    async chat(named, options) {
      const { chat } = await reach(named, options);
      return call(options, (api, stop) => describeChat(api, chat, stop));
    },
    async members(named, options) {
      const { chat } = await reach(named, options);
      const { filter, limit } = options;
      if (filter === "banned" || filter === "bots")
        throw new Fault("unavailable", "A bot can list only the administrators of a chat.", {
          hint: 'Use the filter "admins". Other lists need a Telegram account.',
        });
      return call(options, (api, stop) => administrators(api, chat, { filter, limit, stop }));
    },
    person: (user, options) => {
      const id = userNumber(user);
      return call(options, (api, stop) => describePerson(api, id, stop));
    },
    self: (options) =>
      call(options, async (api, stop) => {
        const { id, first_name: name, username } = await api.getMe(stop);
        return { id: String(id), name, username, isBot: true };
      }),
    async ban(named, user, options) {
      const { chat } = await reach(named, options);
      const id = userNumber(user);
      const extras = {
        revoke_messages: options.deleteMessages,
        ...(options.until !== undefined && { until_date: options.until }),
      };
      await call(options, (api, stop) => api.banChatMember(chat, id, extras, stop));
    },
    async unban(named, user, options) {
      const { chat } = await reach(named, options);
      const id = userNumber(user);
      // Without it, Telegram removes a person who is in the chat.
      const extras = { only_if_banned: true };
      await call(options, (api, stop) => api.unbanChatMember(chat, id, extras, stop));
    },
    async kick(named, user, options) {
      const { chat } = await reach(named, options);
      const id = userNumber(user);
      await call(options, (api, stop) => api.banChatMember(chat, id, {}, stop));
      await call(options, (api, stop) => api.unbanChatMember(chat, id, {}, stop));
    },
    async restrict(named, user, { allow, until, ...options }) {
      const { chat } = await reach(named, options);
      const id = userNumber(user);
      const extras = until === undefined ? {} : { until_date: until };
      await call(options, (api, stop) =>
        api.restrictChatMember(chat, id, permissionsOf(allow), extras, stop),
      );
    },
    async promote(named, user, { rights, ...options }) {
      const { chat } = await reach(named, options);
      const id = userNumber(user);
      await call(options, (api, stop) =>
        api.promoteChatMember(chat, id, adminRights(rights), stop),
      );
    },
    async inviteLink(named, { name, until, memberLimit, needsApproval }, options) {
      const { chat } = await reach(named, options);
      const extras = {
        ...(name !== undefined && { name }),
        ...(until !== undefined && { expire_date: until }),
        ...(memberLimit !== undefined && { member_limit: memberLimit }),
        ...(needsApproval && { creates_join_request: true }),
      };
      const made = await call(options, (api, stop) => api.createChatInviteLink(chat, extras, stop));
      return made.invite_link;
    },
    async editChat(named, { title, about }, options) {
      const { chat } = await reach(named, options);
      if (title !== undefined)
        await call(options, (api, stop) => api.setChatTitle(chat, title, stop));
      if (about !== undefined)
        await call(options, (api, stop) => api.setChatDescription(chat, about, stop));
    },
    async setChatPhoto(named, photo, options) {
      const { chat } = await reach(named, options);
      await call(options, (api, stop) =>
        photo ? api.setChatPhoto(chat, toFile(photo), stop) : api.deleteChatPhoto(chat, stop),
      );
    },
    async leave(named, options) {
      const { chat } = await reach(named, options);
      await call(options, (api, stop) => api.leaveChat(chat, stop));
    },
    async editProfile({ firstName, lastName, bio }, options) {
      if (lastName)
        throw new Fault("invalid", "A bot has no last name.", {
          hint: "Put the whole name into firstName.",
        });
      if (firstName !== undefined)
        await call(options, (api, stop) => api.setMyName(firstName, {}, stop));
      if (bio !== undefined)
        await call(options, (api, stop) => api.setMyShortDescription(bio, {}, stop));
    },
    async balance(asset, options) {
      if (asset === "TON")
        throw new Fault("unavailable", "A bot has no TON balance in Telegram.", {
          hint: "It has Stars only; leave out ton.",
        });
      const { amount } = await call(options, (api, stop) => api.getMyStarBalance(stop));
      return String(amount);
    },
    transactions: (options) =>
      call(options, (api, stop) => listTransactions(api, { ...options, stop })),
    gifts: (options) => call(options, (api, stop) => listGifts(api, stop)),
    async ownedGifts(owner, options) {
      const { account } = await deps.requester();
      const named = owner === "requester" ? { user: account } : owner;
      return call(options, async (api, stop) => {
        const user = named === "self" ? String((await api.getMe(stop)).id) : named.user;
        if (user === undefined)
          throw new Fault("missing", "The requester has no account on Telegram.", {
            hint: "Set userId to the number of the gifts' owner.",
          });
        return listOwnedGifts(api, user, { ...options, stop });
      });
    },
  };
}
