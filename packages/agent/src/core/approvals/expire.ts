import type { NewId } from "../../kernel/ids.ts";
import type { Fact } from "../../kernel/turn-event.ts";
import type { Approval } from "../../store/approvals.ts";
import type { Repositories } from "../../store/store.ts";
import { appendFacts } from "../append-facts.ts";
import { endWait } from "../plans/end-wait.ts";
import { keepFeedback } from "./keep-feedback.ts";

export interface ExpireParts {
  readonly newId: NewId;
  readonly now: number;
  /** Whether replies to a surface leave through the outbox. */
  readonly isPush: (surface: string) => boolean;
}

/** Ends a question that nobody answered in time, and tells who asked, once; undefined when somebody was faster. */
export async function expire(
  tx: Repositories,
  approval: Approval,
  parts: ExpireParts,
): Promise<readonly Fact[] | undefined> {
  const { now } = parts;
  if (!(await tx.approvals.move(approval.id, "pending", { to: "expired" }))) return undefined;
  await keepFeedback(tx, approval, { verdict: "expired", at: now });
  await tellRequester(tx, approval, parts);
  const body = {
    type: "approval-decision",
    approval: approval.id,
    verdict: "expired",
    by: "",
  } as const;
  const facts = await appendFacts(tx, approval.place, { bodies: [body], at: now });
  return [...facts, ...(await endWait(approval, { tx, ...parts }))];
}

async function tellRequester(
  tx: Repositories,
  { id, call, place: placeId, preview }: Approval,
  { newId, now, isPush }: ExpireParts,
): Promise<void> {
  const place = await tx.places.byId(placeId);
  const turn = await tx.turns.ofCall(call);
  if (!place || !turn || !isPush(place.surface)) return;
  const text = `Nobody answered in time, so it did not run: ${preview}`;
  await tx.outbox.add([
    {
      id: newId(),
      place: placeId,
      turn,
      position: 0,
      clientId: newId(),
      body: { type: "decision", approval: id, text },
      nextAt: now,
    },
  ]);
}
