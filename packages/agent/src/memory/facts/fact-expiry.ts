import type { MemoryFact } from "../../store/search/facts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when a fact holds that nothing takes the place of; null while no end is known. */
export function factExpiry({
  tier,
  validFrom,
}: Pick<MemoryFact, "tier" | "validFrom">): number | null {
  return tier === "working" ? validFrom + DAY_MS : null;
}
