import { FACTS_A_MESSAGE } from "../obedient-lessons.ts";

/** Queries that must find nothing: facts that were extracted twice, partly, or not at all. */
const LEFTOVERS = [
  ["a turn from which nothing was learnt", "select id from turns where learn = 'waiting'"],
  [
    "a turn from which too little was learnt",
    `select id from turns where learn = 'done' and ${FACTS_A_MESSAGE} *
       (select count(*) from inbox where inbox.turn = turns.id and kind = 'message') <>
       (select count(*) from facts where facts.turn = turns.id)`,
  ],
  ["a fact that was learned twice", "select text from facts group by text having count(*) > 1"],
  [
    "a fact without evidence",
    "select id from facts where id not in (select fact from fact_evidence)",
  ],
  [
    "a fact whose history is not told once",
    "select id from facts where (select count(*) from memory_changes where ref = facts.id) <> 1",
  ],
  [
    "a fact that is found and not believed, or believed and not found",
    `select facts.id from facts where (state = 'active') <>
       (select count(*) from passages join scopes on scopes.id = passages.scope
        where source = 'fact' and ref = facts.id)`,
  ],
  ["a profile that lost what was written by hand", "select 1 from profiles where fixed = ''"],
] as const;

/** Returns problems with extracted facts, as sentences. */
export function checkLearning(rows: (sql: string) => readonly unknown[]): readonly string[] {
  return LEFTOVERS.flatMap(([what, sql]) => {
    const found = rows(sql).length;
    return found === 0 ? [] : [`${found} times ${what}`];
  });
}
