import type { ApprovalView } from "@reeve/operations/work/approvals";
import type { Texts } from "../../platform/texts.ts";

/** Returns the mark that the message of a closed approval shows. */
export function markOf(state: ApprovalView["state"]): keyof Texts["approvals"]["marks"] {
  if (state === "expired") return "expired";
  return state === "cancelled" ? "refused" : "allowed";
}
