import { z } from "zod";
import type { Address, Envelope } from "../kernel/envelope.ts";
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
  decide(decision: Decision): Promise<Decided>;
  /**
   * Somebody can be written to again: what waits for them there leaves now, in a direct chat also in its
   * topics. Stored when it resolves.
   */
  reach(address: Pick<Address, "surface" | "chat">): Promise<void>;
}

/** What became of a message when it was stored. */
export interface Receipt {
  readonly message: InboxId;
  /** `answered`: it was a command, and what it says is on its way. */
  readonly outcome: "queued" | "answered" | "repeat" | "noted" | "ignored" | "refused";
  /** Why it will not be answered, or not at once. */
  readonly reason?: string | undefined;
}

/** `counted`: others have to allow it, too. */
export type Decided = "recorded" | "counted" | "too-late";

/**
 * `deny`: it does not run. `respond`: it does not run, and the model reads an answer in words
 * instead of a result. `revise`: the model asks again, changed as the words say.
 */
export const VERDICTS = ["allow", "deny", "respond", "revise"] as const;

/** What a person said about a call that waits. */
export interface Decision {
  readonly approval: ApprovalId;
  readonly verdict: (typeof VERDICTS)[number];
  readonly by: Principal;
  /** Why it is refused, the answer, or what to change: it may not be missing in the last two. */
  readonly reason?: string | undefined;
  /** Arguments to run with instead of the ones that were shown. */
  readonly args?: unknown;
  /** Allow this tool in this place from now on: on these terms, or whatever its arguments are. */
  readonly always?: boolean | GrantTerms | undefined;
  /** Where it was said: that surface changes its question itself. */
  readonly from?: Pick<Address, "surface" | "chat"> | undefined;
}

/** What a lasting permission is limited to. */
export const grantTerms = z.strictObject({
  these: z.boolean().optional().describe("Only with exactly these arguments."),
  only: z
    .record(z.string(), z.string())
    .optional()
    .describe("What single arguments must be, by name; * stands for any letters."),
  perDay: z
    .strictObject({ argument: z.string(), amount: z.string() })
    .optional()
    .describe("How much an argument may come to within 24 hours."),
  until: z.number().int().optional().describe("When it ends, in Unix milliseconds."),
});

/** What a lasting permission is kept to. */
export type GrantTerms = z.output<typeof grantTerms>;
