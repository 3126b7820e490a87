import {
  type CodedRow,
  codeLayout,
  createCoder,
  encodeVector,
  filterRows,
  packRows,
} from "one-bit-vectors";
import type { Kysely } from "kysely";
import type { Tables } from "../../../sql/tables.ts";
import { runRaw } from "./run-raw.ts";
import {
  bytesOf,
  doublesOf,
  singlesOf,
  SPACE_KEYS,
  type SpaceRow,
  vectorKey,
} from "../space-row.ts";

/** Log rows that become a segment, once there are twice as many. */
const SEGMENT = 1024;
/** Number of rows recoded per call. */
const RECODED = 256;
/** Rows of a space that is gone that are removed at once. */
const REMOVED = 512;
/** Segments that are removed or searched for what is to be erased at once. */
const SEGMENTS = 4;
const ERASED = 32;
/** Minimum number of vectors whose mean is meaningful. */
const FEWEST = 256;
/** Maximum distance between mean and center, relative to the vectors' spread (both squared). */
const DRIFT = 0.05;

/** The first piece of upkeep that is due, some milliseconds long; true while more is left. */
export async function tidyVectors(db: Kysely<Tables>): Promise<boolean> {
  const spaces = await runRaw<SpaceRow>(db, "select * from spaces order by id", []);
  for (const space of spaces) {
    if (space.state === "gone") return removeSome(db, space);
    if (await foldLog(db, space)) return true;
    if (await recode(db, space)) return true;
    if (await removeOldSegments(db, space)) return true;
  }
  return eraseDead(db);
}

/** Checks whether `tidyVectors` would do nothing. */
export async function isTidy(db: Kysely<Tables>): Promise<boolean> {
  const spaces = await runRaw<SpaceRow>(db, "select * from spaces order by id", []);
  for (const space of spaces) {
    if (space.state === "gone" || space.next_centre || driftedMean(space)) return false;
    if (await isLogFull(db, space)) return false;
    const old = "select 1 from vector_segments where space = ? and generation < ? limit 1";
    if ((await runRaw(db, old, [space.id, space.generation])).length > 0) return false;
  }
  const dead = await runRaw(db, "select 1 from dead_vectors where is_erased = 0 limit 1", []);
  return dead.length === 0;
}

async function isLogFull(db: Kysely<Tables>, { id, generation }: SpaceRow): Promise<boolean> {
  const due = await runRaw(
    db,
    "select seq from vector_log where space = ? and generation = ? order by seq limit 1 offset ?",
    [id, generation, 2 * SEGMENT - 1],
  );
  return due.length > 0;
}

/** Packs the oldest codes of the log into a segment. */
async function foldLog(db: Kysely<Tables>, space: SpaceRow): Promise<boolean> {
  if (!(await isLogFull(db, space))) return false;
  const { id, generation, dims } = space;
  const rows = await runRaw<CodedRow & { seq: number; isDead: number }>(
    db,
    `select seq, passage as id, scope, at, code,
        exists (select 1 from dead_vectors d where d.is_erased = 0 and d.passage = l.passage) as isDead
      from vector_log l where space = ? and generation = ? order by seq limit ?`,
    [id, generation, SEGMENT],
  );
  const logTo = rows.at(-1)?.seq ?? 0;
  const live = rows.filter(({ isDead }) => !isDead);
  await addSegment(db, { space: id, generation, logTo, dims, rows: live });
  await runRaw(db, "delete from vector_log where space = ? and generation = ? and seq <= ?", [
    id,
    generation,
    logTo,
  ]);
  return true;
}

interface NewSegment {
  readonly space: number;
  readonly generation: number;
  /** The log's last row that is in it. */
  readonly logTo: number;
  readonly dims: number;
  readonly rows: readonly CodedRow[];
}

async function addSegment(db: Kysely<Tables>, segment: NewSegment): Promise<void> {
  const { space, generation, logTo, dims, rows } = segment;
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await runRaw(
    db,
    `insert into vector_segments (space, generation, log_to, first, last, codes)
      values (?, ?, ?, ?, ?, ?)`,
    [
      space,
      generation,
      logTo,
      Math.min(...ids),
      Math.max(...ids),
      packRows(codeLayout(dims), rows),
    ],
  );
}

/**
 * Recodes vectors when they have moved away from the center: a few per call, into a generation that is not
 * read yet and that replaces the current one when complete.
 */
