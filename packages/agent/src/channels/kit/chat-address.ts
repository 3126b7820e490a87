/** A chat of a platform, or a topic in it. Its external id is `chat` or `chat/topic`. */
export interface ChatAddress {
  readonly chat: string;
  readonly topic?: string | undefined;
}

export function formatChatAddress({ chat, topic }: ChatAddress): string {
  return topic === undefined ? chat : `${chat}/${topic}`;
}

export function parseChatAddress(externalId: string): ChatAddress {
  const [chat = "", topic] = externalId.split("/");
  return { chat, topic };
}
