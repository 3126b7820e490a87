import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createOfferSearch, type ToolMeaning } from "./offer-search.ts";
import type { IndexedTool } from "./tool-index.ts";

const tools: readonly IndexedTool[] = [
  { name: "brew_tea", summary: "Pour hot water on leaves.", params: {}, utterances: ["a cuppa"] },
  { name: "mow_lawn", summary: "Cut the grass.", params: {} },
  { name: "feed_cat", summary: "Give food to the cat.", params: {} },
];
const { signal } = new AbortController();
const options = { limit: 5, minScore: 0.15, signal };

/** Whatever is about plants lies in one direction, all else in another. */
const toVector = (text: string) =>
  Float32Array.from(/grass|lawn|garden/i.test(text) ? [1, 0] : [0, 1]);

function plantMeaning(asked: string[] = []): ToolMeaning {
  return {
    ofQuery: async (text) => toVector(text),
    async ofTexts(texts) {
      asked.push(...texts);
      return texts.map(toVector);
    },
  };
}

const find = async (
  { search }: ReturnType<typeof createOfferSearch>,
  text: string,
  offer: readonly IndexedTool[] = tools,
) => (await search(offer, text, options)).map(({ name }) => name);

test("tools are found by words at once, and by meaning when it was learnt", async () => {
  const found = createOfferSearch(() => tools, { meaning: plantMeaning() });
  expect(await find(found, "make tea")).toEqual(["brew_tea"]);
  expect(await find(found, "tidy the garden")).toEqual([]);
  await found.learn(signal);
  expect(await find(found, "tidy the garden")).toEqual(["mow_lawn"]);
});

test("vectors that are known already need not be learned", async () => {
  const asked: string[] = [];
  const meaning = { ...plantMeaning(asked), known: async () => toVector };
  const found = createOfferSearch(() => tools, { meaning });
  expect(await find(found, "tidy the garden")).toEqual(["mow_lawn"]);
  await found.untilWanted();
  await found.learn(signal);
  expect(asked).toEqual([]);
});

test("tools that come and go while the agent runs are found by words at once, by meaning once learned", async () => {
  const asked: string[] = [];
  const found = createOfferSearch(() => tools, { meaning: plantMeaning(asked) });
  await find(found, "make tea");
  await found.untilWanted();
  await found.learn(signal);
  asked.splice(0);
  const hoe = { name: "hoe_beds", summary: "Hoes the beds.", params: {} };
  found.reindex({ added: [hoe], removed: ["brew_tea"] });
  const offer = [...tools.filter(({ name }) => name !== "brew_tea"), hoe];
  expect(await find(found, "hoe the beds", offer)).toContain("hoe_beds");
  expect(await find(found, "make tea", tools)).not.toContain("brew_tea");
  await found.untilWanted();
  await found.learn(signal);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((text) => /hoe/i.test(text))).toBe(true);
});

test("what is not on offer is not found, however well it fits", async () => {
  const found = createOfferSearch(() => tools, { meaning: plantMeaning() });
  await found.learn(signal);
  expect(await find(found, "mow the lawn in the garden", tools.slice(0, 1))).toEqual([]);
});

test("what was learned is not asked for again, also after it broke off", async () => {
  const asked: string[] = [];
  const many = Array.from({ length: 20 }, (_, at) => ({
    name: `tool_${at}`,
    summary: `Does thing ${at}.`,
    params: {},
  }));
  const meaning = plantMeaning(asked);
  let isDown = false;
  const found = createOfferSearch(() => many, {
    meaning: {
      ...meaning,
      async ofTexts(texts, given) {
        if (isDown) throw new Fault("unavailable", "The embedder is down.");
        isDown = true;
        return meaning.ofTexts(texts, given);
      },
    },
  });
  await expect(found.learn(signal)).rejects.toThrow("The embedder is down.");
  isDown = false;
  await expect(found.learn(signal)).resolves.toBe(undefined);
  await found.learn(signal);
  expect(asked).toHaveLength(new Set(asked).size);
  expect(asked).toHaveLength(60);
});

test("where the meaning of a message cannot be told, its words have to do", async () => {
  const meaning: ToolMeaning = { ...plantMeaning(), ofQuery: async () => undefined };
  const found = createOfferSearch(() => tools, { meaning });
  await found.learn(signal);
  expect(await find(found, "mow the lawn")).toEqual(["mow_lawn"]);
});

test("without an embedder there is nothing to learn", async () => {
  const found = createOfferSearch(() => tools, {});
  await expect(found.learn(signal)).resolves.toBe(undefined);
  expect(await find(found, "I want a cuppa")).toEqual(["brew_tea"]);
});
