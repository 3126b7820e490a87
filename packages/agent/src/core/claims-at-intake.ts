import type { ChatEvent, ChatEventBody } from "../kernel/chat-event.ts";
import type { ChatId } from "../kernel/ids.ts";
import type { InboxRow } from "../store/messages/inbox.ts";
import type { Repositories } from "../store/store.ts";

/** Claims idle chats in the commits that store their messages. */
export interface ClaimsAtIntake {
  /**
   * Queues the message that was stored last in its chat, reserves `events` event numbers, and leases the
   * chat. Undefined, and nothing is queued, if the chat is busy or no turn may start now.
   */
  readonly claim: (
    tx: Repositories,
    chat: ChatId,
    events: number,
  ) => Promise<LeasedAtIntake | undefined>;
}

/** A chat that is leased, before its turn is opened. To be disposed of after the commit, whatever became of it. */
export interface LeasedAtIntake extends Disposable {
  /** Whether parts of replies wait for their next attempt, or for a person. */
  readonly hasPostponed: boolean;
  /** Opens the turn that answers the message. Stores `bodies` before its events, and returns all of them. */
  readonly open: (
    message: InboxRow,
    bodies: readonly ChatEventBody[],
  ) => Promise<{
    readonly facts: readonly ChatEvent[];
    /** Passes the turn to the worker; to be called once the commit is durable. */
    readonly handOver: () => void;
  }>;
}
