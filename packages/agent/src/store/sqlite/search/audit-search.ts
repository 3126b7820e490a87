import { DatabaseSync } from "node:sqlite";
import type { SearchAudit } from "../../search/search.ts";
import { openSearch } from "./open-search.ts";

/**
 * Measures vector search in a database file, by a number of samples; undefined if the file is older than
 * the index. The file may be in use.
 */
export async function auditSearch(file: string, sample: number): Promise<SearchAudit | undefined> {
  if (!hasIndex(file)) return undefined;
  await using search = openSearch(file);
  return await search.audit(sample);
}

function hasIndex(file: string): boolean {
  using database = new DatabaseSync(file, { readOnly: true });
  const table = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'vector_segments'")
    .get();
  return table !== undefined;
}
