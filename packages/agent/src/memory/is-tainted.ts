import { integrityOf, isAtLeastAsTrusted } from "../kernel/label.ts";
import type { Role } from "../kernel/principal.ts";
import type { MemoryFact } from "../store/search/facts.ts";

/**
 * Checks whether the fact has a lower integrity than the person it is stored for. Such a fact is not pinned
 * in sessions until the owner has confirmed it.
 */
export function isTainted(fact: MemoryFact, role: Role): boolean {
  return fact.confirmedBy === null && !isAtLeastAsTrusted(fact.integrity, integrityOf(role));
}
