/** Under which the channel's memory has the number of the message that asks a question in a chat. */
export function questionKey(approval: string, chat: string): string {
  return `${questionAbout(approval)}:${chat}`;
}

/** Returns the subject of the message that asks for an approval. */
export function questionAbout(approval: string): string {
  return `question:${approval}`;
}
