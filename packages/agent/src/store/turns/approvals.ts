import type { Effect } from "@reeve/sdk";
import type { Source } from "../../kernel/label.ts";
import type { ApprovalId, CallId, PersonId, ChatId, TurnId } from "../../kernel/ids.ts";

/** Call that waits for a person, and their decision. */
export interface Approval {
  readonly id: ApprovalId;
  readonly call: CallId;
  readonly chat: ChatId;
  readonly tool: string;
  /** The arguments as they were shown, or as the person changed them. */
  readonly args: unknown;
  readonly argsHash: string;
  readonly effect: Effect;
  /**
   * Hash of tool, arguments and effect together: the call that runs is the one that was shown. Null for
   * older rows.
   */
  readonly digest: string | null;
  readonly preview: string;
  /** Sources that the question names; absent if nobody but the requester had a part in the call. */
  readonly sources?: QuestionSources | undefined;
  /** Names of things whose ids are in the arguments, by id; for nobody but the requester. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Other calls of the same tool that this question is about, too: they are answered with it. */
  readonly also?: readonly BatchedCall[] | undefined;
  /** The question that is about this call, too; absent if it has one of its own. */
  readonly batch?: ApprovalId | undefined;
  readonly requester: PersonId;
  readonly state: ApprovalState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedBy: PersonId | null;
  readonly reason: string | null;
  /** Number of times that the call was changed, by new arguments or in words. */
  readonly edits: number;
  /** Number of different people who have to allow it, and of those who did and may still decide. */
  readonly needed: number;
  readonly votes: number;
  /** The question that this one takes the place of, changed in words. */
  readonly revises: ApprovalId | null;
  readonly trace: string;
}

/** A call that another call's question is about, too. */
export interface BatchedCall {
  readonly approval: ApprovalId;
  readonly args: unknown;
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** Sources that a question names. */
export interface QuestionSources {
  /** Sources of the arguments that the asker did not give. */
  readonly because: readonly Source[];
  /** Other sources that the model read. */
  readonly beside: readonly Source[];
  /** The sentence nearest to the arguments, from the first source. */
  readonly quote?: string | undefined;
}

export type ApprovalState =
  | "pending"
  | "confirmed"
  | "executing"
  | "done"
  | "failed"
  | "cancelled"
  | "expired";

/** States in which an approval may still release its call, or has released it to run. */
export const OPEN_APPROVALS = ["pending", "confirmed", "executing"] as const;

export type NewApproval = Omit<Approval, "state" | "decidedBy" | "reason" | "votes">;

/** A question on its way to the approvers' other chats. */
export interface Announcement extends Approval {
  /** Turn that asked for it. */
  readonly turn: TurnId;
  /** The chats that show it; null before it was announced. */
  readonly told: readonly ChatId[] | null;
  /** Chat in which it was decided, as far as known. */
  readonly decidedIn: ChatId | null;
}

/** A lasting permission: this tool, in this chat, with these arguments or any. */
export interface Grant {
  readonly id: string;
  readonly tool: string;
  readonly chat: ChatId;
  /** Hash of the arguments; null allows any. */
  readonly argsHash: string | null;
  /** Required values of single arguments, by name; `*` matches any letters. */
  readonly pattern?: Readonly<Record<string, string>> | undefined;
  /** Maximum total of an argument within 24 hours. */
  readonly cap?: GrantCap | undefined;
  readonly grantedBy: PersonId;
  readonly until: number | null;
}

export interface GrantCap {
  readonly argument: string;
  /** A decimal number. */
  readonly perDay: string;
}

/** Decision of a person on an approval, to learn from later. */
export interface Feedback {
  readonly approval: ApprovalId;
  readonly tool: string;
  readonly argsHash: string;
  readonly verdict: "allow" | "edit" | "always" | "deny" | "respond" | "revise" | "expired";
  /** Milliseconds between the question and the answer. */
  readonly latencyMs: number;
  readonly at: number;
}

/** Approvals of calls, and the grants that resulted from them. */
export interface ApprovalStore {
  add(approval: NewApproval): Promise<void>;
  byId(id: ApprovalId): Promise<Approval | undefined>;
  /** Compare and set: false when the approval is not in the state `from`. */
  move(
    id: ApprovalId,
    from: ApprovalState,
    change: {
      to: ApprovalState;
      decidedBy?: PersonId | undefined;
      decidedIn?: ChatId | undefined;
      reason?: string | undefined;
      edited?: EditedCall | undefined;
    },
  ): Promise<boolean>;
  /**
   * Records one person's vote to allow it; returns the number of votes by people who may still decide. A
   * repeated vote counts once.
   */
  vote(id: ApprovalId, vote: { person: PersonId; at: number }): Promise<number>;
  /** The revision that took the place of a question; false when another has. */
  supersede(id: ApprovalId, by: ApprovalId): Promise<boolean>;
  /** Open ones first, newest first. */
  list(limit: number): Promise<readonly Approval[]>;
  /** Open ones of a chat, oldest first. */
  pendingIn(chat: ChatId): Promise<readonly Approval[]>;
  ofCalls(calls: readonly CallId[]): Promise<readonly Approval[]>;

  /** Checks whether an approval is open, or was settled without everyone being notified yet. */
  hasOpen(): Promise<boolean>;
  /** Open ones whose time is over at `now`, oldest first. */
  overdue(now: number, limit: number): Promise<readonly Announcement[]>;
  /** Returns the time at which the next open one expires; undefined if none is open. */
  nextExpiry(): Promise<number | undefined>;
  /** Returns approvals whose approvers have not been notified of the request or its outcome. */
  unannounced(limit: number): Promise<readonly Announcement[]>;
  /** These chats show the question; false when that was noted before. */
  markTold(id: ApprovalId, chats: readonly ChatId[]): Promise<boolean>;
  /** Returns the chats, besides the requesting one, that show an approval. */
  toldOf(id: ApprovalId): Promise<readonly ChatId[]>;
  /** They all show its end; false when that was noted before. */
  markClosed(id: ApprovalId): Promise<boolean>;
  /** Expired ones of a chat that the model does not know of; from now on it does. */
  takeUnheard(chat: ChatId): Promise<readonly Approval[]>;

  addGrant(grant: Grant): Promise<void>;
  grant(id: string): Promise<Grant | undefined>;
  /** Grants of a chat that hold at `now`. */
  grants(chat: ChatId, now: number): Promise<readonly Grant[]>;
  /** All grants that hold at `now`. */
  allGrants(now: number): Promise<readonly Grant[]>;
  /** False when there is none. Its uses stay known. */
  revokeGrant(id: string, at: number): Promise<boolean>;
  /** A call runs under a grant. */
  addGrantUse(use: {
    grant: string;
    call: CallId;
    amount: string | null;
    at: number;
  }): Promise<void>;
  /** The amounts of the uses of a grant since a time. */
  grantUses(grant: string, since: number): Promise<readonly string[]>;

  addFeedback(feedback: Feedback): Promise<void>;
  /** Newest first. */
  feedback(limit: number): Promise<readonly Feedback[]>;
}

export interface EditedCall {
  readonly args: unknown;
  readonly argsHash: string;
  /** Effect of the call with these arguments. */
  readonly effect: Effect;
  readonly digest: string;
  /** Preview shown to the person, as it would read now. */
  readonly preview: string;
  /** Sources that the question names; absent if nobody but the requester had a part in the call. */
  readonly sources?: QuestionSources | undefined;
}
