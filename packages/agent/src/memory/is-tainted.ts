import { integrityOf, isAtLeastAsTrusted } from "../kernel/label.ts";
import type { Role } from "../kernel/principal.ts";
import type { MemoryFact } from "../store/facts.ts";

/**
 * Whether somebody stands behind the fact who is trusted less than the person it is kept
 * for. Such a fact does not become part of what every conversation begins with until
 * the owner has confirmed it.
 */
export function isTainted(fact: MemoryFact, role: Role): boolean {
  return fact.confirmedBy === null && !isAtLeastAsTrusted(fact.integrity, integrityOf(role));
}
