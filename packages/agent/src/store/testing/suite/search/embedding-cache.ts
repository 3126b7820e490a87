import { expect, test } from "vitest";
import type { CachedText, EmbeddingCacheLimits } from "../../../search/embedding-cache.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";

const MODEL = "local/small 4";
const DAY = 86_400_000;
const LIMITS: EmbeddingCacheLimits = { ageMs: 60 * DAY, entries: 3, atOnce: 2 };

export function embeddingCacheTests(open: OpenStore): void {
  test("a kept vector is found by its model and text, and by nothing else", async () => {
    await using opened = await open();
    const { store } = opened;
    const vector = Float32Array.of(0.5, -0.25, 0, 0.125);
    await store.commit("note", (tx) =>
      tx.embeddingCache.write(
        { added: [{ model: MODEL, text: "tea", vector }], used: [], isTrimDue: false },
        { now: 1 },
      ),
    );
    expect(await store.read.embeddingCache.find(MODEL, ["tea", "Tea"])).toEqual(
      new Map([["tea", vector]]),
    );
    expect(await store.slow.embeddingCache.find(MODEL, ["tea"])).toEqual(
      new Map([["tea", vector]]),
    );
    expect(await store.read.embeddingCache.find("other", ["tea"])).toEqual(new Map());
    expect(await store.read.embeddingCache.find(MODEL, [])).toEqual(new Map());
  });

  test("hundreds of vectors are kept and found at once, in half precision", async () => {
    await using opened = await open();
    const { store } = opened;
    const texts = Array.from({ length: 450 }, (_, n) => `text ${n}`);
    await keep(store, texts, { now: 1 });
    const found = await store.read.embeddingCache.find(MODEL, texts);
    expect([...found.keys()].toSorted()).toEqual(texts.toSorted());
    for (const [at, text] of texts.entries())
      expect(found.get(text)?.[0]).toBeCloseTo(1 / (at + 1), 3);
  });

  test("what was not used for sixty days goes, a few at a time", async () => {
    await using opened = await open();
    const { store } = opened;
    await keep(store, ["a", "b", "c"], { now: 0 });
    await use(store, ["a"], { now: DAY });
    await trim(store, { now: 60 * DAY });
    expect(await left(store)).toEqual(["a", "b", "c"]);
    await trim(store, { now: 60 * DAY + 1 });
    expect(await left(store)).toEqual(["a"]);
    await trim(store, { now: 61 * DAY + 1 });
    expect(await left(store)).toEqual([]);
  });

  test("of more than the limit, those go that were not used for longest", async () => {
    await using opened = await open();
    const { store } = opened;
    await keep(store, ["a"], { now: 1 });
    await keep(store, ["b"], { now: 2 });
    await keep(store, ["c", "d", "e", "f"], { now: 3 });
    await use(store, ["a"], { now: 4 });
    await trim(store, { now: 5 });
    expect(await left(store)).toHaveLength(4);
    await trim(store, { now: 5 });
    await trim(store, { now: 5 });
    const rest = await left(store);
    expect(rest).toHaveLength(3);
    expect(rest).toContain("a");
    expect(rest).not.toContain("b");
  });

  test("keeping a vector again makes it young", async () => {
    await using opened = await open();
    const { store } = opened;
    await keep(store, ["a", "b"], { now: 0 });
    await keep(store, ["a"], { now: DAY });
    await trim(store, { now: 60 * DAY + 1 });
    expect(await left(store)).toEqual(["a"]);
  });

  test("a forgotten text has no vector of any model", async () => {
    await using opened = await open();
    const { store } = opened;
    await keep(store, ["a", "b"], { now: 1 });
    await keep(store, ["a"], { now: 1, model: "other" });
    const forgotten = await store.commit("note", (tx) => tx.embeddingCache.forget(["a", "x"]));
    expect(forgotten).toBe(2);
    expect(await left(store)).toEqual(["b"]);
    expect(await store.read.embeddingCache.count()).toBe(1);
  });
}

interface Change {
  readonly now: number;
  readonly model?: string;
}

async function keep(store: Store, texts: readonly string[], { now, model = MODEL }: Change) {
  const added = texts.map((text, at) => ({ model, text, vector: Float32Array.of(1 / (at + 1)) }));
  await write(store, { added }, now);
}

function use(store: Store, texts: readonly string[], { now }: Change) {
  return write(store, { used: texts.map((text) => ({ model: MODEL, text })) }, now);
}

function trim(store: Store, { now }: Change) {
  return write(store, { isTrimDue: true }, now);
}

async function write(
  store: Store,
  change: {
    readonly added?: readonly (CachedText & { vector: Float32Array })[];
    readonly used?: readonly CachedText[];
    readonly isTrimDue?: boolean;
  },
  now: number,
) {
  const changes = { added: [], used: [], isTrimDue: false, ...change };
  await store.commit("note", (tx) => tx.embeddingCache.write(changes, { now, limits: LIMITS }));
}

async function left(store: Store): Promise<readonly string[]> {
  const found = await store.read.embeddingCache.find(MODEL, ["a", "b", "c", "d", "e", "f"]);
  return [...found.keys()].toSorted();
}
