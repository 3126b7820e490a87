import type { Control } from "../../../core/control.ts";
import { MAX_MESSAGE_UNITS, renderPlain } from "chat-markdown/telegram";
import type { Address } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import type { Texts } from "../../../platform/texts.ts";
import { showAnswer } from "../outgoing/show-answer.ts";
import { findOutcome, type Outcome } from "../../kit/find-outcome.ts";
import { parseChat } from "../chat-address.ts";
import type { Questions } from "../questions.ts";
import type { TelegramClient } from "../client.ts";

/** An approval that was answered, and the message that asks for it. */
export interface AnsweredQuestion {
  readonly approval: string;
  readonly message: number;
  /** Text of the message if known. */
  readonly text?: string | undefined;
  readonly address: Address;
  readonly by: Principal;
  readonly said: Texts["approvals"];
}

export interface CloseDeps {
  readonly control: Pick<Control, "receive">;
  readonly client: TelegramClient;
  readonly questions: Pick<Questions, "close">;
  readonly signal: AbortSignal;
}

/**
 * Removes the buttons of a closed approval and shows its outcome; an open one stays, and so does one whose
 * message shows the result of its call. Does nothing if the message is gone.
 */
export async function closeQuestion(
  { approval, message, text: shown, address, by, said }: AnsweredQuestion,
  { control, client, questions, signal }: CloseDeps,
): Promise<void> {
  const outcome = await findOutcome({ id: approval, by, address }, control, said);
  if (!outcome) return;
  const { chat } = parseChat(address.externalId);
  const text = textOf(outcome, shown);
  await questions.close({ approval, chat: address.externalId, message }, async () => {
    await showAnswer({ chat, message, text, signal }, client);
  });
}

function textOf({ question, text }: Outcome, shown: string | undefined): string {
  if (question === undefined) return text;
  // If a long approval took several messages, the last one has the buttons.
  const asked = shown ?? renderPlain(question).at(-1)?.text ?? "";
  const end = `\n\n${text}`;
  return truncate(asked, MAX_MESSAGE_UNITS - end.length) + end;
}
