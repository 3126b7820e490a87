/** Under which the channel's memory has the number of the message that asks a question in a chat. */
export function questionKey(approval: string, chat: string): string {
  return `${questionAbout(approval)}:${chat}`;
}

/** What such a message is about. */
export function questionAbout(approval: string): string {
  return `question:${approval}`;
}
