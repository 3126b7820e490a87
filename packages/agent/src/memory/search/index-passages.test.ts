import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setImmediate as nextTick } from "node:timers/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createWakeup, type Wakeup } from "../../kernel/wakeup.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import { silentLog } from "../../platform/log.ts";
import type { NewPassage } from "../../store/search/passages.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { runWork } from "../../work/run-work.ts";
import { OPEN_QUARANTINE } from "../../work/testing/open-quarantine.ts";
import { indexWork } from "./index-passages.ts";

type Embed = (texts: readonly string[]) => readonly Float32Array[];

function embedderThat(embed: Embed, id = "test/one"): Embedder & { readonly sizes: number[] } {
  const sizes: number[] = [];
  return {
    id,
    dims: 64,
    hasPurposes: false,
    sizes,
    async embed(texts) {
      sizes.push(texts.length);
      return embed(texts);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function unitVectors(texts: readonly string[]): readonly Float32Array[] {
  return texts.map((text) =>
    Float32Array.from({ length: 64 }, (_, n) => Number(n === text.length)),
  );
}

function passage(text: string): NewPassage {
  const scope = { tenant: "home", audience: "owner", chat: null, source: "note" } as const;
  return { scope, ref: text, author: null, integrity: "owner", at: 1, text };
}

/** Opens a store, an indexer whose pauses take no time, and a clock that jumps to the next retry. */
async function openIndexing() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-indexing-"));
  const time = { now: 0 };
  const pauses: number[] = [];
  const rung = createWakeup();
  const wakeup: Wakeup = {
    notify: () => rung.notify(),
    notified: 0,
    async wait(ms) {
      if (ms === undefined) return rung.wait();
      pauses.push(ms);
      time.now += ms;
      await nextTick();
    },
  };
  let changed = Promise.withResolvers<void>();
  const store = await openTestSqlite(path.join(home, "reeve.db"), {
    synchronous: "normal",
    onCommit(_point, when) {
      if (when === "before") return;
      changed.resolve();
      changed = Promise.withResolvers();
    },
  });
  const clock = { now: () => time.now };
  const deps = { clock, log: silentLog, random: () => 0, quarantine: OPEN_QUARANTINE };
  let stopping = new AbortController();
  let running = Promise.resolve();
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return {
    store,
    wakeup,
    pauses,
    add: (texts: readonly string[]) =>
      store.commit("note", async (tx) => {
        for (const text of texts) await tx.passages.put(passage(text));
      }),
    remove: (texts: readonly string[]) =>
      store.commit("note", async (tx) => {
        for (const text of texts) await tx.passages.remove(passage(text).scope, text);
      }),
    /** Resolves once what was removed left nothing behind. */
    async tidy() {
      for (;;) {
        const news = changed.promise;
        if (await store.read.passages.isTidy()) return;
        await news;
      }
    },
    start(embedder: Embedder) {
      stopping = new AbortController();
      const kind = indexWork({ store, clock, embedder, wakeup });
      running = runWork(kind, { ...deps, pause: () => nextTick() }, stopping.signal);
    },
    stop,
    /** Resolves once the model's space is the only one, and nothing waits in it. */
    async complete(model: string) {
      for (;;) {
        const news = changed.promise;
        const spaces = await store.read.passages.spaces();
        const own = spaces.find((space) => space.model === model && space.state === "active");
        if (own && (await store.read.passages.counts(own.id)).pending === 0) return own;
        await news;
      }
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await store[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

test("embeds what waits in batches, and what comes later when it is rung", async () => {
  await using opened = await openIndexing();
  await opened.add(Array.from({ length: 100 }, (_, n) => `text ${n}`));
  const embedder = embedderThat(unitVectors);
  opened.start(embedder);
  await opened.complete("test/one");
  expect(embedder.sizes).toEqual([64, 36]);

  await opened.add(["later"]);
  opened.wakeup.notify();
  await opened.complete("test/one");
  expect(embedder.sizes).toEqual([64, 36, 1]);
});

test("tries again ever later while the model is out of order", async () => {
  await using opened = await openIndexing();
  await opened.add(["one"]);
  let failures = 3;
  const embedder = embedderThat((texts) => {
    failures -= 1;
    if (failures >= 0) throw new Fault("unavailable", "The model is down.");
    return unitVectors(texts);
  });
  opened.start(embedder);
  await opened.complete("test/one");
  expect(opened.pauses.slice(0, 3)).toEqual([2000, 4000, 8000]);
});

test("leaves out a text that the model refuses, and no other", async () => {
  await using opened = await openIndexing();
  await opened.add(["good", "bad", "fine"]);
  const asked: string[] = [];
  const embedder = embedderThat((texts) => {
    asked.push(...texts);
    if (texts.includes("bad")) throw new Fault("invalid", "This text cannot be embedded.");
    return unitVectors(texts);
  });
  opened.start(embedder);
  await opened.complete("test/one");
  expect(asked).toEqual(["good", "bad", "fine", "good", "bad", "good", "bad", "hello", "fine"]);
});

test("leaves out a text that breaks the model, and no other", async () => {
  await using opened = await openIndexing();
  await opened.add(["good", "bad", "fine"]);
  const embedder = embedderThat((texts) => {
    if (texts.includes("bad")) throw new TypeError("This text breaks it.");
    return unitVectors(texts);
  });
  opened.start(embedder);
  const { id } = await opened.complete("test/one");
  expect(await opened.store.read.passages.counts(id)).toMatchObject({ pending: 0 });
  expect(opened.pauses).toEqual([]);
});

test("waits where the model refuses everything", async () => {
  await using opened = await openIndexing();
  await opened.add(["good"]);
  let isBroken = true;
  const embedder = embedderThat((texts) => {
    if (isBroken && texts.includes("hello")) isBroken = false;
    else if (!isBroken) return unitVectors(texts);
    throw new Fault("invalid", "There is no such model.");
  });
  opened.start(embedder);
  await opened.complete("test/one");
  expect(opened.pauses[0]).toBe(2000);
});

test("another model takes the place of the one before when it has embedded everything", async () => {
  await using opened = await openIndexing();
  await opened.add(["one", "two"]);
  opened.start(embedderThat(unitVectors));
  await opened.complete("test/one");
  await opened.stop();
  await opened.add(["three"]);
  const other = embedderThat(unitVectors, "test/two");
  opened.start(other);
  expect(await opened.complete("test/two")).toMatchObject({ model: "test/two", dims: 64 });
  expect(other.sizes).toEqual([3]);
});

test("a model whose last waiting text is removed takes the place of the one before", async () => {
  await using opened = await openIndexing();
  await opened.add(["one", "two"]);
  opened.start(embedderThat(unitVectors));
  await opened.complete("test/one");
  await opened.stop();
  await opened.store.commit("index-passages", (tx) => tx.passages.openSpace("test/two", 64));
  await opened.remove(["one", "two"]);
  opened.start(embedderThat(unitVectors, "test/two"));
  expect(await opened.complete("test/two")).toMatchObject({ model: "test/two" });
});

test("erases the codes of what was removed though nothing new comes, and then rests", async () => {
  await using opened = await openIndexing();
  const texts = Array.from({ length: 100 }, (_, n) => `text ${n}`);
  await opened.add(texts);
  opened.start(embedderThat(unitVectors));
  await opened.complete("test/one");
  await opened.tidy();
  await opened.remove(texts);
  opened.wakeup.notify();
  await opened.tidy();

  const before = opened.store.commits;
  await opened.add(["late"]);
  opened.wakeup.notify();
  await opened.complete("test/one");
  expect(opened.store.commits - before).toBe(2);
});
