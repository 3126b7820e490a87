/** How a chat is called where people read it: the number, or the id of who shows none. */
export function nameChat(chat: string): string {
  return /^\d+$/.test(chat) ? `+${chat}` : chat;
}
