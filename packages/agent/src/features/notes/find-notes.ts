import type { MemorySearch, Viewer } from "../../memory/search.ts";
import type { NotesDeps } from "./create-notes.ts";

/** Finds notes by meaning. The caller checks whose they are. */
export function findNotes(search: MemorySearch, viewer: Viewer): NonNullable<NotesDeps["find"]> {
  return async (text, limit) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const query = { text, viewer, sources: ["note"], limit: SPARE * limit, signal } as const;
    const { hits } = await search.find(query);
    return hits.map(({ ref: id, similarity }) => ({ id, similarity }));
  };
}

const TIMEOUT_MS = 10_000;
/** Tasks and reading list items are found among notes. */
const SPARE = 3;
