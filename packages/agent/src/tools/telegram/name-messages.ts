const MAX_SHOWN = 20;

/** Messages as a question to a person names them: how many, and the numbers of up to 20. */
export function nameMessages(messageIds: readonly number[]) {
  const shown = messageIds.slice(0, MAX_SHOWN).join(", ");
  const rest = messageIds.length > MAX_SHOWN ? ", …" : "";
  return { count: messageIds.length, ids: shown + rest };
}
