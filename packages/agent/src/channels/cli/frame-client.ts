import type { Ask } from "@reeve/operations/ask";
import type { HelloFrame } from "@reeve/operations/frames";
import type { DecisionResult, Decision, Receipt } from "../../core/inbox.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";

/** Facts about the agent that a client gets when it opens a chat. */
export type Hello = Omit<HelloFrame, "type" | "id">;

/**
 * A connection to a running agent. Requests reject with the agent's own faults,
 * and with `unavailable` when the connection is or gets closed.
 */
export interface FrameClient extends Disposable {
  /** Chooses the chat; comes before everything but `control`. Once per connection. */
  hello(externalId: string): Promise<Hello>;
  /** Resolves once the message is stored. The same `message` sent again is accepted once. */
  deliver(message: ClientMessage): Promise<Receipt>;
  decide(decision: ClientDecision): Promise<DecisionResult>;
  /** Stops the running turn of this chat. */
  stop(): Promise<unknown>;
  readonly ask: Ask;
  /** Ends the agent's process, also one of another version. */
  end(): Promise<void>;
  /**
   * Returns the stored events after `since`, then all live events. Subscribes when called, once per
   * connection, and buffers events until they are read. Ends with the connection; then subscribe on
   * a new one, from the last `seq`.
   */
  events(since: number): AsyncIterable<LiveEvent>;
  /** Resolves when the connection has ended, whichever side closed it. */
  readonly closed: Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

export interface ClientMessage {
  /** Id of the message, chosen here. */
  readonly message: string;
  readonly text: string;
  /** In base64. */
  readonly images?: readonly string[] | undefined;
}

/** A person's answer to an approval; the connection identifies the person. */
export type ClientDecision = Omit<Decision, "approval" | "by" | "from"> & {
  readonly approval: string;
};
