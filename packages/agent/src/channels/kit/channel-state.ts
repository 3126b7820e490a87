/**
 * Small values that a channel stores by key between starts. A value is dropped 30 days after it was
 * last set, unless it is lasting.
 */
export interface ChannelState {
  get(key: string): Promise<string | undefined>;
  /**
   * Durable when it resolves. A value stored `of` a chat, such as a pending post, is deleted when
   * the chat passes to another person. An `isLasting` value stays until it is deleted.
   */
  set(
    key: string,
    value: string,
    of?: { readonly externalId?: string | undefined; readonly isLasting?: true | undefined },
  ): Promise<void>;
  delete(key: string): Promise<void>;
}
