import { Fault } from "@reeve/sdk";
import type { Approval } from "../../store/approvals.ts";
import type { Decision, GrantTerms } from "../inbox.ts";
import { readAmount } from "./read-amount.ts";
import { amountOf } from "./use-grant.ts";

/** Rejects an answer that says too little, or that this person may not give. */
export function checkDecision(decision: Decision, approval: Approval, now: number): void {
  const { verdict, reason, by, args, always } = decision;
  const hasWords = reason !== undefined && reason.trim() !== "";
  if ((verdict === "respond" || verdict === "revise") && !hasWords)
    throw new Fault("invalid", `To ${verdict} without words says nothing.`, {
      hint: "Say what to answer, or what to change.",
    });
  if (verdict !== "allow") return;
  if (approval.needed > 1) checkShared(decision, approval);
  if (approval.needed > 1 && by.id === approval.requester)
    throw new Fault(
      "denied",
      `${approval.needed} people other than the one who asked decide this.`,
      {
        hint: "Let somebody else answer; whoever asked can refuse it.",
      },
    );
  if (typeof always === "object") checkTerms(always, args ?? approval.args, now);
}

/** What several people allow has to be what each of them was shown. */
function checkShared({ args, always }: Decision, { needed }: Approval): void {
  if (args !== undefined)
    throw new Fault("invalid", `${needed} people allow this as it was shown.`, {
      hint: "To change it, say how in words: then it is asked again.",
    });
  if (always)
    throw new Fault("invalid", `What ${needed} people allow is asked about each time.`, {
      hint: "Allow it this once.",
    });
}

function checkTerms({ perDay, until }: GrantTerms, args: unknown, now: number): void {
  if (until !== undefined && until <= now)
    throw new Fault("invalid", `It would end in the past: ${new Date(until).toISOString()}`, {
      hint: "Name a later date.",
    });
  if (!perDay) return;
  if (readAmount(perDay.amount) === undefined)
    throw new Fault("invalid", `Not an amount: ${perDay.amount}`, {
      hint: 'Write it like "10.5".',
    });
  if (amountOf(args, { argument: perDay.argument, perDay: perDay.amount }) === undefined)
    throw new Fault("invalid", `This call has no amount under "${perDay.argument}".`, {
      hint: "Name the argument that holds the amount.",
    });
}
