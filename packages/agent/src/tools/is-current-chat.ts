import type { TargetChat } from "@reeve/sdk";

/** Whether a call writes to the chat of its turn. The same id on another platform is another chat. */
export function isCurrentChat(
  target: TargetChat,
  { channel, externalId }: { readonly channel: string; readonly externalId: string },
): boolean {
  if (typeof target === "string") return target === "here";
  const { platform, chatId } = target;
  const isPlatform = channel === platform || channel.startsWith(`${platform}-`);
  return isPlatform && chatId === externalId;
}
