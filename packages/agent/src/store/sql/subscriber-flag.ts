/** Flag that shows, without asking the store, whether its events have subscribers. */
export interface SubscriberFlag {
  /**
   * Set once somebody has subscribed, and never taken back: a subscription that goes costs
   * a statement, one that is overlooked would cost events.
   */
  hasSubscribers: boolean;
}
