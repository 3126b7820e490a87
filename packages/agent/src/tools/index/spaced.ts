/** `chatId`, `chat_id` and `CHATId` are two words each. */
export function spaced(name: string): string {
  return name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ");
}
