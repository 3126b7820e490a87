import { codeLayout, idsOf } from "one-bit-vectors";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { indexTerms } from "../../../kernel/text/index-terms.ts";
import type { NewPassage, ScopeKey } from "../../search/passages.ts";
import type { SearchQuery } from "../../search/search.ts";
import type { Store } from "../../store.ts";
import { openTestSqlite } from "../testing/open-test-sqlite.ts";
import { mixture, nearestOf } from "../../../../../vector-index/src/testing/vectors.ts";

const anns: ScopeKey = { tenant: "home", audience: "ann", chat: null, source: "note" };
const bobs: ScopeKey = { ...anns, audience: "bob" };
const LIMITS = { vectors: 10, words: 10, neighbours: 0 };
const DIMS = 64;

let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-search-"));
  file = path.join(folder, "reeve.db");
  store = await openTestSqlite(file, { synchronous: "normal" });
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function passage(ref: string, change: Partial<NewPassage> = {}): NewPassage {
  return { scope: anns, ref, author: null, integrity: "owner", at: 5, text: ref, ...change };
}

async function put(passages: readonly NewPassage[]): Promise<readonly number[]> {
  return store.commit("note", async (tx) => {
    const ids: number[] = [];
    for (const one of passages) ids.push(await tx.passages.put(one));
    return ids;
  });
}

async function scopeIds(...keys: readonly ScopeKey[]): Promise<readonly number[]> {
  const scopes = await store.read.passages.scopes("home");
  return scopes
    .filter((scope) => keys.some((key) => key.audience === scope.audience))
    .map(({ id }) => id);
}

/** Texts of the candidates for a text, in order of ids. */
async function find(text: string, change: Partial<SearchQuery> = {}): Promise<readonly string[]> {
  const { rows } = await store.search.find({
    terms: [...new Set(indexTerms(text))],
    scopes: await scopeIds(anns, bobs),
    limits: LIMITS,
    ...change,
  });
  const candidates = rows.filter(({ isCandidate }) => isCandidate).map(({ id }) => id);
  return (await store.read.passages.byIds(candidates)).map((one) => one.text);
}

/** Indexes one passage per vector, of Ann and Bob in turn; returns the number of their space. */
async function index(vectors: readonly Float32Array[], model = "m"): Promise<number> {
  await put(
    vectors.map((_, at) => passage(`v${at}`, { scope: at % 2 ? bobs : anns, at: at * 86_400_000 })),
  );
  return embed(vectors, model);
}

/** Gives all passages that wait the vectors at their ids. */
async function embed(vectors: readonly Float32Array[], model = "m"): Promise<number> {
  const dims = vectors[0]?.length ?? DIMS;
  const { id: space } = await store.commit("index-passages", (tx) =>
    tx.passages.openSpace(model, dims),
  );
  for (;;) {
    const pending = await store.read.passages.pending(space, 64);
    if (pending.length === 0) return space;
    await store.commit("index-passages", (tx) =>
      tx.passages.setVectors(
        space,
        pending.map(({ id }) => ({ id, vector: vectors[id - 1] })),
      ),
    );
  }
}

async function nearest(
  vector: Float32Array | undefined,
  change: Partial<SearchQuery> = {},
): Promise<readonly number[]> {
  const { rows } = await store.search.find({
    terms: [],
    vector,
    scopes: await scopeIds(anns, bobs),
    limits: { vectors: 10, words: 0, neighbours: 0 },
    ...change,
  });
  return rows
    .toSorted((one, other) => (other.similarity ?? 0) - (one.similarity ?? 0))
    .map(({ id }) => id);
}

test("words are found without regard to accents, endings and spaces", async () => {
  const pairs = [
    ["crème brûlée", "CREME"],
    ["我们明天去北京吃饭", "北京"],
    ["เราจะไปกินข้าวที่กรุงเทพ", "กรุงเทพ"],
    ["Wir fahren in die Straße", "strasse"],
    ["Ёлка стоит в углу", "елка"],
    ["she is walking home", "walks"],
    ["日本", "日本"],
  ] as const;
  await put([
    ...pairs.map(([text]) => passage(text, { text })),
    passage("other", { text: "something else entirely" }),
  ]);
  for (const [text, query] of pairs) expect(await find(query), query).toEqual([text]);
});

