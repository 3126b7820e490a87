import type { Address } from "../kernel/envelope.ts";
import type { TurnId } from "../kernel/ids.ts";
import type { Language } from "../kernel/languages.ts";
import type { ReplyPart } from "../kernel/reply.ts";
import type { LiveEvent } from "../kernel/chat-event.ts";

/** How replies leave to a channel on which the agent speaks first: it sends, nobody fetches. */
export interface Outbound {
  /**
   * Shows how a turn is going while it runs. What it shows may be lost; the reply
   * may not. Without `of`, files of a message are looked into before its turn.
   */
  show(address: Address, events: AsyncIterable<LiveEvent>, of?: TurnRef): Promise<void>;
  /**
   * Sends one stored part of a reply; the only way a reply leaves. It may be called again
   * with the same `clientId` after a crash, and answers with the platform's message id. A fault
   * that is `missing` says that nobody is there any more: it is not tried again. One that is
   * `conflict` says that nothing may be said there until the person does something: it waits for
   * that, for 30 days, and is tried now and then. One that is `invalid` says that this part is
   * refused for what it is: it is tried three times, and then it is said that it could not be sent.
   */
  deliver(address: Address, part: ReplyPart, options: DeliverOptions): Promise<string>;
}

/** The turn that something is shown or said of. */
export interface TurnRef {
  readonly turn: TurnId;
  /** The platform's id of the newest message that it answers; undefined where nobody typed one. */
  answers(): Promise<string | undefined>;
}

export interface DeliverOptions {
  readonly clientId: string;
  readonly signal: AbortSignal;
  /** Undefined for what is said without a turn. */
  readonly of?: TurnRef | undefined;
  /** Where no turn says it: the platform's id of the message that it answers, such as a command. */
  readonly answers?: string | undefined;
  /** In which what the channel adds is said, such as the words on buttons. English without it. */
  readonly language?: Language | undefined;
}
