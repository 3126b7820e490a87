import type { Approval, Feedback } from "../../../store/turns/approvals.ts";
import type { Repositories } from "../../../store/store.ts";

/** Stores what became of a question, to learn from later. */
export async function saveFeedback(
  tx: Pick<Repositories, "approvals">,
  { id: approval, tool, argsHash, createdAt }: Approval,
  { verdict, at }: Pick<Feedback, "verdict" | "at">,
): Promise<void> {
  const latencyMs = at - createdAt;
  await tx.approvals.addFeedback({ approval, tool, argsHash, verdict, latencyMs, at });
}
