import { foldText } from "../../kernel/fold-text.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import type { Place } from "../../store/places.ts";
import type { Policy } from "../../store/policies.ts";
import type { Repositories } from "../../store/store.ts";
import { findPolicies, type FoundPolicy } from "../approvals/find-policies.ts";
import { isMessage, isScheduled } from "./choose-batch.ts";
import type { InboxRow } from "../../store/inbox.ts";
import type { Held } from "./commit-held.ts";
import type { TurnParts } from "./parts.ts";

/** So many rules a place keeps. */
export const MOST_POLICIES = 50;

type Where = Pick<Held, "tx" | "place">;

/**
 * Keeps the rules that messages lay down for their place, the same words once
 * and at most `MOST_POLICIES`. In a group only the owner and admins make rules,
 * in a direct chat whoever is known. What is passed on lays down nothing.
 */
export async function layDownPolicies(
  { tx, place }: Where,
  rows: readonly InboxRow[],
  { newId }: Pick<TurnParts, "newId">,
): Promise<void> {
  const laidDown = rulesIn(rows, place);
  if (laidDown.length === 0) return;
  const kept = await mergeRepeats(tx, place);
  for (const { message, ...found } of laidDown) {
    const words = foldText(found.text);
    if (kept.has(words) || kept.size >= MOST_POLICIES) continue;
    kept.add(words);
    await tx.policies.add({ ...found, id: newId(), place: place.id, message });
  }
}

/** The rules that messages laid down and that their place does not keep. */
export async function rulesNotKept(
  { tx, place }: Where,
  rows: readonly InboxRow[],
): Promise<readonly string[]> {
  const laidDown = rulesIn(rows, place);
  if (laidDown.length === 0) return [];
  const policies = await tx.policies.ofPlace(place.id);
  const kept = new Set(policies.map(({ text }) => foldText(text)));
  return laidDown.map(({ text }) => text).filter((text) => !kept.has(foldText(text)));
}

type LaidDown = FoundPolicy & Pick<Policy, "message">;

function rulesIn(rows: readonly InboxRow[], { kind }: Pick<Place, "kind">): readonly LaidDown[] {
  const least = kind === "direct" ? "member" : "admin";
  return rows
    .filter(isMessage)
    .filter((row) => !isScheduled(row))
    .filter(({ body }) => body.forwardedFrom === undefined && isAtLeast(body.role, least))
    .flatMap(({ id: message, body }) =>
      findPolicies(body.text).map((found) => ({ ...found, message })),
    );
}

/** Takes away all but the oldest of rules in the same words; answers with the words that are left. */
async function mergeRepeats(tx: Repositories, { id }: Pick<Place, "id">): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const policy of await tx.policies.ofPlace(id)) {
    const words = foldText(policy.text);
    if (kept.has(words)) await tx.policies.remove(id, policy.id);
    kept.add(words);
  }
  return kept;
}
