import { type Kysely, sql } from "kysely";
import type { PersonId } from "../../../kernel/ids.ts";
import type { Moved } from "./merge-people.ts";
import type { Tables } from "../tables.ts";

/**
 * Makes moved rows visible to their new owner. Labels name the person who may see a text, so without this
 * only the owner could.
 */
export async function relabel(
  db: Kysely<Tables>,
  { from, to, moved }: { readonly from: PersonId; readonly to: PersonId; readonly moved: Moved },
): Promise<void> {
  const [old, fresh] = [from, to].map((person) => `"audience":"person:${person}"`);
  const change = (
    { table, columns, key }: Labelled,
    ids: readonly (string | number)[],
  ): Promise<unknown> => {
    if (ids.length === 0) return Promise.resolve();
    const set = columns.map(
      (column) => sql`${sql.ref(column)} = replace(${sql.ref(column)}, ${old}, ${fresh})`,
    );
    return sql`
      update ${sql.table(table)} set ${sql.join(set)}
        where ${sql.ref(key)} in (${sql.join(ids)})`.execute(db);
  };
  const { tasks = [], readings = [], jobs = [], plans = [] } = moved;
  const owned: readonly (readonly [Labelled, readonly (string | number)[]])[] = [
    [of("notes"), moved.notes],
    [of("tasks"), tasks],
    [of("readings"), readings],
    [of("jobs"), jobs],
    [{ ...of("job_runs"), key: "job" }, jobs],
    // Relabels the outputs of its steps, too.
    [{ ...of("plans"), columns: ["label", "steps"] }, plans],
    [{ ...of("journal"), key: "order" }, moved.journal],
    [{ ...of("inbox"), key: "chat" }, moved.chats],
    [{ table: "sessions", columns: ["summary_label"], key: "chat" }, moved.chats],
  ];
  for (const [labelled, ids] of owned)
    for (let at = 0; at < ids.length; at += CHUNK)
      await change(labelled, ids.slice(at, at + CHUNK));
  for (const chat of moved.chats) {
    const turns = sql`(select id from turns where chat = ${chat})`;
    await sql`
      update turns set label = replace(label, ${old}, ${fresh}) where chat = ${chat}`.execute(db);
    await sql`
      update calls set taint = replace(taint, ${old}, ${fresh}), label = replace(label, ${old}, ${fresh})
        where turn in ${turns}`.execute(db);
    await sql`
      update steps set meta = replace(meta, ${old}, ${fresh}), heard = replace(heard, ${old}, ${fresh})
        where turn in ${turns}`.execute(db);
  }
}

/** A table whose columns hold labels as JSON. */
interface Labelled {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /** Key column of its rows. */
  readonly key: string;
}

/** So many values one statement takes. */
const CHUNK = 500;

function of(table: keyof Tables): Labelled {
  return { table, columns: ["label"], key: "id" };
}
