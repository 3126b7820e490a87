/** What a channel keeps between starts: small, by key, and dropped 30 days after it was last set, unless it is lasting. */
export interface ChannelState {
  get(key: string): Promise<string | undefined>;
  /**
   * Durable when it resolves. What is kept `of` a chat, such as what is to be said there yet, is
   * gone once the chat is somebody else's. What `isLasting` is kept until it is deleted.
   */
  set(
    key: string,
    value: string,
    of?: { readonly externalId?: string | undefined; readonly isLasting?: true | undefined },
  ): Promise<void>;
  delete(key: string): Promise<void>;
}
