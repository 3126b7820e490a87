import { Fault } from "@reeve/sdk";
import { type Coder, isIndexable, MAX_DIMS, createCoder, encodeVector } from "one-bit-vectors";
import type { Kysely } from "kysely";
import type { PassageVector, PendingPassage, VectorSpace } from "../../../search/passages.ts";
import type { VectorStore } from "../../../sql/search/passages.ts";
import type { Tables } from "../../../sql/tables.ts";
import { runRaw } from "./run-raw.ts";
import { bytesOf, doublesOf, singlesOf, type SpaceRow, vectorKey } from "../space-row.ts";
import { isTidy, tidyVectors } from "./compact-vectors.ts";

/** Vectors as halves, and a log of their codes that `tidyVectors` packs into segments. */
export function createVectorStore(db: Kysely<Tables>): VectorStore {
  const readSpaces = () =>
    runRaw<SpaceRow>(db, "select * from spaces where state <> 'gone' order by id", []);

  return {
    async spaces() {
      return (await readSpaces()).map(toSpace);
    },

    async openSpace(model, dims) {
      requireIndexable(dims);
      const spaces = await readSpaces();
      const known = spaces.find((space) => space.model === model && space.dims === dims);
      await runRaw(
        db,
        "update spaces set state = 'gone' where state = 'building' and not (model = ? and dims = ?)",
        [model, dims],
      );
      if (known) return toSpace(known);
      const hasActive = spaces.some(({ state }) => state === "active");
      const [added] = await runRaw<SpaceRow>(
        db,
        `insert into spaces (model, dims, state, complete_to, vectors, sum, centre, generation, next_to)
          values (?, ?, ?, 0, 0, ?, ?, 0, 0) returning *`,
        [
          model,
          dims,
          hasActive ? "building" : "active",
          new Uint8Array(dims * 8),
          new Uint8Array(dims * 4),
        ],
      );
      if (!added) throw new Error(`the space of ${model} was not added`);
      await advance(db, added);
      const [opened] = (await readSpaces()).filter(({ id }) => id === added.id);
      return toSpace(opened ?? added);
    },

    async pending(space, limit) {
      return runRaw<PendingPassage>(db, PENDING, [space, space, limit]);
    },

    async counts(space) {
      const [counts] = await runRaw<{ passages: number; pending: number }>(
        db,
        `select (select coalesce(sum(passages), 0) from scopes) as passages,
          (select count(*) from passages p
            left join passage_vectors v on v.key = ? * 1099511627776 + p.id
            where p.id > (select complete_to from spaces where id = ?) and v.key is null) as pending`,
        [space, space],
      );
      return counts ?? { passages: 0, pending: 0 };
    },

    async setVectors(id, vectors) {
      const [space] = (await readSpaces()).filter((one) => one.id === id);
      if (!space) return;
      const added = await addVectors(db, space, vectors);
      await advance(db, { ...space, ...added });
      await tidyVectors(db);
    },

    tidy: () => tidyVectors(db),
    isTidy: () => isTidy(db),

    async remove(passage) {
      const spaces = await readSpaces();
      if (spaces.length === 0) return;
      const keys = spaces.map(({ id }) => vectorKey(id, passage));
      await runRaw(db, `delete from passage_vectors where key in (${keys.join(", ")})`, []);
      await runRaw(db, "insert into dead_vectors (passage, is_erased) values (?, 0)", [passage]);
    },
  };
}

const PENDING = `
  select p.id, p.text from passages p
  left join passage_vectors v on v.key = ? * 1099511627776 + p.id
  where p.id > (select complete_to from spaces where id = ?) and v.key is null
  order by p.id limit ?`;

/** Adds vectors and codes; returns the space's new sum and count. */
async function addVectors(
  db: Kysely<Tables>,
  space: SpaceRow,
  vectors: readonly PassageVector[],
): Promise<Pick<SpaceRow, "sum" | "vectors">> {
  const ids = JSON.stringify(vectors.map(({ id }) => id));
  const present = await runRaw<{ id: number; scope: number; at: number }>(
    db,
    "select p.id, p.scope, p.at from json_each(?) j join passages p on p.id = j.value",
    [ids],
  );
  const passages = new Map(present.map((passage) => [passage.id, passage]));
  const coder = createCoder(singlesOf(space.centre));
  const nextCoder = space.next_centre && createCoder(singlesOf(space.next_centre));
  const sum = doublesOf(space.sum);
  let count = space.vectors;
  for (const { id, vector } of vectors) {
    const passage = passages.get(id);
    if (!passage) continue;
    const halves = vector ? bytesOf(Float16Array.from(vector)) : new Uint8Array();
    const added = await runRaw(
      db,
      "insert into passage_vectors (key, vector) values (?, ?) on conflict do nothing returning key",
      [vectorKey(space.id, id), halves],
    );
    if (added.length === 0 || !vector) continue;
    count += 1;
    for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
    await log(db, { space, generation: space.generation, passage, vector, coder });
    // Vectors that the creation of the next generation has already passed are not visited again, so encode
    // this one for it now.
    if (nextCoder && id <= space.next_to) {
      const generation = space.generation + 1;
      await log(db, { space, generation, passage, vector, coder: nextCoder });
    }
  }
  const changed = { sum: bytesOf(sum), vectors: count };
  await runRaw(db, "update spaces set sum = ?, vectors = ? where id = ?", [
    changed.sum,
    changed.vectors,
    space.id,
  ]);
  return changed;
}

interface Logged {
  readonly space: SpaceRow;
  readonly generation: number;
  readonly passage: { readonly id: number; readonly scope: number; readonly at: number };
  readonly vector: Float32Array;
  readonly coder: Coder;
}

async function log(db: Kysely<Tables>, entry: Logged): Promise<void> {
  const { space, generation, passage, vector, coder } = entry;
  await runRaw(
    db,
    `insert into vector_log (space, generation, passage, scope, at, code) values (?, ?, ?, ?, ?, ?)`,
    [space.id, generation, passage.id, passage.scope, passage.at, encodeVector(vector, coder)],
  );
}

/** Notes up to where the space is complete. One that is becomes the active one. */
async function advance(db: Kysely<Tables>, space: SpaceRow): Promise<void> {
  const [first] = await runRaw<{ id: number }>(db, PENDING, [space.id, space.id, 1]);
  const [newest] = await runRaw<{ id: number | null }>(
    db,
    "select max(id) as id from passages",
    [],
  );
  const completeTo = first ? first.id - 1 : (newest?.id ?? 0);
  await runRaw(db, "update spaces set complete_to = ? where id = ?", [completeTo, space.id]);
  if (first || space.state === "active") return;
  await runRaw(db, "update spaces set state = 'gone' where state = 'active'", []);
  await runRaw(db, "update spaces set state = 'active' where id = ?", [space.id]);
}

function toSpace({ id, model, dims, state, complete_to }: SpaceRow): VectorSpace {
  return {
    id,
    model,
    dims,
    state: state === "active" ? "active" : "building",
    completeTo: complete_to,
  };
}

function requireIndexable(dims: number): void {
  if (isIndexable(dims)) return;
  throw new Fault("invalid", `Vectors with ${dims} dimensions cannot be indexed.`, {
    hint: `Choose an embedding model whose number of dimensions is a multiple of 64, up to ${MAX_DIMS}.`,
  });
}