test("a query never breaks", async () => {
  const texts = [
    "",
    " ",
    '"',
    '""',
    "'",
    "NEAR(a b)",
    "NEAR(",
    "a AND",
    "OR OR OR",
    "NOT a",
    "a*",
    "*",
    "tokens:a",
    "tokens : s1",
    "s1",
    "(((",
    ")",
    "{a b}:c",
    "^a",
    "a + b",
    "-a",
    "\0",
    "a\0b",
    "';drop table passages;--",
    "%_\\",
    "\u{1F95A}\u200D",
    "\uD800",
    "a".repeat(100_000),
    "word ".repeat(3000),
  ];
  const other = "a harmless text";
  await put([...texts, other].map((text, at) => passage(`${at}`, { text })));
  for (const text of texts) {
    const found = await find(text, { limits: { ...LIMITS, words: texts.length + 1 } });
    expect(found, JSON.stringify(text)).toEqual(
      indexTerms(text).length > 0 ? expect.arrayContaining([text]) : [],
    );
  }
});

test("rows say what ranking needs", async () => {
  const [first, second, third] = await put([
    passage("1", { text: "Tea is ready, tea!", author: "Ann", at: 10 }),
    passage("2", { text: "thanks", at: 20 }),
    passage("3", { text: "more tea?", scope: bobs, at: 30 }),
  ]);
  const [ann] = await scopeIds(anns);
  const [bob] = await scopeIds(bobs);
  const { rows, ...totals } = await store.search.find({
    terms: indexTerms("tea ready milk"),
    scopes: [Number(ann), Number(bob)],
    limits: { vectors: 0, words: 10, neighbours: 2 },
  });
  const row = { source: "note", similarity: undefined, previous: undefined, next: undefined };
  expect(totals).toEqual({ total: 3, averageLength: 8 / 3, frequencies: [2, 1, 0], completeTo: 0 });
  expect(rows).toEqual([
    {
      ...row,
      id: first,
      scope: ann,
      at: 10,
      author: "Ann",
      length: 5,
      counts: [2, 1, 0],
      isCandidate: true,
      next: 1,
    },
    {
      ...row,
      id: second,
      scope: ann,
      at: 20,
      author: null,
      length: 1,
      counts: [0, 0, 0],
      isCandidate: false,
      previous: 0,
    },
    {
      ...row,
      id: third,
      scope: bob,
      at: 30,
      author: null,
      length: 2,
      counts: [1, 0, 0],
      isCandidate: true,
    },
  ]);
});

test("neighbours are those of the same scope, and joined only where nothing lies between", async () => {
  await put(
    Array.from({ length: 20 }, (_, at) =>
      passage(`${at}`, {
        text: at === 4 || at === 16 ? "needle" : "hay",
        scope: at % 2 ? bobs : anns,
      }),
    ),
  );
  const { rows } = await store.search.find({
    terms: indexTerms("needle"),
    scopes: await scopeIds(anns, bobs),
    limits: { vectors: 0, words: 10, neighbours: 2 },
  });
  expect(
    rows.map(({ id, isCandidate, previous, next }) => [id, isCandidate, previous, next]),
  ).toEqual([
    [1, false, undefined, 1],
    [3, false, 0, 2],
    [5, true, 1, 3],
    [7, false, 2, 4],
    [9, false, 3, undefined],
    [13, false, undefined, 6],
    [15, false, 5, 7],
    [17, true, 6, 8],
    [19, false, 7, undefined],
  ]);
});

test("only the scopes, times and authors asked for are found, by words and by vectors", async () => {
  const vectors = mixture(60, { dims: DIMS, topics: 3 });
  const authors = ["Ann", "Bob", null];
  await put(
    vectors.map((_, at) =>
      passage(`v${at}`, {
        text: "tea",
        scope: at % 2 ? bobs : anns,
        at,
        author: authors[at % 3] ?? null,
      }),
    ),
  );
  await embed(vectors);
  const all = { limits: { vectors: 99, words: 99, neighbours: 0 }, vector: vectors[0] };
  const ids = async (change: Partial<SearchQuery>) => {
    const { rows } = await store.search.find({
      terms: indexTerms("tea"),
      scopes: await scopeIds(anns, bobs),
      ...all,
      ...change,
    });
    return rows.map(({ id }) => id - 1).toSorted((one, other) => one - other);
  };
  const where = (is: (at: number) => boolean) => [...vectors.keys()].filter(is);

  for (const part of [{}, { vector: undefined }, { terms: [] }]) {
    expect(await ids(part)).toEqual(where(() => true));
    expect(await ids({ ...part, scopes: [] })).toEqual([]);
    expect(await ids({ ...part, scopes: [999] })).toEqual([]);
    expect(await ids({ ...part, scopes: await scopeIds(bobs) })).toEqual(
      where((at) => at % 2 === 1),
    );
    expect(await ids({ ...part, since: 10, until: 20 })).toEqual(
      where((at) => at >= 10 && at < 20),
    );
    expect(await ids({ ...part, authors: ["Bob"], until: 30 })).toEqual(
      where((at) => at % 3 === 1 && at < 30),
    );
    expect(await ids({ ...part, authors: [] })).toEqual([]);
  }
});

