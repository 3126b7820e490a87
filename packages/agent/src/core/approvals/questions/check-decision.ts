import { Fault } from "@reeve/sdk";
import type { PersonId } from "../../../kernel/ids.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { Decision, GrantTerms } from "../../inbox.ts";
import { readAmount } from "../read-amount.ts";
import { amountOf } from "../use-grant.ts";

/** A question that is being answered, and who asked for its call. */
export interface Answered {
  readonly approval: Approval;
  readonly askers: ReadonlySet<PersonId>;
  /** How many people have to allow the call as it is now, with the arguments that were changed. */
  readonly needed: number;
  readonly now: number;
}

/** Rejects an answer that says too little, or that this person may not give. */
export function checkDecision(
  decision: Decision,
  { approval, askers, needed, now }: Answered,
): void {
  const { verdict, reason, by, args, always } = decision;
  const hasWords = reason !== undefined && reason.trim() !== "";
  if ((verdict === "respond" || verdict === "revise") && !hasWords)
    throw new Fault("invalid", `"${verdict}" requires a reason.`, {
      hint: "Add the answer or the changes you want.",
    });
  if (verdict !== "allow") return;
  if (always) checkBounds(always, approval);
  if (needed > 1) checkShared(decision, needed);
  if (needed > 1 && askers.has(by.id))
    throw new Fault("denied", `This needs ${needed} approvers other than the requester.`, {
      hint: "Someone else must allow the call. The requester can only deny it.",
    });
  if (typeof always === "object") checkTerms(always, args ?? approval.args, now);
}

/** Requires that several approvers allow what each of them was shown. */
function checkShared({ args, always }: Decision, needed: number): void {
  if (args !== undefined)
    throw new Fault("invalid", `A call that needs ${needed} approvers cannot be edited.`, {
      hint: 'To change it, use "revise" with a reason. The model then asks again.',
    });
  if (always)
    throw new Fault(
      "invalid",
      `A call that needs ${needed} approvers cannot be granted permanently.`,
      {
        hint: "Allow the call once instead.",
      },
    );
}

/** Whoever lets everything run that is asked for from now on is not asked any more: nothing stands in between. */
function checkBounds(always: boolean | GrantTerms, { effect, tool }: Approval): void {
  if (effect !== "exec") return;
  const { these = false, only = {} } = typeof always === "object" ? always : {};
  const isBound = these || Object.values(only).some((pattern) => /[^*\s]/.test(pattern));
  if (isBound) return;
  throw new Fault("invalid", `${tool} cannot be granted permanently for all arguments.`, {
    hint: 'Grant only these exact arguments, or a pattern such as command="git status*".',
  });
}

function checkTerms({ perDay, until }: GrantTerms, args: unknown, now: number): void {
  if (until !== undefined && until <= now)
    throw new Fault(
      "invalid",
      `The grant would end in the past: ${new Date(until).toISOString()}`,
      {
        hint: "Choose a later date.",
      },
    );
  if (!perDay) return;
  if (readAmount(perDay.amount) === undefined)
    throw new Fault("invalid", `"${perDay.amount}" is not a valid amount.`, {
      hint: "Example: 10.5",
    });
  if (amountOf(args, { argument: perDay.argument, perDay: perDay.amount }) === undefined)
    throw new Fault("invalid", `This call's argument "${perDay.argument}" is not an amount.`, {
      hint: "Choose an argument that contains an amount.",
    });
}
