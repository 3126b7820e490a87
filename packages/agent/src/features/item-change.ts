/** An item before and after a change. */
export interface ItemVersions<Item> {
  readonly before: Item | null;
  readonly after: Item | null;
  /** Unix milliseconds. */
  readonly at: number;
  /** Key of the call, where a repeated one has to find its own line. */
  readonly key?: string | undefined;
}
