import type { FactId, PersonId, ChatId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Integrity } from "../../kernel/label.ts";

/** Kind of a fact. */
export const FACT_KINDS = ["fact", "decision", "entity", "preference"] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** How long a fact holds: for a day, for its session and a week, until another replaces it. */
export const FACT_TIERS = ["working", "session", "long-term"] as const;

export type FactTier = (typeof FACT_TIERS)[number];

/** State of a fact. Only `active` ones are believed; the rest are history. */
export type FactState = "active" | "superseded" | "expired" | "retracted";

/** Fact that the agent extracted from messages. */
export interface MemoryFact {
  readonly id: FactId;
  readonly tenant: string;
  /** The uid of the principal who may see it: a person's, or a group's own. */
  readonly audience: string;
  readonly chat: ChatId;
  /** Session of its latest source. */
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly kind: FactKind;
  readonly tier: FactTier;
  readonly text: string;
  /** Name of the person or thing that it is about. */
  readonly subject: string | null;
  /** Lowest integrity of all its sources. */
  readonly integrity: Integrity;
  /** Time of the source message, in Unix milliseconds. */
  readonly saidAt: number;
  /** Start and end of its validity; the end is null while unknown. */
  readonly validFrom: number;
  readonly validUntil: number | null;
  readonly supersededBy: FactId | null;
  /** The owner who vouched for it. */
  readonly confirmedBy: PersonId | null;
  readonly state: FactState;
  readonly createdAt: number;
}

/** Message that a fact rests on. */
export interface Evidence {
  readonly chat: ChatId;
  /** The platform's id of the message. */
  readonly messageId: string;
  readonly edit: number;
  readonly author: PersonId;
  readonly saidAt: number;
}

/** Owner of the memory. */
export interface FactAudience {
  readonly tenant: string;
  readonly audience: string;
}

export interface FactQuery {
  readonly tenant: string;
  /** Without it, everybody's. */
  readonly audience?: string | undefined;
  /** Facts that hold at least one of them, folded by `foldText`; without any, all. */
  readonly words?: readonly string[] | undefined;
  readonly tier?: FactTier | undefined;
  readonly limit: number;
}

export type FactChange = Partial<
  Pick<MemoryFact, "text" | "state" | "validUntil" | "supersededBy" | "confirmedBy">
>;

/** Person with new facts. */
export interface NewFactCount extends FactAudience {
  /** Number of lasting facts added since the person's profile was written. */
  readonly facts: number;
  /** Time at which the first of them was added. */
  readonly since: number;
}

/** Facts. Each active fact also has a passage of source `fact` with its current text; other facts have none. */
export interface FactStore {
  add(fact: MemoryFact): Promise<void>;
  byId(id: FactId): Promise<MemoryFact | undefined>;
  /** Adds what is not there yet. */
  addEvidence(id: FactId, evidence: readonly Evidence[]): Promise<void>;
  /** Oldest first. */
  evidenceOf(id: FactId): Promise<readonly Evidence[]>;
  change(id: FactId, change: FactChange): Promise<void>;
  /** Active facts, newest first. */
  list(query: FactQuery): Promise<readonly MemoryFact[]>;
  /** Facts whose chat this one took. */
  replacedBy(id: FactId): Promise<readonly MemoryFact[]>;
  /** Active facts whose time is over at `now`; `restMs` is how long one outlives its session. */
  expired(options: { now: number; restMs: number; limit: number }): Promise<readonly MemoryFact[]>;
  /** Returns the time at which the next active fact expires; undefined if none does. */
  nextEnd(): Promise<number | undefined>;
  /** People with lasting active facts that are newer than their profile. */
  newlyKnown(): Promise<readonly NewFactCount[]>;
}
