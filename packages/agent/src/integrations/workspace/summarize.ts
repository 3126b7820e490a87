import type { WorkspaceEntry, WorkspaceInfo } from "@reeve/sdk";

/** Counts what a recursive listing holds, in all and per entry at the top. */
export function summarize(listing: readonly WorkspaceEntry[]): Omit<WorkspaceInfo, "quotaBytes"> {
  const bytesByTop = new Map<string, number>();
  for (const { path, bytes } of listing) {
    const [top = path] = path.split("/");
    bytesByTop.set(top, (bytesByTop.get(top) ?? 0) + bytes);
  }
  const files = listing.filter(({ kind }) => kind === "file").length;
  return {
    files,
    directories: listing.length - files,
    bytes: sumBytes(listing),
    entries: Array.from(bytesByTop, ([path, bytes]) => ({ path, bytes })),
  };
}

/** The size of all that is listed. */
export function sumBytes(listing: readonly WorkspaceEntry[]): number {
  return listing.reduce((sum, { bytes }) => sum + bytes, 0);
}
