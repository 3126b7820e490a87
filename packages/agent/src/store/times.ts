/** Times that were stored while the clock was wrong. */
export interface StoredTimes {
  /**
   * Moves the times of all rows made from `from` until `until` by `ms`, in milliseconds; the audit
   * log stays as it is. Where the clock went back, work that waits for a later time is due at `now`.
   */
  move(shift: {
    readonly ms: number;
    readonly from: number;
    readonly until: number;
    readonly now: number;
  }): Promise<void>;
  /** The clock was set back by `ms`: what is tried again after `now` is due that much earlier. */
  hasten(step: { readonly ms: number; readonly now: number }): Promise<void>;
}
