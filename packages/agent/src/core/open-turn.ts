import type { AutomatedInput } from "../kernel/envelope.ts";
import type { InboxId, PersonId, SessionId, TurnId } from "../kernel/ids.ts";
import type { Role } from "../kernel/principal.ts";
import type { Lease, Chat } from "../store/messages/chats.ts";
import type { ModelWait } from "../store/turns/model-waits.ts";
import type { PlanStepRef } from "../store/messages/inbox.ts";
import type { Step } from "../store/turns/turns.ts";
import type { WorkRow } from "../store/work.ts";

/** A running turn as its rows say, held by this process. */
export interface OpenTurn {
  readonly id: TurnId;
  readonly session: SessionId;
  readonly chat: Chat;
  readonly lease: Lease;
  /** The chat's fence when the turn began. */
  readonly fence: number;
  /** The newest of the messages that it was opened for. */
  readonly openedBy: InboxId;
  /** The lowest role of the authors taken in so far. */
  readonly role: Role;
  /** The name of the agent that answers. */
  readonly agent: string;
  /** Runs from the message through the turn, its approvals and what they release. */
  readonly trace: string;
  /** The last requester: tools act for this person. */
  readonly asker: PersonId;
  /** Everyone whose messages were taken in. */
  readonly authors: readonly PersonId[];
  readonly steps: readonly Step[];
  /** Set if it waited for its model before this claim. */
  readonly waiting?: ModelWait | undefined;
  /** How often it failed or ended the process since its last settled step, if it did. */
  readonly failures?: WorkRow | undefined;
  /** Its calls that are `started` were started by a process that died. */
  readonly isResumed: boolean;
  /** The step of a plan that it belongs to, if it does. */
  readonly planStep?: PlanStepRef | undefined;
  /** The run of a job that it is, if it is one. */
  readonly scheduled?: AutomatedInput | undefined;
}
