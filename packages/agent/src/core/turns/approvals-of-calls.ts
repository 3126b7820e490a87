import type { ApprovalId } from "../../kernel/ids.ts";
import type { StoredCall } from "../../store/turns/turns.ts";

/** Returns the approvals under which calls run that a person decided. */
export function approvalsOfCalls(calls: readonly StoredCall[]): readonly ApprovalId[] {
  return calls.flatMap(({ origin }) => (origin ? [origin] : []));
}
