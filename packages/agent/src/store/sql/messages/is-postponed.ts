import { type RawBuilder, sql } from "kysely";

/** Condition of waiting reply parts that leave later than `now`, or only once a person has written. */
export function isPostponed(now: number): RawBuilder<boolean> {
  // Same condition as in the index of waiting parts.
  return sql<boolean>`state = 'waiting' and (next_at > ${now} or held_since is not null)`;
}
