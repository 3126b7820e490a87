/** Who listens to a store's events, as far as that is known without asking it. */
export interface SubscriberFlag {
  /**
   * Set once somebody has subscribed, and never taken back: a subscription that goes costs
   * a statement, one that is overlooked would cost events.
   */
  hasSubscribers: boolean;
}
