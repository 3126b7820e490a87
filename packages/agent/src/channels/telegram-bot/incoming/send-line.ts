import type { MessageEntity } from "grammy/types";
import type { Address } from "../../../kernel/envelope.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import type { Sending } from "../../kit/flood-gate.ts";
import type { BotMessages } from "../bot-messages.ts";

interface Line {
  readonly address: Address;
  readonly text: string;
  /** Message that it replies to. */
  readonly answers: number;
  /**
   * Person whose client opens a reply field: every reader, or one member of a group, who is
   * mentioned. A bot receives replies to such a message whatever its privacy mode.
   */
  readonly forced?: "reader" | Mentioned | undefined;
  /** Priority of the call. Default: `final`. */
  readonly sending?: Exclude<Sending, "frame">;
}

interface Mentioned {
  /** Telegram's id. */
  readonly id: number;
  readonly name: string;
}

interface LineDeps {
  readonly client: TelegramClient;
  readonly own: BotMessages;
  readonly signal: AbortSignal;
}

/**
 * Sends a line that is no part of a reply; returns its number. It waits for deliveries in its chat
 * and is recorded before the next one, so that a search for a lost part does not find it.
 */
export async function sendLine(
  { address, text, answers, forced, sending = "final" }: Line,
  { client, own, signal }: LineDeps,
): Promise<number> {
  const { chat, topic } = parseChat(address.externalId);
  const mentioned = forced === "reader" ? undefined : forced;
  const said = mentioned ? `${mentioned.name}: ${text}` : text;
  return client.inOrder(chat, async () => {
    const sent = await client.send({ chat, sending, signal }, (api) =>
      api.sendMessage(chat, said, {
        ...(topic !== undefined && { message_thread_id: topic }),
        reply_parameters: { message_id: answers, allow_sending_without_reply: true },
        link_preview_options: { is_disabled: true },
        ...(forced && { reply_markup: { force_reply: true, selective: mentioned !== undefined } }),
        ...(mentioned && { entities: [mentionOf(mentioned)] }),
      }),
    );
    if (!sent) throw new Error("a message of its own is never a frame");
    await own.note(chat, sent.message_id);
    return sent.message_id;
  });
}

/**
 * People without a username are mentioned by id. Telegram requires the other fields but ignores
 * them.
 */
function mentionOf({ id, name }: Mentioned): MessageEntity.TextMentionMessageEntity {
  const user = { id, is_bot: false, first_name: name };
  return { type: "text_mention", offset: 0, length: name.length, user };
}
