import type { Tracing } from "../platform/tracing.ts";
import type { TurnLog } from "./turn-log.ts";

/** A journal whose commits that observe results, and that settle a turn, are traced. */
export function traceTurnLog(journal: TurnLog, tracing: Tracing): TurnLog {
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