test("a search sees what was committed before it, and nothing that was removed", async () => {
  const vectors = mixture(30, { dims: DIMS, topics: 3 });
  const space = await index(vectors);
  expect((await nearest(vectors[4]))[0]).toBe(5);

  await store.commit("note", (tx) => tx.passages.remove(anns, "v4"));
  expect(await nearest(vectors[4])).not.toContain(5);
  expect(await find("v4")).toEqual([]);

  const [again] = await put([passage("v4")]);
  expect(again).toBe(31);
  expect(await find("v4")).toEqual(["v4"]);
  expect(await nearest(vectors[4])).not.toContain(31);
  await store.commit("index-passages", (tx) =>
    tx.passages.setVectors(space, [{ id: 31, vector: vectors[4] }]),
  );
  expect((await nearest(vectors[4]))[0]).toBe(31);
});

test("a search says up to where vectors are complete", async () => {
  const vectors = mixture(6, { dims: DIMS, topics: 3 });
  const completeTo = async () =>
    (await store.search.find({ terms: [], scopes: [], limits: LIMITS })).completeTo;
  await put(vectors.map((_, at) => passage(`v${at}`)));
  expect(await completeTo()).toBe(0);
  const { id: space } = await store.commit("index-passages", (tx) =>
    tx.passages.openSpace("m", DIMS),
  );
  const set = (ids: readonly number[]) =>
    store.commit("index-passages", (tx) =>
      tx.passages.setVectors(
        space,
        ids.map((id) => ({ id, vector: id === 2 ? undefined : vectors[id - 1] })),
      ),
    );
  await set([1, 4, 99]);
  expect(await completeTo()).toBe(1);
  expect(await store.read.passages.pending(space, 9)).toEqual([
    { id: 2, text: "v1" },
    { id: 3, text: "v2" },
    { id: 5, text: "v4" },
    { id: 6, text: "v5" },
  ]);
  expect(await store.read.passages.counts(space)).toEqual({ passages: 6, pending: 4 });
  await set([2, 3, 4]);
  expect(await completeTo()).toBe(4);
  await set([5, 6]);
  expect(await completeTo()).toBe(6);
  expect(await nearest(vectors[1])).toEqual(expect.not.arrayContaining([2]));
});

test("another model is built beside the first and takes its place when it is complete", async () => {
  const vectors = mixture(300, { dims: DIMS, topics: 3 });
  const first = await index(vectors);
  const others = mixture(300, { dims: 128, topics: 3, seed: 8 });
  const second = await store.commit("index-passages", (tx) => tx.passages.openSpace("n", 128));
  expect(second).toEqual({
    id: first + 1,
    model: "n",
    dims: 128,
    state: "building",
    completeTo: 0,
  });

  expect((await nearest(vectors[7]))[0]).toBe(8);
  expect(await nearest(others[7])).toEqual([]);
  expect(await find("v7", { vector: others[7], space: second.id })).toEqual(["v7"]);
  await store.commit("index-passages", (tx) => tx.passages.openSpace("given up", 128));
  await embed(others, "n");

  expect((await nearest(others[7]))[0]).toBe(8);
  expect(await nearest(vectors[7])).toEqual([]);
  expect(await nearest(others[7], { space: first })).toEqual([]);
  const spaces = await store.read.passages.spaces();
  expect(spaces.map(({ model, state, completeTo }) => [model, state, completeTo])).toEqual([
    ["n", "active", 300],
  ]);
  while (await store.commit("index-passages", (tx) => tx.passages.tidy()));
  using database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare("select count(*) as rows from passage_vectors").get()).toEqual({
    rows: 300,
  });
  expect(database.prepare("select count(*) as rows from spaces").get()).toEqual({ rows: 1 });
});

