import {
  type CodeLayout,
  type CodeTable,
  codeLayout,
  createCodeTable,
  createCoder,
  filterRows,
  packRows,
} from "one-bit-vectors";
import type { DatabaseSync } from "node:sqlite";
import { prepareQuery } from "../prepare-query.ts";
import { singlesOf } from "../space-row.ts";

/** The active space as a reader sees it. */
export interface LoadedSpace {
  readonly id: number;
  readonly dims: number;
  readonly completeTo: number;
  readonly table: CodeTable;
}

/** Up to where a table has followed. */
interface Progress {
  readonly space: number;
  readonly generation: number;
  readonly table: CodeTable;
  segment: number;
  log: number;
  dead: number;
  /** Rows that came from the log with their numbers there, until a segment holds them. */
  readonly tail: Map<number, number>;
}

/**
 * Caches the codes of the active space in memory. `catchUp` runs in the caller's read transaction and
 * returns the state there; undefined while there is no space.
 */
export function createCodeReader(db: DatabaseSync): { catchUp(): LoadedSpace | undefined } {
  const active = prepareQuery<[number, number, number, number, Uint8Array]>(
    db,
    "select id, dims, generation, complete_to, centre from spaces where state = 'active'",
  );
  const segments = prepareQuery<[number, number, Uint8Array]>(
    db,
    `select seq, log_to, codes from vector_segments
      where space = ? and generation = ? and seq > ? order by seq limit 64`,
  );
  const log = prepareQuery<[number, number, number, number, Uint8Array]>(
    db,
    `select seq, passage, scope, at, code from vector_log
      where seq > ? and space = ? and generation = ? order by seq`,
  );
  const unerased = prepareQuery<[number]>(
    db,
    "select passage from dead_vectors where is_erased = 0",
  );
  const dead = prepareQuery<[number, number]>(
    db,
    "select seq, passage from dead_vectors where seq > ? order by seq",
  );
  const lastDead = prepareQuery<[number | null]>(db, "select max(seq) from dead_vectors");
  let progress: Progress | undefined;

  const follow = (state: Progress, dims: number) => {
    const layout = codeLayout(dims);
    for (let rows = segments(state.space, state.generation, state.segment); rows.length > 0;) {
      for (const [seq, logTo, codes] of rows) {
        state.segment = seq;
        const isKnown = logTo > 0 && logTo <= state.log;
        if (!isKnown) state.table.append(withoutKnown(layout, codes, state.tail));
        for (const [id, at] of state.tail) if (at <= logTo) state.tail.delete(id);
        state.log = Math.max(state.log, logTo);
      }
      rows = segments(state.space, state.generation, state.segment);
    }
    const added = log(state.log, state.space, state.generation);
    const fresh = added.map(([, id, scope, at, code]) => ({ id, scope, at, code }));
    if (fresh.length > 0) state.table.append(packRows(layout, fresh));
    state.log = added.at(-1)?.[0] ?? state.log;
    for (const [seq, id] of added) state.tail.set(id, seq);
    bury(state);
  };

  const bury = (state: Progress) => {
    if (state.dead < 0) {
      state.dead = lastDead()[0]?.[0] ?? 0;
      const ids = unerased().map(([id]) => id);
      if (ids.length > 0) state.table.remove(new Set(ids));
      return;
    }
    const rows = dead(state.dead);
    state.dead = rows.at(-1)?.[0] ?? state.dead;
    if (rows.length > 0) state.table.remove(new Set(rows.map(([, id]) => id)));
  };

  return {
    catchUp() {
      const [space] = active();
      if (!space) return undefined;
      const [id, dims, generation, completeTo, centre] = space;
      if (progress?.space !== id || progress.generation !== generation)
        progress = startReading(id, generation, centre);
      follow(progress, dims);
      return { id, dims, completeTo, table: progress.table };
    },
  };
}

/** A table with nothing in it; what is erased from the segments it will never see. */
function startReading(space: number, generation: number, centre: Uint8Array): Progress {
  const table = createCodeTable(createCoder(singlesOf(centre)));
  return { space, generation, table, segment: 0, log: 0, dead: -1, tail: new Map() };
}

function withoutKnown(
  layout: CodeLayout,
  segment: Uint8Array,
  known: ReadonlyMap<number, number>,
): Uint8Array {
  return known.size === 0 ? segment : filterRows(layout, segment, (id) => !known.has(id));
}
