import type { StoredCall } from "../../store/turns/turns.ts";
import type { DecidedResults } from "../approvals/questions/announce.ts";

/** Returns the results of the calls that a person decided. */
export function decidedResults(calls: readonly StoredCall[]): DecidedResults {
  return new Map(calls.flatMap(({ origin, result }) => (origin ? [[origin, result]] : [])));
}
