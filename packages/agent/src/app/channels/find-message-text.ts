import type { Envelope } from "../../kernel/envelope.ts";
import type { Store } from "../../store/store.ts";

/** What a message of a chat said, by the platform's id of it; undefined where nothing of it is kept. */
export async function findMessageText(
  { read }: Pick<Store, "read">,
  { channel, chat: externalId, message }: Record<"channel" | "chat" | "message", string>,
): Promise<Envelope["quote"]> {
  for (const { id } of await read.chats.byAddress(channel, externalId)) {
    const found = await read.messages.said(id, message);
    if (found) return { name: found.name ?? "you", text: found.text };
  }
  return undefined;
}
