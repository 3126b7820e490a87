import { Fault } from "@reeve/sdk";
import { renderMarkdown } from "chat-markdown/telegram";
import type { InlineQuery, InlineQueryResultArticle } from "grammy/types";
import type { Inbox } from "../../core/inbox.ts";
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
   * Answers the newest query of a person with the first text of a turn's reply; returns the id of the query.
   * Rejects with `missing` if no query waits for it.
   */
  deliver(chat: string, part: ReplyPart, turn: string | undefined): Promise<string>;
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
/** Number of people and replies to remember. */
const MAX_KNOWN = 500;
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 120;

/** How the agent sees where it replies. */
const TITLE = "inline query, whose short reply the person posts in another chat";

interface Query {
  readonly id: string;
  /** Text without spaces around it, in lower case. */
  readonly key: string;
}

export function createInlineQueries(deps: InlineQueriesDeps): InlineQueries {
  const { client, config, clock, pause, log } = deps;
  const newest = new Map<string, Query>();
  /** Query that a turn is answering, by person. */
  const running = new Map<string, { readonly key: string; readonly at: number }>();
  /** The last turn that answered a query, by person. */
  const answered = new Map<string, string | undefined>();
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
  const isRunning = (person: string, key: string): boolean => {
    const turn = running.get(person);
    return turn?.key === key && turn.at > clock.now() - MAX_TURN_MS;
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
      const key = text.toLowerCase();
      const person = String(from.id);
      remember(newest, person, { id, key });
      if (text.length < MIN_CHARS || !isPersonListed(config.groups, person)) return answer(id, []);
      const known = replies.get(keyOf(person, key));
      if (known && known.at > clock.now() - CACHE_MS) return answer(id, [known.article]);
      await pause(QUIET_MS, signal);
      const isNewest = newest.get(person)?.id === id;
      // A turn that already answers the same text will answer this query.
      if (!isNewest || signal.aborted || isRunning(person, key)) return;
      const sender = messageSender({ from });
      if (!mayStart(person)) return answer(id, []);
      const { role } = await deps.resolveSender(sender);
      if (role === "stranger") return answer(id, []);
      remember(running, person, { key, at: clock.now() });
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
      running.delete(person);
      await answer(id, []);
    },
    async deliver(chat, part, turn) {
      const person = chat.slice(formatInlineChat("").length);
      const query = newest.get(person);
      // Only text fits into a result. Approvals are shown in the approvers' direct chats.
      const isText = part.type === "text" || part.type === "notice";
      if (!isText || (turn !== undefined && answered.get(person) === turn)) return "";
      const asked = running.get(person);
      const article = toArticle(part.text);
      if (!query || !asked || !article)
        throw new Fault("missing", "No inline query waits for this reply.", {
          hint: "Reminders and other messages reach people in their chat with the bot.",
        });
      running.delete(person);
      remember(answered, person, turn);
      for (const key of new Set([query.key, asked.key]))
        remember(replies, keyOf(person, key), { article, at: clock.now() });
      await answer(query.id, [article]);
      return query.id;
    },
  };
}

function keyOf(person: string, key: string): string {
  return `${person}\n${key}`;
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
