import type { Tracing } from "../platform/tracing.ts";
import type { Journal } from "./journal.ts";

/** A journal whose commits that observe results, and that settle a turn, are traced. */
export function traceJournal(journal: Journal, tracing: Tracing): Journal {
  return {
    ...journal,
    settleCalls: (turn, settled) =>
      tracing.span("observe", {}, () => journal.settleCalls(turn, settled)),
    end: (turn, ending) =>
      tracing.span("settle", { attributes: () => ({ "reeve.ending": ending.type }) }, () =>
        journal.end(turn, ending),
      ),
  };
}
