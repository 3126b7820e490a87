import { MAX_MESSAGE_UNITS } from "chat-markdown/telegram";
import { attempt } from "../../../kernel/attempt.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";

/** Shows the answer to a question in its message, and removes the buttons. Without a text, only removes them. */
export async function showAnswer(
  {
    chat,
    message,
    text,
    signal,
  }: {
    /** Telegram's id. */
    readonly chat: string;
    readonly message: number;
    readonly text: string | undefined;
    readonly signal: AbortSignal;
  },
  client: TelegramClient,
): Promise<void> {
  const edited = await attempt(
    client.send({ chat, sending: "final", signal }, (api) =>
      text === undefined
        ? api.editMessageReplyMarkup(chat, message)
        : api.editMessageText(chat, message, truncate(text, MAX_MESSAGE_UNITS), {
            link_preview_options: { is_disabled: true },
          }),
    ),
  );
  // The message may be gone, or show it already.
  if (edited.status === "rejected" && refusalOf(edited.reason) === undefined) throw edited.reason;
}
