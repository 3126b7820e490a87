import type { PlaceId, TurnId } from "../kernel/ids.ts";

/** A message of a place as people saw it, in or out. */
export interface FeedMessage {
  readonly place: PlaceId;
  readonly messageId: string;
  readonly edit: number;
  readonly direction: "in" | "out";
  readonly author: string;
  readonly text: string;
  readonly at: number;
  readonly turn: TurnId | null;
}

export interface FeedStore {
  /** Adds a message once per (place, direction, message id, edit). */
  add(message: FeedMessage): Promise<void>;
  /** When the place's last message was; undefined where there is none. */
  lastAt(place: PlaceId): Promise<number | undefined>;
  /** The newest messages of a place, oldest first. */
  newest(place: PlaceId, limit: number): Promise<readonly FeedMessage[]>;
}
