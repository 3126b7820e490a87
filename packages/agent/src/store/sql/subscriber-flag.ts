/** Flag that shows, without asking the store, whether its events have subscribers. */
export interface SubscriberFlag {
  /**
   * Set at the first subscription and never cleared: a removed subscription costs a statement, an
   * overlooked one would cost events.
   */
  hasSubscribers: boolean;
}
