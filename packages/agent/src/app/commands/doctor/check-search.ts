import { stat } from "node:fs/promises";
import { auditSearch } from "../../../store/sqlite/search/audit-search.ts";

/** Searches that are compared with a look at every vector. */
const SAMPLE = 10;
/** Less of the ten nearest means that something is wrong with the codes. */
const GOOD_RECALL = 0.95;

/** How much of what a search should find it finds, measured on the database as it is. */
export async function checkSearch(
  database: string,
): Promise<{ readonly state: "ok" | "warning"; readonly message: string }> {
  const found = await stat(database).catch(() => undefined);
  const audit = found && (await auditSearch(database, SAMPLE));
  if (!audit || audit.passages === 0) return { state: "ok", message: "no passages yet" };
  const { passages, vectors, sampled, recall } = audit;
  if (sampled === 0)
    return { state: "ok", message: `${passages} passages, keyword search only; no vectors yet` };
  const message = `${passages} passages, ${vectors} with vectors, recall@10 ${recall.toFixed(3)}`;
  if (recall >= GOOD_RECALL) return { state: "ok", message };
  return {
    state: "warning",
    message: `${message}: memory search misses some results. The index improves as passages are added.`,
  };
}
