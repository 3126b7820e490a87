import type { Address, Envelope } from "../kernel/envelope.ts";
import type { ApprovalId, InboxId } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";
import { type GrantTerms, VERDICTS } from "@reeve/operations/work/approvals";

export { type GrantTerms, VERDICTS };

/** The way in: the one part of the core that a channel is given. */
export interface Inbox extends PluginInbox {
  /**
   * Resolves once the message is stored; the turn runs later. Acknowledge the
   * channel only then. A repeat is accepted again without effect.
   */
  deliver(envelope: Envelope): Promise<Receipt>;
  /** Answers a waiting approval, unless someone was faster. */
  decide(decision: Decision): Promise<DecisionResult>;
  /**
   * Somebody can be written to again: what waits for them there leaves now, in a direct chat also in its
   * topics. Stored when it resolves.
   */
  retryWaiting(address: Pick<Address, "channel" | "externalId">): Promise<void>;
  /** Takes back a message that its author will send again; other messages of the chat go on. */
  withdraw(message: InboxId, author: Principal): Promise<void>;
}

/** Result of storing a message. */
export interface Receipt {
  readonly message: InboxId;
  /** `answered`: it was a command, and what it says is on its way. */
  readonly outcome: "queued" | "answered" | "repeat" | "noted" | "ignored" | "refused";
  /** Why it will not be answered, or not at once. */
  readonly reason?: string | undefined;
}

/** The way in for what plugins handle. */
export interface PluginInbox {
  /** Stores a press of a plugin's button, once. */
  press(press: PluginPress): Promise<PressReceipt>;
  /** Returns whether an invoice of a plugin can be paid now, with this amount. */
  mayPay(invoice: Pick<PluginReceipt, "invoice" | "stars">): Promise<boolean>;
  /** Stores a payment, once. `missing` if no plugin has sent its invoice. */
  pay(receipt: PluginReceipt): Promise<void>;
}

/** Payment of a plugin's invoice. */
export interface PluginReceipt {
  readonly channel: string;
  /** The platform's id of the payment. */
  readonly charge: string;
  /** Id of the paying account on the channel. */
  readonly account: string;
  /** Payload of the invoice. */
  readonly invoice: string;
  readonly stars: bigint;
  readonly by: Principal;
}

/** Press of a plugin's button. */
export interface PluginPress {
  /** The platform's id of the press. */
  readonly id: string;
  /** The button's keyboard, and its mark in it. */
  readonly keyboard: string;
  readonly button: string;
  readonly by: Principal;
  readonly address: Pick<Address, "channel" | "externalId">;
}

/** Result of a press. */
export type PressReceipt =
  /** It is stored. `answer` resolves to the plugin's text for the person, or undefined once there is none. */
  | { readonly outcome: "stored"; readonly answer: Promise<string | undefined> }
  /** The button is not there any more, or has never been. */
  | { readonly outcome: "expired" }
  | { readonly outcome: "too-many" };

/** `counted`: others have to allow it, too. */
export type DecisionResult = "recorded" | "counted" | "too-late";

/** A person's decision on a call that waits. */
export interface Decision {
  readonly approval: ApprovalId;
  readonly verdict: (typeof VERDICTS)[number];
  readonly by: Principal;
  /** Why it is refused, the answer, or what to change: it may not be missing in the last two. */
  readonly reason?: string | undefined;
  /** Arguments to run with instead of the ones that were shown. */
  readonly args?: unknown;
  /** Allow this tool in this chat from now on: on these terms, or whatever its arguments are. */
  readonly always?: boolean | GrantTerms | undefined;
  /** Where it was said: that channel changes its question itself. */
  readonly from?: Pick<Address, "channel" | "externalId"> | undefined;
}
