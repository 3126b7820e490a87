/** A chat as a question to a person names it. */
export function nameChat(chatId: string): string {
  return chatId === "me" ? "Saved Messages" : chatId;
}
