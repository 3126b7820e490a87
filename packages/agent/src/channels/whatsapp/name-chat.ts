/** How a chat is called where people read it: the number, or the id of who shows none. */
export function nameChat(externalId: string): string {
  return /^\d+$/.test(externalId) ? `+${externalId}` : externalId;
}
