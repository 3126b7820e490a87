import type { Envelope } from "../../kernel/envelope.ts";
import type { Store } from "../../store/store.ts";

/** Finds the text of a chat message by the platform's id; undefined if nothing of it is stored. */
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
