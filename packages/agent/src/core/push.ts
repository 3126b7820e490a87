import type { Address } from "../kernel/envelope.ts";
import type { Reply } from "../kernel/reply.ts";
import type { TurnEvent } from "../kernel/turn-event.ts";

/** How replies leave to a surface on which the agent speaks first: it sends, nobody fetches. */
export interface Push {
  /** Shows how a turn is going while it runs. What it shows may be lost; the reply may not. */
  show(address: Address, events: AsyncIterable<TurnEvent>): Promise<void>;
  /**
   * Sends one stored part of a reply; the only way a reply leaves. It may be called again
   * with the same `clientId` after a crash, and answers with the platform's message id.
   */
  deliver(
    address: Address,
    part: Reply,
    options: { clientId: string; signal: AbortSignal },
  ): Promise<string>;
}
