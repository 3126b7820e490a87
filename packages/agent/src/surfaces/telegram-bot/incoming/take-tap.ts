import type { CallbackQuery } from "grammy/types";
import type { Control } from "../../../core/control.ts";
import type { Inbox } from "../../../core/inbox.ts";
import type { Address, Envelope } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { answerTap, tellTapFailure } from "../../answer-tap.ts";
import { parseTap, type Tap } from "../../question-verbs.ts";
import type { Revisions } from "../../revisions.ts";
import type { ChatLanguages } from "../chat-languages.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";
import { type Texts, textsIn } from "../texts.ts";
import { closeQuestion } from "./close-question.ts";
import { nameOf } from "./describe-media.ts";
import { addressOf } from "./to-envelope.ts";

export interface TakeTapParts {
  readonly surface: string;
  readonly client: TelegramClient;
  readonly inbox: Pick<Inbox, "decide">;
  readonly control: Pick<Control, "call">;
  readonly revisions: Revisions;
  readonly languages: ChatLanguages;
  readonly knowSender: (sender: Envelope["sender"]) => Promise<Principal>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

interface Tapped {
  readonly tap: Tap;
  readonly by: Principal;
  readonly user: string;
  readonly address: Address;
  readonly texts: Texts;
  /** The message with the buttons. */
  readonly message: number;
}

/** A spinner is not shown for longer. */
const SPINNER_MS = 1000;

/** Carries out a tapped button as whoever tapped, and tells them what came of it. */
export async function takeTap(query: CallbackQuery, parts: TakeTapParts): Promise<void> {
  const tap = parseTap(query.data);
  const { message, from } = query;
  if (!tap || !message) return dismiss(query, parts);
  const { username, language_code: language } = from;
  const sender = {
    id: String(from.id),
    name: nameOf(from),
    ...(username !== undefined && { username }),
  };
  const tapped: Tapped = {
    tap,
    by: await parts.knowSender(sender),
    user: sender.id,
    address: addressOf(message, parts.surface),
    texts: textsIn(language),
    message: message.message_id,
  };
  const outcome = carryOut(tapped, parts).catch((error: unknown): Outcome => {
    return { toast: tellTapFailure(error, tapped.texts).slice(0, MOST_TOAST) };
  });
  const over = new AbortController();
  const late = parts.pause(SPINNER_MS, AbortSignal.any([over.signal, parts.signal]));
  const soon = await Promise.race([outcome, late.then(() => undefined)]);
  over.abort();
  await dismiss(query, parts, soon?.toast);
  await (await outcome).afterwards?.();
}

interface Outcome {
  /** What whoever tapped is told above the chat. */
  readonly toast: string;
  /** What may have to wait for Telegram's limits. */
  readonly afterwards?: (() => Promise<void>) | undefined;
}

async function carryOut(tapped: Tapped, parts: TakeTapParts): Promise<Outcome> {
  const { tap, texts } = tapped;
  const outcome = await answerTap(tapped, parts);
  if (outcome === "ask") return { toast: texts.noted, afterwards: () => askChange(tapped, parts) };
  const toast = texts[outcome];
  if (tap.kind === "plan") return { toast };
  // Where the process dies before, the tap comes again, is too late, and does so then.
  return { toast, afterwards: () => closeQuestion({ ...tapped, approval: tap.id }, parts) };
}

async function askChange(
  { tap, user, address, texts, message }: Tapped,
  { client, revisions, signal }: TakeTapParts,
): Promise<void> {
  const { chat, topic } = parseChat(address.chat);
  const asked = await client.send({ chat, sending: "final", signal }, (api) =>
    api.sendMessage(chat, texts.askChange, {
      ...(topic !== undefined && { message_thread_id: topic }),
      reply_parameters: { message_id: message, allow_sending_without_reply: true },
      // In groups a bot is shown replies to it, whatever its privacy mode.
      reply_markup: { force_reply: true, selective: true },
    }),
  );
  // Known by its number, so that what was written before and comes again is no correction.
  const after = asked?.message_id ?? message;
  await revisions.expect({ chat: address.chat, user }, { approval: tap.id, after });
}

/** Telegram shows no more above a chat. */
const MOST_TOAST = 200;

async function dismiss(
  { id }: CallbackQuery,
  { client }: Pick<TakeTapParts, "client">,
  text?: string,
): Promise<void> {
  const options = text === undefined ? {} : { text };
  await client
    .call((api) => api.answerCallbackQuery(id, options))
    .catch((error: unknown) => {
      if (refusalOf(error) !== "query-too-old") throw error;
    });
}