test(
  "the nearest are found among many, also when their mean moves on",
  { timeout: 60_000 },
  async () => {
    const early = mixture(1500, { dims: DIMS, topics: 20, shared: 0 });
    const late = mixture(3500, { dims: DIMS, topics: 20, shared: 1.5, seed: 3 });
    const vectors = [...early, ...late];
    await index(early);
    await put(late.map((_, at) => passage(`late${at}`, { scope: at % 2 ? bobs : anns })));
    // A reader that knows the first codes follows the others.
    const queries = [
      ...mixture(20, { dims: DIMS, topics: 20, shared: 0, seed: 5 }),
      ...mixture(20, { dims: DIMS, topics: 20, shared: 1.5, seed: 6 }),
    ];
    await nearest(queries[0]);
    await embed(vectors);
    while (await store.commit("index-passages", (tx) => tx.passages.tidy()));

    let found = 0;
    for (const query of queries) {
      const wanted = new Set(nearestOf(query, vectors, 10).map((at) => at + 1));
      found += (await nearest(query)).filter((id) => wanted.has(id)).length;
    }
    expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.98);
    using database = new DatabaseSync(file, { readOnly: true });
    const { generation } = database.prepare("select generation from spaces").get() ?? {};
    expect(Number(generation)).toBeGreaterThan(0);
    const { rows } = database.prepare("select count(*) as rows from vector_log").get() ?? {};
    expect(Number(rows)).toBeLessThan(2048);
    expect(await store.search.audit(20)).toEqual({
      sampled: 20,
      recall: expect.closeTo(1, 1),
      vectors: 5000,
      passages: 5000,
      completeTo: 5000,
    });
  },
);

test(
  "a reader follows while another connection packs and removes",
  { timeout: 60_000 },
  async () => {
    const vectors = mixture(8000, { dims: DIMS, topics: 20 });
    const removed = new Set<number>();
    const { id: space } = await store.commit("index-passages", (tx) =>
      tx.passages.openSpace("m", DIMS),
    );
    await using reader = await openTestSqlite(file, { synchronous: "normal" });
    for (let done = 0; done < vectors.length; done += 200) {
      const some = vectors.slice(done, done + 200);
      await put(some.map((_, at) => passage(`v${done + at}`)));
      const rows = some.map((vector, at) => ({ id: done + at + 1, vector }));
      await store.commit("index-passages", (tx) => tx.passages.setVectors(space, rows));
      const gone = Math.floor(done * 0.7) + 3;
      await store.commit("note", (tx) => tx.passages.remove(anns, `v${gone}`));
      removed.add(gone + 1);
      // Leave a gap in searching, so that log entries it has read are in a segment when it searches again.
      if (done > 3000 && done < 6500) continue;
      const scopes = await scopeIds(anns);
      for (const at of [done + 7, Math.floor(done / 2), gone]) {
        const { rows: found } = await reader.search.find({
          terms: [],
          vector: vectors[at],
          scopes,
          limits: { vectors: 1, words: 0, neighbours: 0 },
        });
        const isThere = !removed.has(at + 1);
        expect(found.some(({ id }) => id === at + 1)).toBe(isThere);
      }
    }
    const { vectors: count } = await reader.search.audit(1);
    expect(count).toBe(8000 - removed.size);
    using database = new DatabaseSync(file, { readOnly: true });
    const { rows } = database.prepare("select count(*) as rows from vector_segments").get() ?? {};
    expect(Number(rows)).toBeGreaterThan(1);
  },
);

test("what is erased leaves neither its text nor its code in the file", async () => {
  const vectors = mixture(2100, { dims: DIMS, topics: 3 });
  await index(vectors);
  const secret = "zanzibarian pomegranates";
  await put([passage("s", { text: secret })]);
  await store.commit("note", (tx) => tx.passages.remove(anns, "s"));
  await store.commit("note", (tx) => tx.passages.remove(anns, "v0"));
  while (await store.commit("index-passages", (tx) => tx.passages.tidy()));
  expect(await find(secret)).toEqual([]);
  using database = new DatabaseSync(file, { readOnly: true });
  const { data } = database
    .prepare("select group_concat(cast(block as text)) as data from passage_words_data")
    .get() ?? { data: "" };
  expect(String(data)).not.toContain("zanzibar");
  const layout = codeLayout(DIMS);
  const coded = database
    .prepare("select codes from vector_segments")
    .all()
    .flatMap(({ codes }) => [...idsOf(layout, codes as Uint8Array)]);
  const logged = database.prepare("select passage from vector_log").all();
  const all = [...coded, ...logged.map(({ passage: id }) => Number(id))];
  expect(all.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 2099 }, (_, at) => at + 2),
  );
});
