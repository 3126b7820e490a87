import { type Kysely, type Selectable, sql } from "kysely";
import type { NewPassage, Passage, PassageStore, ScopeKey } from "../../search/passages.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";
import { hashTerms, termsFromBytes, termsToBytes } from "./term-hashes.ts";

/** Differences between the engines' passage search. */
export interface PassageEngine {
  addWords(db: Kysely<Tables>, passages: readonly IndexedPassage[]): Promise<void>;
  /** Takes exactly one of those that `addWords` was given. */
  removeWords(db: Kysely<Tables>, passage: IndexedPassage): Promise<void>;
  vectors(db: Kysely<Tables>): VectorStore;
}

export interface IndexedPassage {
  readonly id: number;
  readonly scope: number;
  readonly terms: Uint32Array;
}

export interface VectorStore extends Pick<
  PassageStore,
  "spaces" | "openSpace" | "pending" | "counts" | "setVectors" | "tidy" | "isTidy"
> {
  /** Removes the vectors of a passage from all spaces. */
  remove(passage: number): Promise<void>;
}

/** Returns the text whose words find a passage. */
function searchableText({ author, text }: Pick<NewPassage, "author" | "text">): string {
  return author === null ? text : `${author}: ${text}`;
}

/** Upper bound of a prefix range: no ref contains this character. */
const LAST_CHARACTER = "\u{10FFFF}";

