import { type DocumentFile, Fault } from "@reeve/sdk";
import type { Attachments } from "../media.ts";

/** Files of one chat, by ids and by numbers of messages; what stands in other chats is denied. */
export function fakeAttachments({
  byId = {},
  byMessage = {},
}: {
  readonly byId?: Readonly<Record<string, DocumentFile>>;
  readonly byMessage?: Readonly<Record<string, readonly DocumentFile[]>>;
} = {}): Attachments {
  return {
    byId: async (id) => byId[id],
    async ofMessage(messageId, { chatId } = {}) {
      if (chatId !== undefined)
        throw new Fault("denied", `What is in the chat ${chatId} is not shown here.`);
      return byMessage[messageId] ?? [];
    },
  };
}
