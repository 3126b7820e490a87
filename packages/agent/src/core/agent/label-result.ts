import type { Effect, Tool } from "@reeve/sdk";
import { audienceOf, joinLabels, type Label, isVisibleIn } from "../../kernel/label.ts";
import type { Chat } from "../../store/chats.ts";
import type { CallOutcome } from "../../tools/run-call.ts";
import type { OpenTurn } from "../open-turn.ts";

/**
 * Who stands behind a result and who may see it: what its services said of what they
 * handed out, and whoever its arguments were taken from, since it may repeat them. A tool
 * that reads from elsewhere is trusted least.
 */
export function labelResult(
  tool: Pick<Tool, "name" | "results"> | undefined,
  marks: readonly Label[],
  { id: chat, kind, uid }: Pick<Chat, "id" | "kind" | "uid">,
): Label {
  if (tool?.results === "services") return joinLabels(marks);
  const audience = audienceOf({ chat, kind, uid });
  const origin = `tool ${tool?.name ?? "that is gone"}`;
  const outside: Label = { integrity: "tool", audience, origin };
  return joinLabels([outside, ...marks]);
}

/** What a call did, where, and for whom. */
interface Shown extends Pick<OpenTurn, "chat" | "role"> {
  readonly effect: Effect;
}

/**
 * What a call came to, without its words where not everybody who reads along may see them. What
 * was done stays done: only what was read is refused.
 */
export function withholdFromAudience(
  outcome: CallOutcome,
  { audience }: Label,
  { chat, role, effect }: Shown,
): CallOutcome {
  const { id, kind, uid } = chat;
  if (outcome.type === "aborted" || isVisibleIn(audience, { chat: id, kind, uid, role }))
    return outcome;
  if (outcome.type === "fault")
    return { type: "fault", code: outcome.code, message: `Why it failed ${HIDDEN}` };
  if (effect !== "read") return { type: "value", value: `It was done. What came of it ${HIDDEN}` };
  const hint = "Offer to answer in a direct chat.";
  return { type: "fault", code: "denied", message: `What was found ${HIDDEN}`, hint };
}

const HIDDEN = "may not be seen by everybody who reads along here.";
