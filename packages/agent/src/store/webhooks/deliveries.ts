import type { ChatId } from "../../kernel/ids.ts";

/** Event that is published to its subscribers. */
export interface PublishedEvent {
  /** Id by which a receiver recognizes a repetition. */
  readonly id: string;
  readonly tenant: string;
  readonly type: string;
  /** Chat of the event: events of one chat arrive in order. Null for events without a chat. */
  readonly chat: ChatId | null;
  /** The message, turn or other thing whose words it holds: they are forgotten with it. */
  readonly about: string | null;
  /** Body as it is sent. */
  readonly body: unknown;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An event on its way to one subscription. */
export interface Delivery {
  readonly order: number;
  readonly id: string;
  readonly subscription: string;
  /** The id of the event. */
  readonly event: string;
  readonly type: string;
  readonly chat: ChatId | null;
  /** JSON, exactly as it is sent. */
  readonly body: string;
  /** `dead`: given up. */
  readonly state: "waiting" | "sent" | "dead";
  /** Attempts that failed because of the delivery itself. */
  readonly attempts: number;
  /** Outages of the receiver in a row. */
  readonly outages: number;
  readonly nextAt: number;
  /** Last response of the receiver, or why it could not be reached. */
  readonly reason: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Time at which it was sent or given up. */
  readonly doneAt: number | null;
}

export interface DeliveryFilter {
  readonly tenant: string;
  readonly subscription?: string | undefined;
  readonly state?: Delivery["state"] | undefined;
  /** Older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Deliveries of events to subscribers. */
export interface DeliveryStore {
  /**
   * Whether there may be subscribers. As long as no one ever subscribed, nothing has to be published, and
   * this check costs no statement.
   */
  readonly hasSubscribers: boolean;
  /** Keeps events for each subscription that is on and wants them, in order. */
  publish(events: readonly PublishedEvent[]): Promise<void>;
  byId(id: string): Promise<Delivery | undefined>;
  /**
   * Those that may leave at `now`: the oldest that waits for each subscription and chat, of
   * subscriptions that are on. Later ones of the chat wait for it.
   */
  due(now: number, limit: number): Promise<readonly Delivery[]>;
  /** Returns the time at which the next delivery may be sent; undefined if none waits. */
  nextDue(): Promise<number | undefined>;
  /** The newest first. */
  list(filter: DeliveryFilter): Promise<readonly Delivery[]>;
  /** Returns the number of deliveries of a webhook in each state. */
  count(subscription: string): Promise<Readonly<Record<Delivery["state"], number>>>;
  markSent(id: string, at: number): Promise<void>;
  markFailed(
    id: string,
    failure: {
      readonly attempts: number;
      readonly outages: number;
      readonly nextAt: number;
      readonly reason: string;
      /** Time at which it is given up, if it is. */
      readonly deadAt?: number | undefined;
    },
  ): Promise<void>;
  /** Makes a sent or given-up delivery wait again, as a new one; false if it waits or does not exist. */
  replay(id: string, at: number): Promise<boolean>;
  /** Removes a delivery that was given up; false if there is none with this id. */
  drop(id: string): Promise<boolean>;
  /** Removes deliveries that were sent or given up before a moment. */
  prune(before: number): Promise<void>;
}
