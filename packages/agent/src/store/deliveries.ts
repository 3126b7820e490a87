import type { ChatId } from "../kernel/ids.ts";

/** Something that happened, for whoever subscribes to it. */
export interface PublishedEvent {
  /** Id by which a receiver recognizes a repetition. */
  readonly id: string;
  readonly tenant: string;
  readonly type: string;
  /** Where it happened: what happened in one place arrives in order. Null for what has no chat. */
  readonly chat: ChatId | null;
  /** The message, turn or other thing whose words it holds: they are forgotten with it. */
  readonly about: string | null;
  /** As it is sent. */
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
  /** `dead`: it was given up. */
  readonly state: "waiting" | "sent" | "dead";
  readonly attempts: number;
  readonly nextAt: number;
  /** Last response of the receiver, or why it could not be reached. */
  readonly reason: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** When it was sent or given up. */
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

/** Events on their way to those who are told of them. */
export interface DeliveryStore {
  /**
   * Whether somebody may be listening. While nobody ever subscribed nothing has to be
   * published, and finding that out costs no statement.
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
  /** When the next one may leave; undefined when none waits. */
  nextDue(): Promise<number | undefined>;
  /** The newest first. */
  list(filter: DeliveryFilter): Promise<readonly Delivery[]>;
  /** How many of each state a subscription has. */
  count(subscription: string): Promise<Readonly<Record<Delivery["state"], number>>>;
  markSent(id: string, at: number): Promise<void>;
  markFailed(
    id: string,
    failure: {
      readonly attempts: number;
      readonly nextAt: number;
      readonly reason: string;
      /** When it is given up, if it is. */
      readonly deadAt?: number | undefined;
    },
  ): Promise<void>;
  /** Lets one that was sent or given up wait again, as a new one; false where it waits or is not there. */
  replay(id: string, at: number): Promise<boolean>;
  /** Removes what was sent or given up before a moment. */
  prune(before: number): Promise<void>;
}
