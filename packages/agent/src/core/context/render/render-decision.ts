import { describeResult } from "../../../llm/render-messages.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { StoredCall } from "../../../store/turns/turns.ts";
import type { InboxBody } from "../../../store/messages/inbox.ts";
import { sanitize } from "./sanitize.ts";

type Decision = Extract<InboxBody, { kind: "decision" }>;

type DecidedCall = Pick<StoredCall, "tool" | "args"> & Partial<Pick<Approval, "also">>;

/** Renders, for the model, that a person allowed a call and it has run. */
export function renderAllowed({ origin, tool, args, result }: StoredCall): string {
  const outcome = result ? describeResult(result) : "Stopped before it ended.";
  return `[Approval ${origin} allowed] ${sanitize(`${tool} ${JSON.stringify(args)}\nResult: ${outcome}`)}`;
}

/** Renders, for the model, that a person answered a call in any other way. */
export function renderNotRun(
  decision: Decision,
  call: DecidedCall & Pick<Approval, "preview">,
): string {
  switch (decision.verdict) {
    case "allow":
    case "deny":
      return renderRefused(decision, call);
    case "respond":
      return renderResponse(decision, call);
    case "revise":
      return renderRevision(decision, call);
  }
}

/** Renders, for the model, that a person refused a call. */
export function renderRefused({ approval, name, reason }: Decision, call: DecidedCall): string {
  const why = reason ? `\nReason: ${reason}` : "";
  const told = sanitize(`${written(call)}${why}`);
  return `[Approval ${approval} refused by ${sanitize(name)}] ${told}`;
}

/** Instead of the call's result a person said something. */
function renderResponse({ approval, name, reason = "" }: Decision, call: DecidedCall): string {
  const told = sanitize(`${written(call)}\nIt was not run. Answer: ${reason}`);
  return `[Approval ${approval} answered by ${sanitize(name)}] ${told}`;
}

/** The same request again, changed: the model makes a new call of it. */
function renderRevision(
  { approval, name, reason = "" }: Decision,
  call: DecidedCall & Pick<Approval, "preview">,
): string {
  return [
    `[Approval ${approval} sent back by ${sanitize(name)}] It was not run. Make the call again as the correction says; change nothing else.`,
    `<original_request>${sanitize(`${call.preview}\n${written(call)}`)}</original_request>`,
    `<correction>${sanitize(reason)}</correction>`,
  ].join("\n");
}

/** Renders, for the model, with the next message, that an approval expired. */
export function renderExpired({ id, ...call }: DecidedCall & Pick<Approval, "id">): string {
  return `[Approval ${id} expired] ${sanitize(written(call))}\nNobody answered in time. It was not run and is no longer pending.`;
}

/** Renders, for the model, why an allowed call may not run now. */
export function renderVoid(
  { id, ...call }: DecidedCall & Pick<Approval, "id">,
  because: string,
): string {
  return `[Approval ${id} void] ${sanitize(written(call))}\nThe call was allowed, but ${because}. It was not run. Request it again.`;
}

function written({ tool, args, also = [] }: DecidedCall): string {
  return [{ args }, ...also].map((one) => `${tool} ${JSON.stringify(one.args)}`).join("\n");
}
