import type { Effect, Tool } from "@reeve/sdk";
import {
  audienceOf,
  isVisibleIn,
  joinLabels,
  type Label,
  labelOfSource,
} from "../../kernel/label.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { CallOutcome } from "../../tools/run-call.ts";
import type { OpenTurn } from "../open-turn.ts";

/**
 * Labels a result by what its services reported and by the sources of its arguments, since it may
 * repeat them. A tool that reads from outside is trusted least.
 */
export function labelResult(
  tool: Pick<Tool, "name" | "resultOrigin"> | undefined,
  marks: readonly Label[],
  { id: chat, kind, uid }: Pick<Chat, "id" | "kind" | "uid">,
): Label {
  if (tool?.resultOrigin === "services") return joinLabels(marks);
  const audience = audienceOf({ chat, kind, uid });
  const where = tool?.name ?? "a tool that is gone";
  return joinLabels([
    labelOfSource({ kind: "tool", where, integrity: "tool" }, audience),
    ...marks,
  ]);
}

/** A call that was made, where, and for whom. */
interface Shown extends Pick<OpenTurn, "chat" | "role"> {
  readonly effect: Effect;
}

/**
 * Withholds the words of a result that some readers of the chat may not see. What was done stays
 * done: only what was read is withheld.
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
    return { type: "fault", code: outcome.code, message: `The error ${HIDDEN}` };
  if (effect !== "read")
    return { type: "value", value: `The call succeeded. Its result ${HIDDEN}` };
  const hint = "Offer to answer in a direct chat.";
  return { type: "fault", code: "denied", message: `The result ${HIDDEN}`, hint };
}

const HIDDEN = "cannot be shown in this chat, because not everyone here may see it.";