async function recode(db: Kysely<Tables>, space: SpaceRow): Promise<boolean> {
  const { id, generation, dims } = space;
  if (!space.next_centre) {
    const mean = driftedMean(space);
    if (!mean) return false;
    await runRaw(db, "update spaces set next_centre = ?, next_to = 0 where id = ?", [
      bytesOf(mean),
      id,
    ]);
    return true;
  }
  const rows = await runRaw<{ id: number; scope: number; at: number; vector: Uint8Array }>(
    db,
    `select p.id, p.scope, p.at, v.vector
      from passage_vectors v join passages p on p.id = v.key - ?
      where v.key > ? and v.key < ? order by v.key limit ?`,
    [id * SPACE_KEYS, vectorKey(id, space.next_to), (id + 1) * SPACE_KEYS, RECODED],
  );
  const last = rows.at(-1)?.id;
  if (last !== undefined) {
    const coder = createCoder(singlesOf(space.next_centre));
    const coded = rows
      .filter(({ vector }) => vector.length > 0)
      .map(({ vector, ...row }) => ({
        ...row,
        code: encodeVector(Float32Array.from(new Float16Array(vector.slice().buffer)), coder),
      }));
    await addSegment(db, { space: id, generation: generation + 1, logTo: 0, dims, rows: coded });
    await runRaw(db, "update spaces set next_to = ? where id = ?", [last, id]);
  }
  // While new ones keep coming there would never be none.
  if (rows.length === RECODED) return true;
  await runRaw(
    db,
    `update spaces set generation = generation + 1, centre = next_centre, next_centre = null
      where id = ?`,
    [id],
  );
  await runRaw(db, "delete from vector_log where space = ? and generation = ?", [id, generation]);
  return true;
}

/** Returns the mean of the vectors if the center has drifted too far from it, so that codes lose precision. */
function driftedMean({ vectors, sum, centre }: SpaceRow): Float32Array | undefined {
  if (vectors < FEWEST) return undefined;
  const mean = Float32Array.from(doublesOf(sum), (value) => value / vectors);
  const middle = singlesOf(centre);
  let length = 0;
  let distance = 0;
  for (const [at, value] of mean.entries()) {
    length += value * value;
    distance += (value - (middle[at] ?? 0)) ** 2;
  }
  return distance > DRIFT * (1 - length) ? mean : undefined;
}

async function removeOldSegments(db: Kysely<Tables>, space: SpaceRow): Promise<boolean> {
  const removed = await runRaw(
    db,
    `delete from vector_segments where seq in (
      select seq from vector_segments where space = ? and generation < ? limit ?) returning seq`,
    [space.id, space.generation, SEGMENTS],
  );
  return removed.length > 0;
}

/** Removes some of what a space that is gone has left, and at last itself. */
async function removeSome(db: Kysely<Tables>, { id }: SpaceRow): Promise<boolean> {
  const vectors = await runRaw(
    db,
    `delete from passage_vectors where key in (
      select key from passage_vectors where key > ? and key < ? limit ?) returning key`,
    [id * SPACE_KEYS, (id + 1) * SPACE_KEYS, REMOVED],
  );
  const segments = await runRaw(
    db,
    `delete from vector_segments where seq in (
      select seq from vector_segments where space = ? limit ?) returning seq`,
    [id, SEGMENTS],
  );
  if (vectors.length + segments.length > 0) return true;
  await runRaw(db, "delete from vector_log where space = ?", [id]);
  await runRaw(db, "delete from spaces where id = ?", [id]);
  return true;
}

/** Takes the codes of removed passages out of the log and the segments. */
async function eraseDead(db: Kysely<Tables>): Promise<boolean> {
  const dead = await runRaw<{ seq: number; passage: number }>(
    db,
    "select seq, passage from dead_vectors where is_erased = 0 order by seq limit ?",
    [ERASED],
  );
  if (dead.length === 0) return false;
  const ids = JSON.stringify(dead.map(({ passage }) => passage));
  await runRaw(db, "delete from vector_log where passage in (select value from json_each(?))", [
    ids,
  ]);
  const segments = await runRaw<{ seq: number; dims: number; codes: Uint8Array }>(
    db,
    `select seq, dims, codes from vector_segments s join spaces on spaces.id = s.space
      where exists (select 1 from json_each(?) j where j.value between s.first and s.last)`,
    [ids],
  );
  const gone = new Set(dead.map(({ passage }) => passage));
  for (const { seq, dims, codes } of segments) {
    const kept = filterRows(codeLayout(dims), codes, (id) => !gone.has(id));
    if (kept.length === codes.length) continue;
    await runRaw(db, "update vector_segments set codes = ? where seq = ?", [kept, seq]);
  }
  await runRaw(db, "update dead_vectors set is_erased = 1 where seq <= ? and is_erased = 0", [
    dead.at(-1)?.seq ?? 0,
  ]);
  return true;
}
