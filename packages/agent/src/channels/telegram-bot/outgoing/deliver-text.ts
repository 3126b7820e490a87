import type { Voice } from "../../../integrations/speech.ts";
import { renderMarkdown, renderRich } from "chat-markdown/telegram";
import type { Language } from "../../../kernel/languages.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { isDirectChat } from "../chat-address.ts";
import type { Form } from "../delivery-state.ts";
import { answerOf, isOfChat, isUnknownMethod, refusalOf } from "../telegram-fault.ts";
import type { Delivery } from "./delivery.ts";
import type { VoiceCache } from "./voice-cache.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import { type Piece, plainPieces } from "./piece.ts";
import type { Placeholders } from "./placeholders.ts";
import { hasArrivedAsFile, sendPieces } from "./send-pieces.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface TextReply extends Extract<ReplyPart, { type: "text" }> {
  /** Aborted reply, in Markdown, shown above it. */
  readonly above?: string | undefined;
}

export interface TextDeps extends OutgoingDeps {
  readonly placeholders: Placeholders;
  readonly rich: RichSwitch;
  readonly voices: VoiceCache;
}

/**
 * Whether Telegram formats replies with rich messages. After a server has rejected one, it stays
 * off.
 */
export interface RichSwitch {
  isOn(): boolean;
  turnOff(): void;
}

/** Maximum time in milliseconds for speech, so that it does not delay the reply. */
const MAX_SPEAKING_MS = 30_000;

/**
 * Sends a text in the best form that Telegram accepts: as speech if wanted, rich in direct chats,
 * with entities, or without any if Telegram refuses them.
 */
export async function deliverText(
  part: TextReply,
  delivery: Delivery,
  deps: TextDeps,
): Promise<readonly number[]> {
  const { ledger, target, clientId } = delivery;
  const { client, voices } = deps;
  // A recording that may have arrived is neither paid for again nor sent as text, too.
  const isHeard = ledger.form === "voice" && (await hasArrivedAsFile(target, { client, ledger }));
  const sent = isHeard ? ledger.ids : await sendText(part, delivery, deps);
  voices.drop(clientId);
  return sent;
}

async function sendText(
  part: TextReply,
  delivery: Delivery,
  deps: TextDeps,
): Promise<readonly number[]> {
  const { ledger, target, of, clientId } = delivery;
  const { client, placeholders } = deps;
  const voice = await speak(part, delivery, deps);
  const placeholder = of && (await placeholders.take(of.turn, { clientId, chat: target.chat }));
  const forms = formsFrom(ledger.form ?? firstForm(part, delivery, { voice, deps }));
  for (const [index, form] of forms.entries()) {
    if (form === "voice" && !voice) continue;
    ledger.choose(form);
    const pieces: readonly Piece[] =
      form === "voice" && voice ? [voice] : writtenPieces(part, form);
    const sent = await attempt(sendPieces(pieces, target, { client, ledger, placeholder }));
    if (sent?.status === "fulfilled") return sent.value;
    const error: unknown = sent?.reason;
    const next = forms[index + 1];
    if (next === undefined || !isOfForm(error)) throw error;
    // Other refusals cannot be fixed by sending the text in other pieces.
    if (next === "unfiled" && refusalOf(error) !== "no-media") throw error;
    if (form === "rich" && isUnknownMethod(error)) deps.rich.turnOff();
    deps.log.info("telegram rejected message formatting", { form, error });
  }
  throw new Error("the plain form was not tried");
}

function firstForm(
  part: TextReply,
  { target }: Delivery,
  { voice, deps }: { voice: Piece | undefined; deps: TextDeps },
): Form {
  if (voice) return "voice";
  const isRich = deps.rich.isOn() && isDirectChat(target);
  const needsFile = () => renderMarkdown(part.text).some(({ type }) => type === "file");
  return isRich && richOf(part) && !needsFile() ? "rich" : "entities";
}

/** Returns a form, and the fallbacks if Telegram refuses it. */
function formsFrom(form: Form): readonly Form[] {
  switch (form) {
    case "voice":
      return ["voice", "entities", "plain", "unfiled"];
    case "rich":
      return ["rich", "entities", "plain", "unfiled"];
    case "entities":
      return ["entities", "plain", "unfiled"];
    case "plain":
      return ["plain", "unfiled"];
    case "unfiled":
      return ["unfiled"];
  }
}

function richOf({ text, links, above = "" }: TextReply) {
  return renderRich([above, text], { links });
}

function writtenPieces(reply: TextReply, form: Form): readonly Piece[] {
  const { text, links, above } = reply;
  const message = form === "rich" ? richOf(reply) : undefined;
  if (message) return [{ type: "rich", message }];
  // People have seen all of it while it was written.
  const longCode = above === undefined ? "file" : "split";
  const pieces = renderMarkdown([above ?? "", text], { links, longCode }).flatMap(
    (part): readonly Piece[] => {
      if (part.type !== "file") return [form === "entities" ? part : { ...part, entities: [] }];
      if (form === "unfiled") return plainPieces(part.text);
      const data = new TextEncoder().encode(part.text);
      return [{ type: "file", as: "document", name: part.name, data, caption: "" }];
    },
  );
  // Text that renders to nothing is still sent.
  return pieces.length > 0 ? pieces : [{ type: "text", text: text.trim() || "…", entities: [] }];
}

/** Sends the reply as speech if wanted and possible. Text that cannot be spoken is sent as text. */
async function speak(
  { text, spoken }: TextReply,
  { ledger, target, of, signal, clientId, language }: Delivery,
  { say, client, log, voices }: TextDeps,
): Promise<Piece | undefined> {
  const isFresh = ledger.ids.length === 0 && (ledger.form ?? "voice") === "voice";
  if (!spoken || !say || !isFresh) return undefined;
  const kept = voices.find(clientId);
  if (kept) return toPiece(kept);
  const { chat, topic } = target;
  const recording = client.act({ chat, topic, action: "record_voice" });
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_SPEAKING_MS)]);
  const [said] = await Promise.allSettled([
    say(text, { ...spoken, fallbackLanguage: fallbackOf(language), signal: within, of }),
    recording,
  ]);
  if (said?.status === "fulfilled") {
    voices.set(clientId, said.value);
    return toPiece(said.value);
  }
  signal.throwIfAborted();
  log.debug("failed to send voice reply", { chat, error: said?.reason });
  return undefined;
}

function toPiece({ data, seconds }: Voice): Piece {
  return { type: "voice", data, seconds };
}

/** Languages without translations of our texts fall back to English. */
function fallbackOf(language: Language | undefined): Language | undefined {
  return language === "en" ? undefined : language;
}

/** Returns whether Telegram accepts the chat but not this form. */
function isOfForm(error: unknown): boolean {
  const answer = answerOf(error);
  if (!answer) return false;
  return !isOfChat(answer) && (answer.error_code === 400 || isUnknownMethod(answer));
}
