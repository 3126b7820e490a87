import type { JobId } from "../../kernel/ids.ts";

/**
 * Finds the path on which a job would wait for itself if it waited for `parents`, from it back to it;
 * undefined if there is none. `parentsOf` returns the parents of other jobs.
 */
export async function findCycle(
  { id, parents }: { readonly id: JobId; readonly parents: readonly JobId[] },
  parentsOf: (job: JobId) => Promise<readonly JobId[]>,
): Promise<readonly JobId[] | undefined> {
  const known = new Set<JobId>();
  const ways = parents.map((parent): readonly JobId[] => [id, parent]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    const job = way.at(-1);
    if (job === undefined || known.has(job)) continue;
    if (job === id) return way;
    known.add(job);
    for (const parent of await parentsOf(job)) ways.push([...way, parent]);
  }
  return undefined;
}
