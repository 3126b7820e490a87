import type { Message, MessageReactionUpdated } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import type { Log } from "../../../platform/log.ts";
import { texts, type Texts } from "../../../platform/texts.ts";
import type { ChannelHost } from "../../kit/channel-host.ts";
import type { PendingCorrections } from "../../kit/pending-corrections.ts";
import { receiveMessage } from "../../kit/receive-message.ts";
import type { Correction } from "../../kit/apply-correction.ts";
import type { Album } from "./message/albums-record.ts";
import type { Albums } from "./message/albums.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramBotConfig } from "../config.ts";
import type { BusinessConnections } from "./business-connections.ts";
import { nameOf } from "./message/describe-media.ts";
import type { AllowedGroups } from "./allowed-groups.ts";
import type { LatestMessageIds } from "../latest-message-ids.ts";
import type { AnsweredQuestion } from "./close-question.ts";
import { UNREADABLE } from "./message/message-media.ts";
import { migrationEnvelope } from "./message/migration-envelope.ts";
import { reactionEnvelope } from "./message/reaction-envelope.ts";
import { createBotLoopGuard } from "../../kit/bot-loop-guard.ts";
import { unquoted } from "./message/quote-of.ts";
import { addressOf, type Reading, toEnvelope } from "./message/to-envelope.ts";

export interface MessageHandlerDeps extends Pick<
  ChannelHost,
  "control" | "resolveSender" | "findSaid" | "clock"
> {
  readonly inbox: Inbox;
  readonly reading: Omit<Reading, "updateId">;
  readonly groups: Pick<AllowedGroups, "hears">;
  readonly business: Pick<BusinessConnections, "find">;
  readonly config: Pick<TelegramBotConfig, "business">;
  readonly albums: () => Pick<Albums, "add" | "flush" | "withEdit">;
  readonly revisions: PendingCorrections;
  /** Posts a line to the sender of a message. The post may be lost. */
  readonly reply: (to: Envelope, text: string) => Promise<void>;
  /** Removes the buttons of an approval that was answered in words. */
  readonly closeQuestion: (answered: Omit<AnsweredQuestion, "message">) => Promise<void>;
  readonly heights: Pick<LatestMessageIds, "note">;
  readonly log: Pick<Log, "warn">;
}

export interface HandleMessage {
  /** Resolves once the message is stored, or saved with its album. */
  message(msg: Message, updateId: number): Promise<void>;
  /** Resolves once the reaction is stored as context. */
  reaction(reaction: MessageReactionUpdated, updateId: number): Promise<void>;
  /** Resolves once the album is stored as one message. */
  album(album: Album, updateId: number): Promise<void>;
}

/**
 * Creates the handler for messages: albums become one message, corrections become decisions, and
 * bot loops are ignored.
 */
export function createMessageHandler(deps: MessageHandlerDeps): HandleMessage {
  const { inbox, log, config } = deps;
  const guard = createBotLoopGuard(deps);

  const deliver = async (album: Album, updateId: number): Promise<void> => {
    const envelope = await inBusinessChat(
      album[0],
      toEnvelope(album, { ...deps.reading, updateId }),
    );
    if (!envelope || guard.isTooMuch(envelope, updateId)) return;
    postUnreadable(envelope);
    const { username } = deps.reading.self;
    await receiveMessage(envelope, Number(envelope.id), {
      ...deps,
      username,
      quoteOf: () => quoteFor(album[0], envelope),
      onCorrected: (correction) => close(envelope, correction),
      textsOf: textsFor,
      reply: (text) => deps.reply(envelope, text),
    });
  };

  /** Labels a message of a business chat; undefined if the agent does not hear it. */
  const inBusinessChat = async (msg: Message, envelope: Envelope | undefined) => {
    const { business_connection_id: id, chat, from } = msg;
    if (id === undefined || !envelope) return envelope;
    // The agent's own messages, on behalf of the account.
    if (config.business === "off" || msg.sender_business_bot) return undefined;
    const connection = await deps.business.find(id);
    if (!connection) return undefined;
    const { isOverheard: _, ...said } = envelope;
    const other = chat.type === "private" ? nameOf(chat) : envelope.sender.name;
    const isAnswered = config.business === "answer" && connection.canReply;
    const isOwners = from?.id === connection.user;
    return {
      ...said,
      title: `Business chat of ${connection.name} with ${other}`,
      ...((isOwners || !isAnswered) && { isOverheard: true as const }),
    };
  };

  const postUnreadable = ({ id, address, media = [] }: Envelope) => {
    for (const { kind, text } of media) {
      if (kind !== UNREADABLE) continue;
      log.warn("failed to read message", { chat: address.externalId, message: id, told: text });
    }
  };

  /** Returns the quote of a replied-to message whose text Telegram does not send. */
  const quoteFor = async (
    msg: Message,
    { address, quote }: Envelope,
  ): Promise<Envelope["quote"]> => {
    const replied = unquoted(msg);
    if (!replied) return quote;
    const said = await deps.findSaid(address.externalId, String(replied.message_id));
    if (!said || said.text.trim() === "") return quote;
    return { ...said, ...(quote && { name: quote.name }) };
  };

  /** If the process dies before, the message arrives again and does this then. */
  const close = (envelope: Envelope, { approval, by }: Correction): Promise<void> => {
    const { address } = envelope;
    return deps.closeQuestion({ approval, by, address, said: textsFor(envelope).approvals });
  };

  return {
    album: deliver,
    async reaction(reaction, updateId) {
      const { chat, message_id: message } = reaction;
      if (!(await deps.groups.hears({ chat }))) return;
      const { channel } = deps.reading;
      const envelope = reactionEnvelope(reaction, { channel, updateId });
      if (!envelope) return;
      const quote = await deps.findSaid(envelope.address.externalId, String(message));
      await inbox.deliver({ ...envelope, ...(quote && { quote }) });
    },
    async message(msg, updateId) {
      const { externalId } = addressOf(msg, deps.reading.channel);
      deps.heights.note(parseChat(externalId).chat, msg.message_id);
      if (!(await deps.groups.hears(msg))) return;
      // Deliveries that waited for the closed topic can be sent now.
      if (msg.forum_topic_reopened) await inbox.retryWaiting(addressOf(msg, deps.reading.channel));
      const migration = migrationEnvelope(msg, deps.reading.channel);
      if (migration) await inbox.deliver(migration);
      const albums = deps.albums();
      if (msg.media_group_id === undefined) {
        await albums.flush(msg.chat.id);
        return deliver([msg], updateId);
      }
      if (msg.edit_date === undefined) return albums.add(msg, updateId);
      await albums.flush(msg.chat.id);
      return deliver(albums.withEdit(msg) ?? [msg], updateId);
    },
  };
}

function textsFor({ sender }: Envelope): Texts {
  return texts(sender.language);
}
