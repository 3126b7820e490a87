import type { ChatId, TurnId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Chat } from "./chats.ts";

/** A part of a reply on its way to a push channel. */
export interface OutboxRow {
  readonly order: number;
  readonly id: string;
  readonly chat: ChatId;
  /** Null for posts outside a turn. */
  readonly turn: TurnId | null;
  readonly position: number;
  /** Id by which the platform recognizes a repeated send. */
  readonly clientId: string;
  readonly body: ReplyPart;
  /** `dead`: a dead letter. `dropped`: a person gave it up, or its chat is gone. */
  readonly state: "waiting" | "sent" | "dead" | "dropped";
  readonly attempts: number;
  /** Outages in a row. */
  readonly outages: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly nextAt: number;
  readonly receipt: string | null;
  /** Why it could not leave when that was last tried. */
  readonly reason: string | null;
  /** Since when it waits for a person, in Unix milliseconds; null where it does not. */
  readonly heldSince: number | null;
}

/** A reply part that may leave, and its chat. */
export type DueReply = OutboxRow & { readonly to: Chat };

/** A reply part that was given up, and where it was to go. */
export type DeadReply = OutboxRow & { readonly channel: string; readonly externalId: string };

/** Parts of replies on their way to push channels. */
export interface OutboxStore {
  add(
    rows: readonly Omit<
      OutboxRow,
      "order" | "state" | "attempts" | "outages" | "createdAt" | "receipt" | "reason" | "heldSince"
    >[],
  ): Promise<void>;
  byId(id: string): Promise<OutboxRow | undefined>;
  /** Checks whether a part was ever added, sent or not. */
  isKnown(id: string): Promise<boolean>;
  /**
   * Returns the oldest waiting part of each chat whose time has come, oldest first: later parts of a chat
   * wait for it. `nextAt` is the time at which the next one becomes due, in Unix milliseconds. Neither counts
   * `running`.
   */
  due(
    now: number,
    limit: number,
    running?: readonly string[],
  ): Promise<{ readonly due: readonly DueReply[]; readonly nextAt: number | undefined }>;
  /**
   * Returns whether no other part of the chat waits. With `isInHistory`, the text of the part is stored no longer: the message
   * of the same chat and receipt has it.
   */
  markSent(
    id: string,
    receipt: string,
    options?: { readonly isInHistory: boolean },
  ): Promise<{ readonly isLast: boolean }>;
  /** Marks a part as failed; does nothing if it was given up meanwhile. */
  markFailed(
    id: string,
    failure: {
      attempts: number;
      outages: number;
      nextAt: number;
      isDead: boolean;
      reason: string | null;
    },
  ): Promise<void>;
  /** Drops all waiting reply parts of a chat. */
  abandon(chat: ChatId, reason: string): Promise<void>;
  /** While it waits, it waits for a person from now on, unless it does already, and so does all that waits behind it in its place. */
  postpone(
    row: Pick<OutboxRow, "id" | "chat">,
    held: { now: number; nextAt: number; reason: string },
  ): Promise<void>;
  /**
   * Lets what waits in a chat leave now: none of it waits for a person any more. Answers whether
   * anything did, or was to leave later.
   */
  retryNow(chat: ChatId, now: number): Promise<boolean>;
  /** Returns the dead letters of a tenant with their addresses, oldest first. */
  dead(tenant: string, limit: number): Promise<readonly DeadReply[]>;
  /** Lets a dead letter wait again, as if it were new. Returns false if there is none with this id. */
  retryDead(id: string, now: number): Promise<boolean>;
  /** Drops a dead letter. Returns false if there is none with this id. */
  drop(id: string): Promise<boolean>;
  ofTurn(turn: TurnId): Promise<readonly OutboxRow[]>;
}
