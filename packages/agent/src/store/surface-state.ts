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
  /** Keeps a value in the place of an earlier one. */
  put(key: SurfaceStateKey, kept: { readonly value: string; readonly at: number }): Promise<void>;
  /** Does nothing where there is none. */
  remove(key: SurfaceStateKey): Promise<void>;
  /** Drops what was last kept before a moment. */
  prune(before: number): Promise<void>;
}
