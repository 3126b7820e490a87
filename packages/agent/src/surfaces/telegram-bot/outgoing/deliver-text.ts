import type { Reply } from "../../../kernel/reply.ts";
import { isDirectChat } from "../chat-address.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import type { Delivery } from "./delivery.ts";
import { isRichSafe } from "./is-rich-safe.ts";
import type { Form } from "./ledger.ts";
import type { OutgoingParts } from "./outgoing-parts.ts";
import type { Piece } from "./piece.ts";
import type { Placeholders } from "./placeholders.ts";
import { sendPieces } from "./send-pieces.ts";

type TextReply = Extract<Reply, { type: "text" }>;

export interface TextParts extends OutgoingParts {
  readonly placeholders: Placeholders;
  readonly rich: RichSwitch;
}

/** Whether Telegram renders answers by itself: a server that cannot is asked once. */
export interface RichSwitch {
  isOn(): boolean;
  turnOff(): void;
}

/** Saying it must not keep the answer waiting. */
const MOST_SPEAKING_MS = 30_000;

/**
 * Sends a text in the best form that Telegram takes: said aloud where it is meant to be heard,
 * rich in direct chats, with entities, and without any where Telegram refuses those.
 */
export async function deliverText(
  part: TextReply,
  delivery: Delivery,
  parts: TextParts,
): Promise<readonly number[]> {
  const { ledger, target, of, clientId } = delivery;
  const { client, placeholders } = parts;
  const voice = await speak(part, delivery, parts);
  const placeholder = of && (await placeholders.take(of.turn, { clientId, chat: target.chat }));
  const forms = formsFrom(ledger.form ?? firstForm(part, delivery, { voice, parts }));
  for (const [index, form] of forms.entries()) {
    if (form === "voice" && !voice) continue;
    ledger.choose(form);
    const pieces: readonly Piece[] =
      form === "voice" && voice ? [voice] : writtenPieces(part, form, parts);
    const [sent] = await Promise.allSettled([
      sendPieces(pieces, target, { client, ledger, placeholder }),
    ]);
    if (sent?.status === "fulfilled") return sent.value;
    const error: unknown = sent?.reason;
    if (index === forms.length - 1 || !isOfForm(error)) throw error;
    if (form === "rich" && isUnknownMethod(error)) parts.rich.turnOff();
    parts.log.info("telegram refused the form of a message", { form, error });
  }
  throw new Error("the plain form was not tried");
}

function firstForm(
  { text, links }: TextReply,
  { target }: Delivery,
  { voice, parts }: { voice: Piece | undefined; parts: TextParts },
): Form {
  if (voice) return "voice";
  const isRich = parts.rich.isOn() && isDirectChat(target) && links === undefined;
  const needsFile = () => parts.rendering.markdown(text).some(({ type }) => type === "file");
  return isRich && isRichSafe(text) && !needsFile() ? "rich" : "entities";
}

/** A form, and those that are left where Telegram refuses it. */
function formsFrom(form: Form): readonly Form[] {
  switch (form) {
    case "voice":
      return ["voice", "entities", "plain"];
    case "rich":
      return ["rich", "entities", "plain"];
    case "entities":
      return ["entities", "plain"];
    case "plain":
      return ["plain"];
  }
}

function writtenPieces(
  { text, links }: TextReply,
  form: Form,
  { rendering }: TextParts,
): readonly Piece[] {
  if (form === "rich") return [{ type: "rich", markdown: text }];
  const rendered = rendering.markdown(text, { ...(links && { links }) }).map((part): Piece => {
    if (part.type === "file")
      return {
        type: "document",
        name: part.name,
        data: new TextEncoder().encode(part.text),
        caption: "",
      };
    return form === "plain" ? { ...part, entities: [] } : part;
  });
  // What shows nothing once it is rendered was still said.
  return rendered.length > 0
    ? rendered
    : [{ type: "text", text: text.trim() || "…", entities: [] }];
}

/** The answer as it is said, where it is to be and can be; what cannot be said is written. */
async function speak(
  { text, spoken }: TextReply,
  { ledger, target, of, signal }: Delivery,
  { say, client, log }: TextParts,
): Promise<Piece | undefined> {
  const isFresh = ledger.ids.length === 0 && (ledger.form ?? "voice") === "voice";
  if (!spoken || !say || !isFresh) return undefined;
  const { chat, topic } = target;
  const options = topic === undefined ? {} : { message_thread_id: topic };
  const recording = client.call((api) => api.sendChatAction(chat, "record_voice", options));
  const within = AbortSignal.any([signal, AbortSignal.timeout(MOST_SPEAKING_MS)]);
  const [said] = await Promise.allSettled([
    say(text, { ...spoken, signal: within, of }),
    recording,
  ]);
  if (said?.status === "fulfilled") {
    const { data, seconds } = said.value;
    return { type: "voice", data, seconds };
  }
  signal.throwIfAborted();
  log.debug("an answer could not be said", { chat, error: said?.reason });
  return undefined;
}

/** Telegram took the chat, and not what it was to show. */
function isOfForm(error: unknown): boolean {
  const answer = answerOf(error);
  if (!answer) return false;
  const refusal = refusalOf(answer);
  const isOfChat = refusal === "blocked" || refusal === "chat-gone" || refusal === "topic-closed";
  return !isOfChat && (answer.error_code === 400 || isUnknownMethod(error));
}

/** An older server of the Bot API. */
function isUnknownMethod(error: unknown): boolean {
  return answerOf(error)?.error_code === 404;
}
