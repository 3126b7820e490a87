/** One thing that a surface keeps. */
export interface SurfaceStateKey {
  readonly tenant: string;
  readonly surface: string;
  /** Unique within the surface. */
  readonly key: string;
}

/** Small things that surfaces keep between starts: ids of messages they have sent, where they were. */
export interface SurfaceStateStore {
  get(key: SurfaceStateKey): Promise<string | undefined>;
  /** Keeps a value in the place of an earlier one; with `chat`, `removeOf` that chat drops it. */
  put(
    key: SurfaceStateKey,
    kept: { readonly value: string; readonly at: number; readonly chat?: string | undefined },
  ): Promise<void>;
  /** Does nothing where there is none. */
  remove(key: SurfaceStateKey): Promise<void>;
  /** Drops what was kept of a chat. */
  removeOf(of: Omit<SurfaceStateKey, "key"> & { readonly chat: string }): Promise<void>;
  /** Drops what was last kept before a moment. */
  prune(before: number): Promise<void>;
}
