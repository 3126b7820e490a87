/** What a surface keeps between starts: small, by key, and dropped 30 days after it was last set. */
export interface SurfaceMemory {
  get(key: string): Promise<string | undefined>;
  /**
   * Durable when it resolves. What is kept `of` a chat, such as what is to be said there yet, is
   * gone once the chat is somebody else's.
   */
  set(key: string, value: string, of?: { readonly chat: string }): Promise<void>;
  delete(key: string): Promise<void>;
}