export function createPassages(db: Kysely<Tables>, engine: PassageEngine): PassageStore {
  const vectors = engine.vectors(db);

  const scopeOf = ({ tenant, audience, chat, source }: ScopeKey) =>
    db
      .selectFrom("scopes")
      .select("id")
      .where("tenant", "=", tenant)
      .where("audience", "=", audience)
      .where("source", "=", source)
      .where((row) => row.fn.coalesce("chat", row.val("")), "=", chat ?? "");

  /** Counts more passages of so many terms in a scope, which is created if need be; returns its id. */
  const countIn = async (key: ScopeKey, more: Counted): Promise<number> => {
    const { tenant, audience, chat, source } = key;
    const named = { tenant, audience, source, chat: chat ?? "", ...more };
    const known = await COUNT_IN.first(db, named);
    if (known) return known.id;
    await db
      .insertInto("scopes")
      .values({ tenant, audience, chat, source, passages: 0, terms: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await COUNT_IN.one(db, named)).id;
  };

  const count = (scope: number, change: Counted) => COUNT.run(db, { scope, ...change });

  const take = async (id: number, { scope, terms }: { scope: number; terms: Uint8Array }) => {
    const hashes = termsFromBytes(terms);
    await db.deleteFrom("passages").where("id", "=", id).execute();
    await engine.removeWords(db, { id, scope, terms: hashes });
    await vectors.remove(id);
    await count(scope, { passages: -1, terms: -hashes.length });
  };

  const insert = (
    passage: Omit<NewPassage, "scope">,
    chat: { scope: number; terms: Uint32Array },
  ) => {
    const { ref, author, integrity, at, text, sources } = passage;
    const row = { scope: chat.scope, ref, author, integrity, at, text };
    const terms = termsToBytes(chat.terms);
    if (!sources) return INSERT.first(db, { ...row, terms });
    return INSERT_WITH_SOURCES.first(db, { ...row, terms, sources: JSON.stringify(sources) });
  };

  const put = async ({ scope: key, ...passage }: NewPassage): Promise<number> => {
    const terms = hashTerms(searchableText(passage));
    const scope = await countIn(key, { passages: 1, terms: terms.length });
    let added = await insert(passage, { scope, terms });
    if (!added) {
      const earlier = await db
        .selectFrom("passages")
        .select(["id", "scope", "terms", "author", "integrity", "at", "text"])
        .where("scope", "=", scope)
        .where("ref", "=", passage.ref)
        .executeTakeFirstOrThrow();
      if (isSame(earlier, passage)) {
        await count(scope, { passages: -1, terms: -terms.length });
        return earlier.id;
      }
      await take(earlier.id, earlier);
      added = await insert(passage, { scope, terms });
    }
    if (!added) throw new Error(`the passage ${passage.ref} was neither added nor there`);
    await engine.addWords(db, [{ id: added.id, scope, terms }]);
    return added.id;
  };

  return {
    put,

    async putAll(passages) {
      if (passages.length === 0) return;
      const scopes = byScope(passages);
      const counts = [...scopes.values()];
      const known = await COUNT_ALL.all(db, {
        tenants: counts.map(({ key }) => key.tenant),
        audiences: counts.map(({ key }) => key.audience),
        sources: counts.map(({ key }) => key.source),
        chats: counts.map(({ key }) => key.chat ?? ""),
        passages: counts.map(({ rows }) => rows.length),
        terms: counts.map(({ terms }) => terms),
      });
      const ids = new Map(known.map(({ id, ...key }) => [nameOf(key), id]));
      const rows: IndexedRow[] = [];
      for (const [name, { key, terms, rows: some }] of scopes) {
        const scope = ids.get(name) ?? (await countIn(key, { passages: some.length, terms }));
        rows.push(...some.map((row) => ({ ...row, scope })));
      }
      const added = await INSERT_ALL.all(db, toColumns(rows));
      const addedIds = new Map(added.map(({ id, scope, ref }) => [`${scope} ${ref}`, id]));
      const words: IndexedPassage[] = [];
      const earlier: IndexedRow[] = [];
      for (const row of rows) {
        const { scope, passage, terms } = row;
        const id = addedIds.get(`${scope} ${passage.ref}`);
        if (id === undefined) earlier.push(row);
        else words.push({ id, scope, terms });
      }
      if (words.length > 0) await engine.addWords(db, words);
      for (const { scope, passage, terms } of earlier) {
        await count(scope, { passages: -1, terms: -terms.length });
        await put(passage);
      }
    },

    async remove(key, ref) {
      const earlier = await db
        .selectFrom("passages")
        .select(["id", "scope", "terms"])
        .where("scope", "=", scopeOf(key))
        .where("ref", "=", ref)
        .executeTakeFirst();
      if (!earlier) return false;
      await take(earlier.id, earlier);
      return true;
    },

    async byIds(ids) {
      if (ids.length === 0) return [];
      return (await BY_IDS.all(db, { ids })).map(toPassage);
    },

    async list(key, { prefix = "" } = {}) {
      const rows = await selectPassages(db)
        .where("scope", "=", scopeOf(key))
        .where("ref", ">=", prefix)
        .where("ref", "<", `${prefix}${LAST_CHARACTER}`)
        .execute();
      return rows.map(toPassage);
    },

    scopes: (tenant, { after = 0 } = {}) => SCOPES.all(db, { tenant, after }),

    spaces: vectors.spaces,
    openSpace: vectors.openSpace,
    pending: vectors.pending,
    counts: vectors.counts,
    setVectors: vectors.setVectors,
    tidy: vectors.tidy,
    isTidy: vectors.isTidy,
  };
}

interface NamedScope extends Omit<ScopeKey, "chat"> {
  /** Empty where there is none. */
  readonly chat: string;
}

/** Numbers to add to those of a scope. */
interface Counted {
  readonly passages: number;
  readonly terms: number;
}

const COUNT_IN = prepareStatement(
  (db, { tenant, audience, source, chat, passages, terms }: NamedScope & Counted) =>
    db
      .updateTable("scopes")
      .set((row) => ({
        passages: row("passages", "+", passages),
        terms: row("terms", "+", terms),
      }))
      .where("tenant", "=", tenant)
      .where("audience", "=", audience)
      .where("source", "=", source)
      .where((row) => row.fn.coalesce("chat", row.val("")), "=", chat)
      .returning("id"),
);

const COUNT = prepareStatement((db, change: Counted & { readonly scope: number }) =>
  db
    .updateTable("scopes")
    .set((row) => ({
      passages: row("passages", "+", change.passages),
      terms: row("terms", "+", change.terms),
    }))
    .where("id", "=", change.scope),
);

type PassageRow = Omit<Selectable<Tables["passages"]>, "id" | "sources">;

/** Most passages have no sources but their author; migrations to earlier schemas add only such. */
const INSERT = prepareStatement((db, passage: PassageRow) => insertPassage(db, passage));

const INSERT_WITH_SOURCES = prepareStatement(
  (db, passage: PassageRow & { readonly sources: string }) => insertPassage(db, passage),
);

/** A passage in its scope, with its terms. */
interface IndexedRow extends Omit<IndexedPassage, "id"> {
  readonly passage: NewPassage;
}

/** New passages of one scope, with the number of their terms. */
interface ScopeRows {
  readonly key: ScopeKey;
  readonly rows: Omit<IndexedRow, "scope">[];
  terms: number;
}

/** Groups passages by the names of their scopes. */
function byScope(passages: readonly NewPassage[]): ReadonlyMap<string, ScopeRows> {
  const scopes = new Map<string, ScopeRows>();
  for (const passage of passages) {
    const name = nameOf(passage.scope);
    const scope = scopes.get(name) ?? { key: passage.scope, rows: [], terms: 0 };
    const terms = hashTerms(searchableText(passage));
    scope.rows.push({ passage, terms });
    scope.terms += terms.length;
    scopes.set(name, scope);
  }
  return scopes;
}

function nameOf({ tenant, audience, chat, source }: ScopeKey): string {
  return JSON.stringify([tenant, audience, chat, source]);
}

interface ScopeCounts {
  readonly tenants: readonly string[];
  readonly audiences: readonly string[];
  readonly sources: readonly string[];
  /** Empty where there is none. */
  readonly chats: readonly string[];
  readonly passages: readonly number[];
  readonly terms: readonly number[];
}

/** Counts more passages in many scopes; returns those that are there. */
const COUNT_ALL = prepareStatement((_db, counts: ScopeCounts) => {
  const { tenants, audiences, sources, chats, passages, terms } = counts;
  const rows = tenants.map(
    (tenant, n) =>
      sql`(${tenant}, ${audiences[n]}, ${sources[n]}, ${chats[n]}, cast(${passages[n]} as bigint), cast(${terms[n]} as bigint))`,
  );
  return sql<ScopeKey & { readonly id: number }>`
    update scopes set passages = scopes.passages + more.column5, terms = scopes.terms + more.column6
    from (values ${sql.join(rows)}) as more
    where scopes.tenant = more.column1 and scopes.audience = more.column2
      and scopes.source = more.column3 and coalesce(scopes.chat, '') = more.column4
    returning scopes.id, scopes.tenant, scopes.audience, scopes.chat, scopes.source`;
});

/** Columns of new rows, each with a value for every row. */
type Columns = { readonly [Name in keyof PassageRow | "sources"]: readonly unknown[] };

function toColumns(rows: readonly IndexedRow[]): Columns {
  const of = (value: (row: IndexedRow) => unknown) => rows.map(value);
  return {
    scope: of(({ scope }) => scope),
    ref: of(({ passage }) => passage.ref),
    author: of(({ passage }) => passage.author),
    integrity: of(({ passage }) => passage.integrity),
    at: of(({ passage }) => passage.at),
    text: of(({ passage }) => passage.text),
    terms: of(({ terms }) => termsToBytes(terms)),
    sources: of(({ passage: { sources } }) => (sources ? JSON.stringify(sources) : null)),
  };
}

const INSERT_ALL = prepareStatement((_db, columns: Columns) => {
  const { scope, ref, author, integrity, at, text, terms, sources } = columns;
  const rows = scope.map(
    (_, n) =>
      sql`(${scope[n]}, ${ref[n]}, ${author[n]}, ${integrity[n]}, ${at[n]}, ${text[n]}, ${terms[n]}, ${sources[n]})`,
  );
  return sql<{ id: number; scope: number; ref: string }>`
    insert into passages (scope, ref, author, integrity, at, text, terms, sources)
    values ${sql.join(rows)} on conflict (scope, ref) do nothing returning id, scope, ref`;
});

function insertPassage(db: Kysely<Tables>, passage: PassageRow & { readonly sources?: string }) {
  return db
    .insertInto("passages")
    .values(passage)
    .onConflict((conflict) => conflict.columns(["scope", "ref"]).doNothing())
    .returning("id");
}

const BY_IDS = prepareStatement((db, { ids }: { ids: readonly number[] }) =>
  selectPassages(db).where("passages.id", "in", ids),
);

const SCOPES = prepareStatement((db, { tenant, after }: { tenant: string; after: number }) =>
  db
    .selectFrom("scopes")
    .select(["id", "tenant", "audience", "chat", "source", "passages"])
    .where("tenant", "=", tenant)
    .where("id", ">", after)
    .orderBy("id"),
);

function isSame(one: Omit<NewPassage, "scope" | "ref">, other: Omit<NewPassage, "scope" | "ref">) {
  return (
    one.text === other.text &&
    one.author === other.author &&
    one.integrity === other.integrity &&
    one.at === other.at
  );
}

function selectPassages(db: Kysely<Tables>) {
  return db
    .selectFrom("passages")
    .innerJoin("scopes", "scopes.id", "passages.scope")
    .select(["passages.id", "ref", "author", "integrity", "sources", "at", "text"])
    .select(["tenant", "audience", "chat", "source"])
    .orderBy("passages.id");
}

function toPassage({
  tenant,
  audience,
  chat,
  source,
  sources,
  ...passage
}: Omit<Passage, "scope" | "sources"> & ScopeKey & { readonly sources: string | null }): Passage {
  return {
    ...passage,
    ...(sources !== null && { sources: fromJson<Passage["sources"]>(sources) }),
    scope: { tenant, audience, chat, source },
  };
}
