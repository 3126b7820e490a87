import type { Envelope } from "../../../kernel/envelope.ts";
import type { Log } from "../../../platform/log.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";

interface Said {
  /** The message that is answered. */
  readonly to: Envelope;
  readonly text: string;
}

interface SayParts {
  readonly client: TelegramClient;
  readonly signal: AbortSignal;
  readonly log: Pick<Log, "warn">;
}

/** Says a line about a message that may be lost: what must arrive leaves by the outbox. */
export async function saySoon({ to, text }: Said, { client, signal, log }: SayParts) {
  const { chat, topic } = parseChat(to.address.chat);
  const sent = client.send({ chat, sending: "placeholder", signal }, (api) =>
    api.sendMessage(chat, text, {
      ...(topic !== undefined && { message_thread_id: topic }),
      reply_parameters: { message_id: Number(to.id), allow_sending_without_reply: true },
      link_preview_options: { is_disabled: true },
    }),
  );
  const [said] = await Promise.allSettled([sent]);
  if (said?.status === "rejected" && !signal.aborted)
    log.warn("a line could not be said", { chat: to.address.chat, error: said.reason });
}
