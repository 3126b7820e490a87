import type { ApprovalId, CallId, PersonId, PlaceId } from "../kernel/ids.ts";

/** A call that waits for a person, and what they said. */
export interface Approval {
  readonly id: ApprovalId;
  readonly call: CallId;
  readonly place: PlaceId;
  readonly tool: string;
  /** The arguments as they were shown, or as the person changed them. */
  readonly args: unknown;
  readonly argsHash: string;
  readonly preview: string;
  readonly requester: PersonId;
  readonly state: ApprovalState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedBy: PersonId | null;
  readonly reason: string | null;
  /** How often the arguments were changed. */
  readonly edits: number;
}

export type ApprovalState =
  | "pending"
  | "confirmed"
  | "executing"
  | "done"
  | "failed"
  | "cancelled"
  | "expired";

/** A lasting permission: this tool, in this place, with these arguments or any. */
export interface Grant {
  readonly id: string;
  readonly tool: string;
  readonly place: PlaceId;
  /** Hash of the arguments; null allows any. */
  readonly argsHash: string | null;
  readonly grantedBy: PersonId;
  readonly until: number | null;
}

export interface ApprovalStore {
  add(approval: Omit<Approval, "state" | "decidedBy" | "reason" | "edits">): Promise<void>;
  byId(id: ApprovalId): Promise<Approval | undefined>;
  /** Compare and set: false when the approval is not in the state `from`. */
  move(
    id: ApprovalId,
    from: ApprovalState,
    change: {
      to: ApprovalState;
      decidedBy?: PersonId | undefined;
      reason?: string | undefined;
      edited?: { args: unknown; argsHash: string } | undefined;
    },
  ): Promise<boolean>;
  /** Open ones first, newest first. */
  list(limit: number): Promise<readonly Approval[]>;
  ofCalls(calls: readonly CallId[]): Promise<readonly Approval[]>;
  addGrant(grant: Grant): Promise<void>;
  /** Grants of a place that hold at `now`. */
  grants(place: PlaceId, now: number): Promise<readonly Grant[]>;
}
