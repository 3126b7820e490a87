import type { Envelope } from "../../../kernel/envelope.ts";
import { parseChat } from "../chat-address.ts";
import type { BotMessages } from "../bot-messages.ts";
import type { TelegramBotDeps } from "../channel.ts";

/**
 * Returns the text of a message of a chat if it is stored. A reply that was sent as several
 * messages is stored under the first one; for the last reply of a chat, the other messages are
 * known, too.
 */
export async function findSentText(
  { chat, message }: { readonly chat: string; readonly message: string },
  { own, findSaid }: { readonly own: BotMessages } & Pick<TelegramBotDeps, "findSaid">,
): Promise<Envelope["quote"]> {
  const said = await findSaid(chat, message);
  if (said) return said;
  const { parts } = await own.read(parseChat(chat).chat);
  const part = parts.find(
    ({ place: externalId, ids }) => externalId === chat && ids.includes(Number(message)),
  );
  const [first] = part?.ids ?? [];
  return first === undefined || String(first) === message
    ? undefined
    : findSaid(chat, String(first));
}
