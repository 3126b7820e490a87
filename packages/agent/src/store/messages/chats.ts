import type { AccessPolicy } from "../../kernel/access-policy.ts";
import type { Address } from "../../kernel/envelope.ts";
import type { ChatId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { PersonKey } from "../people/people.ts";

/** Effect of a message that arrives while a turn runs. */
export const MESSAGE_MODES = ["steer", "queue", "interrupt"] as const;

export type MessageMode = (typeof MESSAGE_MODES)[number];

/** A channel's chat: it owns the queue, the lease and the stop fence. */
export interface Chat {
  readonly id: ChatId;
  readonly tenant: string;
  /** The person of a direct chat, the group's own principal elsewhere. */
  readonly uid: string;
  readonly channel: string;
  readonly externalId: string;
  readonly kind: Address["kind"];
  readonly mode: MessageMode;
  readonly maxSteps: number;
  readonly sessionId: SessionId | null;
  /** Agent that someone switched to in this chat; null if the config decides. */
  readonly agent: string | null;
  /** Access policy of this chat; null if the config decides. */
  readonly policy: AccessPolicy | null;
  /** Whether the tool calls of a running turn are shown. */
  readonly verbose: "on" | "off";
  /** Language of the last sender's client, as BCP 47; null if unknown. */
  readonly language: string | null;
  /** Rises with each stop and interruption; no effect of an older fence starts. */
  readonly fence: number;
  /** Rises with each claim; commits of older epochs are void. */
  readonly epoch: number;
  readonly leaseOwner: string | null;
}

/** A chat in the commit of whoever leases it. */
export interface LeasedChat extends Chat {
  /** The first of the event numbers that were reserved. */
  readonly firstEvent: number;
  /** Whether messages wait in its queue. */
  readonly hasQueued: boolean;
}

export interface ClaimedChat extends Omit<LeasedChat, "hasQueued"> {
  /** Turn that an earlier holder left behind. */
  readonly running: TurnId | null;
  /** When the next other chat becomes due, in Unix milliseconds; null if none waits. */
  readonly nextDue: number | null;
}

interface WaitingReplies {
  /** Whether parts of replies wait for their next attempt, or for a person. */
  readonly hasPostponed: boolean;
}

/** A chat that was given back. */
export interface ReleasedChat {
  /** The first of the event numbers that were reserved. */
  readonly firstEvent: number;
  /** Number of messages that are not answered yet. */
  readonly pending: number;
  readonly sessionId: SessionId | null;
}

export interface Lease {
  readonly chat: ChatId;
  readonly owner: string;
  readonly epoch: number;
}

/** A chat with the time of its last message in Unix milliseconds; null if there is none. */
export interface ChatWithLast extends Chat {
  readonly lastAt: number | null;
}

/** Fields that identify a chat. */
export type ChatKey = Pick<Chat, "tenant" | "uid" | "channel" | "externalId">;

/** Chats with their queues, leases and fences. */
export interface ChatStore {
  byKey(key: ChatKey): Promise<Chat | undefined>;
  /** The same, with the time of its last message; null if there is none. */
  byKeyWithLast(key: ChatKey): Promise<ChatWithLast | undefined>;
  byId(id: ChatId): Promise<Chat | undefined>;
  /** The chats that a channel calls by this chat; more than one only if several people share it. */
  byAddress(channel: string, externalId: string): Promise<readonly Chat[]>;
  /** The direct chats that are topics of this one, as `Address.chat` names them. */
  topicsOf(channel: string, externalId: string): Promise<readonly Chat[]>;
  /** The direct chats of people who have one of the roles, in the order of their ids. */
  directOf(tenant: string, roles: readonly Role[]): Promise<readonly Chat[]>;
  /** The direct chats of a person, in the order of their ids. */
  directWith(person: PersonKey): Promise<readonly Chat[]>;
  /** The direct chat in which a person wrote last, on some channels or on all but one; undefined before the first. */
  lastOf(
    person: PersonKey,
    channels: { readonly on: readonly string[] } | { readonly except: string },
  ): Promise<Chat | undefined>;
  /** Adds a chat unless its key is taken, and returns the stored one. */
  add(chat: NewChat): Promise<Chat>;
  configure(
    id: ChatId,
    change: {
      readonly [Key in "mode" | "maxSteps" | "agent" | "language" | "policy" | "verbose"]?:
        | Chat[Key]
        | undefined;
    },
  ): Promise<void>;
  /** Points the chat to a session. */
  setSession(id: ChatId, session: SessionId): Promise<void>;
  /**
   * One more message waits, to be answered from `now` on; `interrupt` also raises the fence. While fewer
   * than `gathers` messages wait, those before wait with it. Reserves `events` event numbers, and returns
   * the first.
   */
  enqueue(
    id: ChatId,
    options: { now: number; interrupt: boolean; events?: number; gathers?: number },
  ): Promise<number>;
  /**
   * One message waits in a chat that nobody holds and in which nothing else waits, and the chat is leased as
   * by `claim`. Undefined if it is not idle.
   */
  enqueueIdle(
    id: ChatId,
    options: ClaimOptions,
  ): Promise<(Omit<LeasedChat, "hasQueued"> & WaitingReplies) | undefined>;
  /** Raises the fence, counts the queue again, and makes a chat that nobody holds due. */
  raiseFence(id: ChatId): Promise<void>;
  /**
   * Leases the chat that has waited longest and is due. Its epoch rises, so that the previous holder can no
   * longer write.
   */
  claim(options: ClaimOptions): Promise<ClaimedChat | undefined>;
  /**
   * Extends the lease, reserves `events` event numbers, and returns the chat; undefined if the lease was
   * lost.
   */
  extendLease(lease: Lease, leaseUntil: number, events?: number): Promise<LeasedChat | undefined>;
  /**
   * Gives the chat back, counts its queue again, and keeps it quiet until `nextAt`. Reserves `events` event
   * numbers.
   */
  release(id: ChatId, nextAt: number, events?: number): Promise<ReleasedChat>;
  /** Frees every lease. Only for a store that proves all earlier owners dead. */
  voidLeases(): Promise<void>;
  /**
   * Returns the time at which the next waiting chat becomes due, for a leased one the end of its lease;
   * undefined if none waits. In an exclusive store, leases do not end, and leased chats are left out.
   */
  nextDue(): Promise<number | undefined>;
  /** Reserves `count` event numbers and returns the first; a negative count gives the last ones back. */
  takeSeq(id: ChatId, count: number): Promise<number>;
  lastSeq(id: ChatId): Promise<number>;
  list(): Promise<readonly Chat[]>;
  /** The chats in which something was noted for this reason. */
  withNoted(reason: string): Promise<readonly Chat[]>;
}

export type NewChat = Omit<
  Chat,
  "fence" | "epoch" | "leaseOwner" | "sessionId" | "agent" | "language" | "policy" | "verbose"
>;

export interface ClaimOptions {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** Number of event numbers to reserve. Default: none. */
  readonly events?: number | undefined;
}
