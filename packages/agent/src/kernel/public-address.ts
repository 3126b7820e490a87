/** Channel and chat as the public API spells them. */
export interface PublicAddress {
  readonly surface: string;
  readonly chat: string;
}

interface ChatAddress {
  readonly channel: string;
  readonly externalId: string;
}

/** Returns the address with the field names of the public API, which keep their first spelling. */
export function toPublicAddress({ channel, externalId }: ChatAddress): PublicAddress {
  return { surface: channel, chat: externalId };
}

/** Returns the address that the public API's fields give. */
export function fromPublicAddress({ surface, chat }: PublicAddress): ChatAddress {
  return { channel: surface, externalId: chat };
}
