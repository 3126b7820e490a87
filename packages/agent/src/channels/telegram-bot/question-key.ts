/**
 * Returns the key of the channel state under which the number of an approval's message in a chat is
 * stored.
 */
export function questionKey(approval: string, chat: string): string {
  return `${questionAbout(approval)}:${chat}`;
}

/** Returns the subject of the message that asks for an approval. */
export function questionAbout(approval: string): string {
  return `question:${approval}`;
}
