import { z } from "zod";
import type { Control } from "../../../core/control.ts";
import { MAX_MESSAGE_UNITS } from "../../../integrations/telegram.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";
import type { Texts } from "../texts.ts";

/** A question that somebody answered, and the message that asks it. */
export interface AnsweredQuestion {
  readonly approval: string;
  readonly message: number;
  readonly address: Address;
  readonly by: Principal;
  readonly texts: Texts;
}

export interface CloseParts {
  readonly control: Pick<Control, "call">;
  readonly client: TelegramClient;
  readonly signal: AbortSignal;
}

const shownApproval = z.object({ state: z.string(), preview: z.string() });

/**
 * Takes the buttons from the message of a question that is closed, and says beneath it how; one
 * that is open stays. A message that is not there any more is no matter.
 */
export async function closeQuestion(
  { approval, message, address, by, texts }: AnsweredQuestion,
  { control, client, signal }: CloseParts,
): Promise<void> {
  const caller = { person: by, surface: address.surface, chat: address.chat };
  const shown = await control.call("approvals.show", { approval }, caller);
  const { state, preview } = shownApproval.parse(shown);
  if (state === "pending") return;
  const { chat } = parseChat(address.chat);
  const text = `${preview}\n\n${texts.closed[endOf(state)]}`;
  // Where a long question took several messages, only the last has the buttons.
  const isWhole = text.length <= MAX_MESSAGE_UNITS;
  const editing = client.send({ chat, sending: "final", signal }, (api) =>
    isWhole
      ? api.editMessageText(chat, message, text, { link_preview_options: { is_disabled: true } })
      : api.editMessageReplyMarkup(chat, message),
  );
  await editing.catch((error: unknown) => {
    if (refusalOf(error) === undefined) throw error;
  });
}

function endOf(state: string): keyof Texts["closed"] {
  if (state === "expired") return "expired";
  return state === "cancelled" ? "refused" : "allowed";
}
