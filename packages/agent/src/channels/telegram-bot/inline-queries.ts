import { Fault } from "@reeve/sdk";
import { renderMarkdown } from "chat-markdown/telegram";
import type { InlineQuery, InlineQueryResultArticle } from "grammy/types";
import type { Inbox } from "../../core/inbox.ts";
import type { TurnRef } from "../../core/outbound.ts";
import { truncate } from "../../kernel/text/truncate.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Log } from "../../platform/log.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { formatInlineChat } from "./chat-address.ts";
import type { TelegramClient } from "./client.ts";
import { TELEGRAM_BOT, type TelegramBotConfig } from "./config.ts";
import { isPersonListed } from "./incoming/allowed-groups.ts";
import { messageSender } from "./incoming/message/message-sender.ts";
import { NO_PREVIEW } from "./outgoing/send-piece.ts";
import { refusalOf } from "./telegram-fault.ts";
import { attempt } from "../../kernel/attempt.ts";

/**
 * Inline queries: text that a person types behind the bot's name in any chat. Telegram sends one per
 * keystroke; a turn answers only one after which the person has paused.
 */
export interface InlineQueries {
  /** Resolves once a query is answered, stored as a message, or replaced by a newer one. */
  take(query: InlineQuery, inbox: Pick<Inbox, "deliver">, signal: AbortSignal): Promise<void>;
  /**
   * Answers the query of a turn, or the same one typed again, with the first text of its reply; returns the
   * id of the query. Rejects with `missing` if the turn, or what is said without one, answers no query.
   */
  deliver(chat: string, part: ReplyPart, of: TurnRef | undefined): Promise<string>;
}

export interface InlineQueriesDeps extends Pick<ChannelHost, "resolveSender" | "clock" | "pause"> {
  readonly client: Pick<TelegramClient, "call">;
  readonly config: Pick<TelegramBotConfig, "inline" | "groups">;
  readonly log: Pick<Log, "warn">;
}

/** Time in milliseconds without a keystroke after which a query is answered. */
const QUIET_MS = 1000;
/** Shorter queries are beginnings of words. */
const MIN_CHARS = 3;
/** Maximum number of turns that the queries of a person start in a minute. */
const MAX_TURNS = 6;
const MINUTE_MS = 60_000;
/** Time in milliseconds for which the same query of the same person gets the same reply. */
const CACHE_MS = 5 * 60_000;
/** Time in milliseconds after which a turn is taken to have ended without a reply. */
const MAX_TURN_MS = 2 * MINUTE_MS;
/** Number of people, queries and replies to remember. */
const MAX_KNOWN = 500;
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 120;

/** How the agent sees where it replies. */
const TITLE = "inline query, whose short reply the person posts in another chat";

interface Query {
  readonly id: string;
  readonly key: string;
}

/** Query that has become a message. */
interface Sent {
  readonly key: string;
  readonly at: number;
  /** Kind of the part that has answered it. */
  readonly answer?: "text" | "notice";
}

export function createInlineQueries(deps: InlineQueriesDeps): InlineQueries {
  const { client, config, clock, pause, log } = deps;
  const newest = new Map<string, Query>();
  /** By the id of the query. */
  const sent = new Map<string, Sent>();
  const replies = new Map<
    string,
    { readonly article: InlineQueryResultArticle; readonly at: number }
  >();
  const starts = new Map<string, readonly number[]>();

  const answer = async (id: string, results: readonly InlineQueryResultArticle[]) => {
    const options = { is_personal: true, cache_time: 0 };
    const made = await attempt(
      client.call((api) => api.answerInlineQuery(id, [...results], options)),
    );
    if (made.status === "fulfilled") return;
    // The person has typed on, or closed the chat. The same query gets the reply at once.
    if (refusalOf(made.reason) === "query-too-old") return;
    // A query is over in seconds, so it is not answered later.
    log.warn("failed to answer inline query", { error: made.reason });
  };
  const isRunning = (key: string): boolean => {
    const since = clock.now() - MAX_TURN_MS;
    return [...sent.values()].some((one) => one.key === key && !one.answer && one.at > since);
  };
  const mayStart = (person: string): boolean => {
    const now = clock.now();
    const recent = (starts.get(person) ?? []).filter((at) => at > now - MINUTE_MS);
    if (recent.length >= MAX_TURNS) return false;
    remember(starts, person, [...recent, now]);
    return true;
  };

  return {
    async take({ id, from, query }, inbox, signal) {
      if (config.inline === "off") return;
      const text = query.trim();
      const person = String(from.id);
      const key = keyOf(person, text);
      remember(newest, person, { id, key });
      if (text.length < MIN_CHARS || !isPersonListed(config.groups, person)) return answer(id, []);
      const known = replies.get(key);
      if (known && known.at > clock.now() - CACHE_MS) return answer(id, [known.article]);
      await pause(QUIET_MS, signal);
      const isNewest = newest.get(person)?.id === id;
      // A turn that already answers the same text will answer this query.
      if (!isNewest || signal.aborted || isRunning(key)) return;
      const sender = messageSender({ from });
      if (!mayStart(person)) return answer(id, []);
      const { role } = await deps.resolveSender(sender);
      if (role === "stranger") return answer(id, []);
      remember(sent, id, { key, at: clock.now() });
      const { outcome } = await inbox.deliver({
        id,
        edit: 0,
        // Other people read the reply, so it must not contain private data.
        address: { channel: TELEGRAM_BOT, externalId: formatInlineChat(person), kind: "group" },
        sender,
        title: TITLE,
        text,
        sentAt: clock.now(),
      });
      if (outcome === "queued") return;
      sent.delete(id);
      await answer(id, []);
    },
    async deliver(chat, part, of) {
      // Only text fits into a result. Approvals are shown in the approvers' direct chats.
      if (part.type !== "text" && part.type !== "notice") return "";
      const id = await of?.answers();
      const query = id === undefined ? undefined : sent.get(id);
      if (query?.answer === "text") return "";
      const article = toArticle(part.text);
      if (id === undefined || !query || !article)
        throw new Fault("missing", "No inline query waits for this reply.", {
          hint: "Reminders and other messages reach people in their chat with the bot.",
        });
      remember(sent, id, { ...query, answer: part.type });
      const { key } = query;
      // The query may work the next time, so it is not answered with the same notice again.
      if (part.type === "text") remember(replies, key, { article, at: clock.now() });
      const typed = newest.get(chat.slice(formatInlineChat("").length));
      const open = typed?.key === key ? typed.id : id;
      await answer(open, [article]);
      return open;
    },
  };
}

/** The same for queries of a person that get the same reply. */
function keyOf(person: string, text: string): string {
  return `${person}\n${text.toLowerCase()}`;
}

/** Sets a value as the newest, and drops the oldest ones. */
function remember<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > MAX_KNOWN && oldest !== undefined) values.delete(oldest);
}

/** Makes the answer of a query, as far as it is shown. */
function toArticle(text: string): InlineQueryResultArticle | undefined {
  const [first] = renderMarkdown(text, { links: "plain", longCode: "split" });
  if (first?.type !== "text") return undefined;
  const [title = ""] = first.text.split("\n");
  return {
    type: "article",
    id: "reply",
    title: truncate(title, MAX_TITLE),
    description: truncate(first.text, MAX_DESCRIPTION),
    input_message_content: {
      message_text: first.text,
      entities: [...first.entities],
      ...NO_PREVIEW,
    },
  };
}
