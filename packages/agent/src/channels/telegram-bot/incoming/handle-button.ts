import { isFault } from "@reeve/sdk";
import type { CallbackQuery } from "grammy/types";
import type { Control } from "../../../core/control.ts";
import type { Inbox } from "../../../core/inbox.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Address, Envelope } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { texts, type Texts } from "../../../platform/texts.ts";
import { askChange } from "../../kit/correction-prompts.ts";
import { answerButton, formatButtonFailure } from "../../kit/answer-button.ts";
import { parseButtonData, type ButtonPress } from "../../kit/button-data.ts";
import type { PendingCorrections } from "../../kit/pending-corrections.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import type { Questions } from "../questions.ts";
import type { BotMessages } from "../bot-messages.ts";
import { answerQuery, MAX_TOAST, withinSpinner } from "./answer-query.ts";
import { pressPluginButton } from "./press-plugin-button.ts";
import { showAnswer } from "../outgoing/show-answer.ts";
import { closeQuestion } from "./close-question.ts";
import { nameOf } from "./message/describe-media.ts";
import { sendLine } from "./send-line.ts";
import { addressOf } from "./message/to-envelope.ts";

export interface HandleButtonDeps {
  readonly channel: string;
  readonly client: TelegramClient;
  readonly own: BotMessages;
  readonly inbox: Pick<Inbox, "decide" | "press">;
  readonly control: Pick<Control, "receive">;
  readonly revisions: PendingCorrections;
  readonly questions: Pick<Questions, "close">;
  readonly clock: Clock;
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

interface PressedButton {
  readonly press: ButtonPress;
  readonly by: Principal;
  readonly user: string;
  readonly address: Address;
  readonly said: Texts["approvals"];
  readonly decided: Texts["people"]["decided"];
  /** The message with the buttons. */
  readonly message: number;
  /** Text of the message; undefined if it is too old for Telegram to send. */
  readonly text: string | undefined;
  /** Display name of the person who pressed the button. */
  readonly name: string;
}

/** Carries out a button press and shows its result to the person who pressed it. */
export async function handleButton(query: CallbackQuery, deps: HandleButtonDeps): Promise<void> {
  const press = parseButtonData(query.data);
  const { message, from } = query;
  if (!press || !message) return answerQuery(query, deps);
  const { username, language_code: language } = from;
  const sender = {
    id: String(from.id),
    name: nameOf(from),
    ...(username !== undefined && { username }),
  };
  const by = await deps.resolveSender(sender);
  if (press.kind === "plugin") return pressPluginButton({ query, message, press, by }, deps);
  const tapped: PressedButton = {
    press,
    by,
    user: sender.id,
    address: addressOf(message, deps.channel),
    said: texts(language).approvals,
    decided: texts(language).people.decided,
    message: message.message_id,
    text: "text" in message ? message.text : undefined,
    name: sender.name,
  };
  const outcome = carryOut(tapped, deps).catch((error: unknown): Outcome => {
    const toast = formatButtonFailure(error, tapped.said).slice(0, MAX_TOAST);
    const isOver = press.kind === "pair" && isFault(error) && error.code === "missing";
    return { toast, ...(isOver && { afterwards: () => closeChoice(tapped, deps) }) };
  });
  const toast = await withinSpinner(
    outcome.then((one) => one.toast),
    deps,
  );
  await answerQuery(query, deps, toast);
  await (await outcome).afterwards?.();
}

interface Outcome {
  /** Text shown above the chat to the person who pressed the button. */
  readonly toast: string;
  /** Work that may have to wait for Telegram's rate limits. */
  readonly afterwards?: (() => Promise<void>) | undefined;
}

async function carryOut(tapped: PressedButton, deps: HandleButtonDeps): Promise<Outcome> {
  const { press, said } = tapped;
  const outcome = await answerButton(tapped, deps);
  if (outcome === "ask")
    return { toast: said.answers.noted, afterwards: () => askWhat(tapped, deps) };
  const toast = said.answers[outcome];
  if (press.kind === "plan") return { toast };
  if (press.kind === "pair") return { toast, afterwards: () => closeChoice(tapped, deps, press) };
  // If the process dies before, the press arrives again, is too late, and does this then.
  return { toast, afterwards: () => closeQuestion({ ...tapped, approval: press.id }, deps) };
}

/** Removes the buttons of a question about access, and adds the answer if it is known. */
async function closeChoice(
  { address, message, text, decided }: PressedButton,
  { client, signal }: Pick<HandleButtonDeps, "client" | "signal">,
  press?: Extract<ButtonPress, { kind: "pair" }>,
): Promise<void> {
  const { chat } = parseChat(address.externalId);
  const mark = press && `${press.verb === "refuse" ? "❌" : "✅"} ${decided[press.verb]}`;
  const shown = text === undefined || mark === undefined ? undefined : `${text}\n\n${mark}`;
  await showAnswer({ chat, message, text: shown, signal }, client);
}

async function askWhat(
  { press, user, name, address, said, message }: PressedButton,
  deps: HandleButtonDeps,
): Promise<void> {
  const isDirect = address.kind === "direct";
  const text = askChange(isDirect ? "direct" : "group", said);
  const forced = isDirect ? "reader" : { id: Number(user), name };
  const after = await sendLine({ address, text, answers: message, forced }, deps);
  const expected = {
    approval: press.id,
    // Identified by number, so that an earlier message that arrives again is no correction.
    after,
    at: deps.clock.now(),
    messages: [String(message), String(after)],
  };
  await deps.revisions.expect({ externalId: address.externalId, user }, expected);
}
