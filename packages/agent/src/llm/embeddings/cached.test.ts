import { expect, test } from "vitest";
import type { Embedder } from "../embeddings.ts";
import { createCachedEmbedder } from "./cached.ts";

const { signal } = new AbortController();
const passage = { signal, purpose: "passage" } as const;
const query = { signal, purpose: "query" } as const;
const knowsNothing = async () => new Map<string, Float32Array>();

const vectorOf = (text: string) => Float32Array.of(text.length, text.codePointAt(0) ?? 0);

/** An embedder that writes down what it was asked for, and answers when `hold` resolves. */
function fakeEmbedder({ hasPurposes = false, hold = Promise.resolve() } = {}) {
  const asked: (readonly string[])[] = [];
  const embedder: Embedder = {
    id: "fake/two",
    dims: 2,
    hasPurposes,
    async embed(texts) {
      asked.push(texts);
      await hold;
      return texts.map(vectorOf);
    },
    [Symbol.asyncDispose]: async () => void asked.push(["closed"]),
  };
  return { embedder, asked };
}

test("each text is embedded once, and every place gets its vector", async () => {
  const { embedder, asked } = fakeEmbedder();
  const cached = createCachedEmbedder(embedder, { lookUp: knowsNothing });
  const expected = ["tea", "milk", "tea"].map(vectorOf);
  expect(await cached.embed(["tea", "milk", "tea"], passage)).toEqual(expected);
  expect(await cached.embed(["milk"], query)).toEqual([vectorOf("milk")]);
  expect(await cached.embed([], query)).toEqual([]);
  expect(asked).toEqual([["tea", "milk"]]);
});

test("a query is not mistaken for a passage where that makes a difference", async () => {
  const { embedder, asked } = fakeEmbedder({ hasPurposes: true });
  const cached = createCachedEmbedder(embedder, { lookUp: knowsNothing });
  await cached.embed(["tea"], passage);
  await cached.embed(["tea"], query);
  await cached.embed(["tea"], query);
  expect(asked).toEqual([["tea"], ["tea"]]);
  expect(cached.takeChanges().added.map(({ model }) => model)).toEqual([
    "fake/two 2 passage",
    "fake/two 2 query",
  ]);
});

test("what was kept is not embedded again, and counts as used once", async () => {
  const { embedder, asked } = fakeEmbedder();
  const kept = Float32Array.of(7, 7);
  const lookedUp: unknown[] = [];
  const cached = createCachedEmbedder(embedder, {
    lookUp: async (model, texts) => {
      lookedUp.push([model, ...texts]);
      return new Map(texts.filter((text) => text === "tea").map((text) => [text, kept]));
    },
  });
  expect(await cached.embed(["milk", "tea"], passage)).toEqual([vectorOf("milk"), kept]);
  expect(await cached.embed(["tea"], passage)).toEqual([kept]);
  expect(lookedUp).toEqual([["fake/two 2", "milk", "tea"]]);
  expect(asked).toEqual([["milk"]]);
  expect(cached.takeChanges()).toMatchObject({
    added: [{ model: "fake/two 2", text: "milk", vector: vectorOf("milk") }],
    used: [{ model: "fake/two 2", text: "tea" }],
  });
  expect(cached.takeChanges()).toEqual({ added: [], used: [], isTrimDue: false });
});

test("of many vectors, those asked for last stay in memory", async () => {
  const { embedder, asked } = fakeEmbedder();
  const cached = createCachedEmbedder(embedder, { lookUp: knowsNothing, size: 2 });
  await cached.embed(["a", "b"], passage);
  await cached.embed(["a"], passage);
  await cached.embed(["c"], passage);
  await cached.embed(["a"], passage);
  await cached.embed(["b"], passage);
  expect(asked).toEqual([["a", "b"], ["c"], ["b"]]);
});

test("trimming is due at first, and after every five hundred new vectors", async () => {
  const { embedder } = fakeEmbedder();
  const cached = createCachedEmbedder(embedder, { lookUp: knowsNothing });
  const due: boolean[] = [];
  for (let n = 0; n < 11; n++) {
    await cached.embed(
      Array.from({ length: 100 }, (_, m) => `${n} ${m}`),
      passage,
    );
    due.push(cached.takeChanges().isTrimDue);
  }
  expect(due.flatMap((isDue, n) => (isDue ? [n] : []))).toEqual([0, 5, 10]);
});

test("a forgotten text leaves neither memory nor change behind, also while it is embedded", async () => {
  const hold = Promise.withResolvers<void>();
  const { embedder, asked } = fakeEmbedder({ hold: hold.promise });
  const cached = createCachedEmbedder(embedder, { lookUp: knowsNothing });
  const running = cached.embed(["secret", "tea"], passage);
  cached.forget(["secret"]);
  hold.resolve();
  expect(await running).toEqual([vectorOf("secret"), vectorOf("tea")]);
  await cached.embed(["milk"], passage);
  cached.forget(["milk"]);
  expect(cached.takeChanges().added.map(({ text }) => text)).toEqual(["tea"]);
  await cached.embed(["secret", "milk", "tea"], passage);
  expect(asked).toEqual([["secret", "tea"], ["milk"], ["secret", "milk"]]);
});

test("a failure is passed on and keeps nothing", async () => {
  const { embedder } = fakeEmbedder({ hold: Promise.reject(new Error("no")) });
  const cached = createCachedEmbedder(embedder, { lookUp: knowsNothing });
  await expect(cached.embed(["tea"], passage)).rejects.toThrow("no");
  expect(cached.takeChanges().added).toEqual([]);
});

test("closing closes the embedder behind", async () => {
  const { embedder, asked } = fakeEmbedder();
  await createCachedEmbedder(embedder, { lookUp: knowsNothing })[Symbol.asyncDispose]();
  expect(asked).toEqual([["closed"]]);
});
