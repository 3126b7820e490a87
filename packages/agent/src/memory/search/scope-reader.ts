import type { PassageStore, Scope } from "../../store/search/passages.ts";

/**
 * Reads a tenant's scopes, each once: none is removed and none changes but in how many passages
 * it has, which is as it was when it was read.
 */
export function createScopeReader(
  passages: Pick<PassageStore, "scopes">,
): (tenant: string) => Promise<readonly Scope[]> {
  const known = new Map<string, readonly Scope[]>();
  return async (tenant) => {
    const before = known.get(tenant) ?? [];
    const added = await passages.scopes(tenant, { after: before.at(-1)?.id ?? 0 });
    if (added.length === 0) return before;
    const scopes = [...before, ...added];
    known.set(tenant, scopes);
    return scopes;
  };
}
