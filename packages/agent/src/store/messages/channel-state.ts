/** One thing that a channel keeps. */
export interface ChannelStateKey {
  readonly tenant: string;
  readonly channel: string;
  /** Unique within the channel. */
  readonly key: string;
}

/** Small things that channels keep between starts: ids of messages they have sent, where they were. */
export interface ChannelStateStore {
  get(key: ChannelStateKey): Promise<string | undefined>;
  /** Keeps a value in the place of an earlier one; with `chat`, `removeOf` that chat drops it. */
  put(
    key: ChannelStateKey,
    kept: { readonly value: string; readonly at: number; readonly externalId?: string | undefined },
  ): Promise<void>;
  /** Does nothing where there is none. */
  remove(key: ChannelStateKey): Promise<void>;
  /** Drops the state of a chat. */
  removeOf(of: Omit<ChannelStateKey, "key"> & { readonly externalId: string }): Promise<void>;
  /** Drops state that was last saved before a moment. */
  prune(before: number): Promise<void>;
}
