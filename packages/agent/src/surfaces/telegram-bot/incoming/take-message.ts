import type { Message } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { Log } from "../../../platform/log.ts";
import type { Revisions } from "../../revisions.ts";
import { takeCorrection } from "../../take-correction.ts";
import type { ChatLanguages } from "../chat-languages.ts";
import type { TelegramBotConfig } from "../config.ts";
import type { Album, Albums } from "./albums.ts";
import type { MessageHeights } from "../message-heights.ts";
import type { AnsweredQuestion } from "./close-question.ts";
import { hear, type Heard } from "./loop-guard.ts";
import { type Reading, toEnvelope } from "./to-envelope.ts";

export interface TakeMessageParts {
  readonly inbox: Inbox;
  readonly reading: Omit<Reading, "updateId">;
  readonly config: Pick<TelegramBotConfig, "groups">;
  readonly albums: () => Pick<Albums, "add" | "flush" | "withEdit">;
  readonly revisions: Revisions;
  readonly languages: ChatLanguages;
  readonly knowSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Says something to whoever wrote, which may be lost. */
  readonly say: (to: Envelope, text: string) => Promise<void>;
  /** Takes the buttons from a question that was answered in words. */
  readonly closeQuestion: (answered: Omit<AnsweredQuestion, "message">) => Promise<void>;
  readonly heights: Pick<MessageHeights, "note">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

export interface TakeMessage {
  /** Resolves once the message is stored, or kept with its album. */
  message(msg: Message, updateId: number): Promise<void>;
  /** Resolves once all of it is stored as one message. */
  album(album: Album, updateId: number): Promise<void>;
}

/** So many pairs of a program and a chat are remembered. */
const MOST_PAIRS = 1000;

/** Takes in what people write: albums as one message, corrections as decisions, loops not at all. */
export function createTakeMessage(parts: TakeMessageParts): TakeMessage {
  const { inbox, config, languages, clock, log } = parts;
  const heard = new Map<string, Heard>();

  /** Programs that answer each other are heard until it is too much. */
  const isLoop = ({ address, sender, isOwn }: Envelope): boolean => {
    if (!sender.isBot && !isOwn) return false;
    const pair = `${address.chat}\n${sender.id}`;
    const { heard: now, verdict, isFirst } = hear(heard.get(pair), clock.now());
    if (heard.size >= MOST_PAIRS) heard.clear();
    heard.set(pair, now);
    if (isFirst)
      log.warn("a bot is ignored until it is quiet", { chat: address.chat, sender: sender.id });
    return verdict === "ignore";
  };

  const deliver = async (album: Album, updateId: number): Promise<void> => {
    const envelope = toEnvelope(album, { ...parts.reading, updateId });
    if (!envelope || isLoop(envelope)) return;
    await languages.note(envelope.address.chat, envelope.sender.language);
    if (await correct(envelope)) return;
    await inbox.deliver(envelope);
  };

  /** Whether the message said what to change about a question. */
  const correct = async (envelope: Envelope): Promise<boolean> => {
    const correction = await takeCorrection(envelope, Number(envelope.id), parts);
    if (!correction) return false;
    const { address } = envelope;
    const texts = await languages.textsFor(address.chat);
    const problem = correction.problem(texts);
    if (problem !== undefined) await parts.say(envelope, problem);
    await parts.closeQuestion({ ...correction, address, texts });
    return true;
  };

  const isAllowed = ({ chat }: Message): boolean =>
    chat.type === "private" ||
    config.groups.allow.length === 0 ||
    config.groups.allow.includes(String(chat.id));

  return {
    album: deliver,
    async message(msg, updateId) {
      parts.heights.note(String(msg.chat.id), msg.message_id);
      if (!isAllowed(msg)) return;
      const albums = parts.albums();
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
