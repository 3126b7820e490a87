import type { Address } from "../kernel/envelope.ts";
import type { PlaceId, SessionId } from "../kernel/ids.ts";
import type { Role } from "../kernel/principal.ts";
import type { PersonKey } from "./people.ts";

/** What a message does that arrives while a turn runs. */
export const PLACE_MODES = ["steer", "queue", "interrupt"] as const;

export type PlaceMode = (typeof PLACE_MODES)[number];

/** A channel's chat: it owns the queue, the lease and the stop fence. */
export interface Place {
  readonly id: PlaceId;
  readonly tenant: string;
  /** The person of a direct chat, the group's own principal elsewhere. */
  readonly uid: string;
  readonly channel: string;
  readonly chat: string;
  readonly kind: Address["kind"];
  readonly mode: PlaceMode;
  readonly maxSteps: number;
  readonly sessionId: SessionId | null;
  /** The agent that somebody switched to here; null where the config says who answers. */
  readonly agent: string | null;
  /** What the program of who wrote here last speaks, as BCP 47; null where none has said. */
  readonly language: string | null;
  /** Rises with each stop and interruption; no effect of an older fence starts. */
  readonly fence: number;
  /** Rises with each claim; commits of older epochs are void. */
  readonly epoch: number;
  readonly leaseOwner: string | null;
}

export interface Lease {
  readonly place: PlaceId;
  readonly owner: string;
  readonly epoch: number;
}

/** What identifies a place. */
export type PlaceKey = Pick<Place, "tenant" | "uid" | "channel" | "chat">;

/** Chats with their queues, leases and fences. */
export interface PlaceStore {
  byKey(key: PlaceKey): Promise<Place | undefined>;
  byId(id: PlaceId): Promise<Place | undefined>;
  /** The places that a channel calls by this chat; more than one only if several people share it. */
  byAddress(channel: string, chat: string): Promise<readonly Place[]>;
  /** The direct chats that are topics of this one, as `Address.chat` names them. */
  topicsOf(channel: string, chat: string): Promise<readonly Place[]>;
  /** The direct chats of people who have one of the roles, in the order of their ids. */
  directOf(tenant: string, roles: readonly Role[]): Promise<readonly Place[]>;
  /** The direct chats of a person, in the order of their ids. */
  directWith(person: PersonKey): Promise<readonly Place[]>;
  /** The direct chat in which a person wrote last, on some channels or on all but one; undefined before the first. */
  lastOf(
    person: PersonKey,
    channels: { readonly on: readonly string[] } | { readonly except: string },
  ): Promise<Place | undefined>;
  /** Adds a place unless its key is taken, and answers with the one that is there. */
  add(place: NewPlace): Promise<Place>;
  configure(
    id: PlaceId,
    change: Partial<Pick<Place, "mode" | "maxSteps" | "agent" | "language">>,
  ): Promise<void>;
  /** Points the place to a session. */
  setSession(id: PlaceId, session: SessionId): Promise<void>;
  /** One more message waits, to be answered from `now` on; `interrupt` also raises the fence. */
  enqueue(id: PlaceId, options: { now: number; interrupt: boolean }): Promise<void>;
  /** Raises the fence and counts the queue again. */
  raiseFence(id: PlaceId): Promise<void>;
  /**
   * Leases the place that has waited longest and is due. Its epoch rises, so
   * that whoever held it before can no longer write.
   */
  claim(options: ClaimOptions): Promise<Place | undefined>;
  /** Extends the lease and answers with the place, unless the lease was lost. */
  hold(lease: Lease, leaseUntil: number): Promise<Place | undefined>;
  /** Gives the place back, counts its queue again, and keeps it quiet until `nextAt`. */
  release(id: PlaceId, nextAt: number): Promise<void>;
  /** Frees every lease. Only for a store that proves all earlier owners dead. */
  voidLeases(): Promise<void>;
  /** When the next waiting place becomes due, one that is held with the end of its lease; undefined when none waits. */
  nextDue(): Promise<number | undefined>;
  /** Takes `count` numbers for facts; answers with the first. */
  takeSeq(id: PlaceId, count: number): Promise<number>;
  lastSeq(id: PlaceId): Promise<number>;
  list(): Promise<readonly Place[]>;
  /** The places in which something was noted for this reason. */
  withNoted(reason: string): Promise<readonly Place[]>;
}

export type NewPlace = Omit<
  Place,
  "fence" | "epoch" | "leaseOwner" | "sessionId" | "agent" | "language"
>;

export interface ClaimOptions {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
}
