import { isAtLeast } from "../../kernel/principal.ts";
import { findPolicies } from "../approvals/find-policies.ts";
import type { MessageRow } from "./choose-batch.ts";
import type { Held } from "./commit-held.ts";
import type { TurnParts } from "./parts.ts";

/**
 * Keeps the rules that messages lay down for their place, each once. In a group
 * only the owner and admins make rules, in a direct chat whoever is known.
 */
export async function layDownPolicies(
  { tx, place }: Pick<Held, "tx" | "place">,
  rows: readonly MessageRow[],
  { newId }: Pick<TurnParts, "newId">,
): Promise<void> {
  const least = place.kind === "direct" ? "member" : "admin";
  for (const { id: message, body } of rows) {
    if (!isAtLeast(body.role, least)) continue;
    for (const found of findPolicies(body.text))
      await tx.policies.add({ ...found, id: newId(), place: place.id, message });
  }
}
