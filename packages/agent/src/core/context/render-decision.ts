import { describeResult } from "../../llm/render-units.ts";
import type { StoredCall } from "../../store/turns.ts";
import type { InboxBody } from "../../store/inbox.ts";
import { sanitise } from "./sanitise.ts";

type Decision = Extract<InboxBody, { kind: "decision" }>;

/** What the model reads when a person allowed a call and it has run. */
export function renderAllowed({ origin, tool, args, result }: StoredCall): string {
  const outcome = result ? describeResult(result) : "Stopped before it ended.";
  return `[Approval ${origin} allowed] ${sanitise(`${tool} ${JSON.stringify(args)}\nResult: ${outcome}`)}`;
}

/** What the model reads when a person refused a call. */
export function renderRefused(
  { approval, name, reason }: Decision,
  call: Pick<StoredCall, "tool" | "args">,
): string {
  const why = reason ? `\nReason: ${reason}` : "";
  const told = sanitise(`${call.tool} ${JSON.stringify(call.args)}${why}`);
  return `[Approval ${approval} refused by ${sanitise(name)}] ${told}`;
}
