import type { Effect } from "@reeve/sdk";
import type { ApprovalId, PersonId, ChatId, PlanId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";

/**
 * `running`: its step waits in the queue, or runs. `waiting`: its step waits for an approval. `failed`: a
 * person has to decide how to continue. The others are final.
 */
export type PlanState = "running" | "waiting" | "failed" | "done" | "aborted";

/** Steps that a person allowed together, and how far they are. */
export interface Plan {
  readonly id: PlanId;
  readonly tenant: string;
  readonly chat: ChatId;
  readonly requester: PersonId;
  /** Highest role of its steps: the lower one of requester and approver. */
  readonly role: Role;
  /** Approval under which it runs; null if none was needed. */
  readonly approval: ApprovalId | null;
  readonly goal: string;
  readonly steps: readonly PlanStep[];
  /** The number of the step that is next, from 0; of the last one where all are over. */
  readonly at: number;
  readonly state: PlanState;
  /** Why it failed. */
  readonly reason: string | null;
  /** Label of the data it was created from. */
  readonly label: Label;
  readonly trace: string;
  /** Rises with each change. */
  readonly version: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PlanStep {
  readonly description: string;
  /** The tool that was shown for it, if one was. */
  readonly tool: string | null;
  /** Effect of that tool as shown to the person. */
  readonly effect: Effect | null;
  readonly state: "pending" | "done" | "failed" | "skipped";
  /** Whether a call that the step needs has succeeded. */
  readonly isCarriedOut?: boolean | undefined;
  /** Number of times that it was started. */
  readonly attempts: number;
  /** Output of the step so far. */
  readonly output: string;
  /** Label of the output. */
  readonly label: Label | null;
  /** Calls that failed and that nothing made good yet, by their tools. */
  readonly failures: readonly StepFailure[];
  /** Approvals that it requested. */
  readonly questions: readonly ApprovalId[];
}

export interface StepFailure {
  readonly tool: string;
  readonly reason: string;
}

/** Plans, and how far they are. */
export interface PlanStore {
  /** False where there is one of this id already. */
  add(plan: Plan): Promise<boolean>;
  byId(id: PlanId): Promise<Plan | undefined>;
  /** Those of a tenant, or of one of its chats, the newest first. */
  list(
    tenant: string,
    options: { readonly chat?: ChatId | undefined; readonly limit: number },
  ): Promise<readonly Plan[]>;
  /** Those of a chat that are not over, the oldest first. */
  open(chat: ChatId): Promise<readonly Plan[]>;
  /** Stores a changed plan, as its next version; false where it has changed since it was read. */
  change(plan: Plan): Promise<boolean>;
}
