import type { ToolResult } from "../../../kernel/transcript.ts";
import type { InboxRow } from "../../../store/messages/inbox.ts";
import type { Repositories } from "../../../store/store.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { StoredCall } from "../../../store/turns/turns.ts";

/** Returns the input that a person's decision on an approval became; undefined if nobody decided it. */
export function decisionOf(
  { inbox }: Pick<Repositories, "inbox">,
  { id, chat }: Pick<Approval, "id" | "chat">,
): Promise<InboxRow | undefined> {
  return inbox.byMessage(chat, `decision:${id}`, 0);
}

/** Returns the stored result of the call that an approval released; undefined if it did not run. */
export async function releasedResult(
  tx: Pick<Repositories, "inbox" | "turns">,
  approval: Approval,
): Promise<ToolResult | undefined> {
  const turn = (await decisionOf(tx, approval))?.turn;
  const steps = turn ? await tx.turns.steps(turn) : [];
  const call = steps.flatMap(({ calls }) => calls).find(({ origin }) => origin === approval.id);
  return call && resultOf(call);
}

/** A call that was cut off once it had started may have happened, unless it only reads. */
function resultOf({ result, startedFence, effect }: StoredCall): ToolResult | undefined {
  if (result && result.type !== "aborted") return result;
  return startedFence === null || effect === "read" ? result : { type: "unknown" };
}
