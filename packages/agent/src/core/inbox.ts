import type { Envelope } from "../kernel/envelope.ts";
import type { ApprovalId, InboxId } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";

/** The way in: the one part of the core that a surface is given. */
export interface Inbox {
  /**
   * Resolves once the message is stored; the turn runs later. Acknowledge the
   * channel only then. A repeat is accepted again without effect.
   */
  deliver(envelope: Envelope): Promise<Receipt>;
  /** Answers a waiting approval, unless someone was faster. */
  decide(decision: Decision): Promise<"recorded" | "too-late">;
}

export interface Receipt {
  readonly message: InboxId;
  readonly outcome: "queued" | "repeat" | "noted" | "ignored" | "refused";
  /** Why it will not be answered. */
  readonly reason?: string | undefined;
}

export interface Decision {
  readonly approval: ApprovalId;
  readonly verdict: "allow" | "deny";
  readonly by: Principal;
  readonly reason?: string | undefined;
  /** Arguments to run with instead of the ones that were shown. */
  readonly args?: unknown;
  /** Allow this tool in this place from now on. */
  readonly always?: boolean | undefined;
}
