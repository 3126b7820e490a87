import { texts } from "../../platform/texts.ts";

/** A chat as a question to a person names it. */
export function nameChat(chatId: string, language: string): string {
  return chatId === "me" ? texts(language).questions.telegram.savedMessages : chatId;
}
