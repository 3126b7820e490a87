import { Fault } from "@reeve/sdk";
import { createWakeup } from "../../kernel/wakeup.ts";
import { expect, test } from "vitest";
import { captureLog } from "../../llm/testing/kept-log.ts";
import { tinyEmbedder } from "../../llm/testing/tiny-embedder.ts";
import { createLocalEmbedder } from "../../llm/embeddings/local.ts";
import { keyOf, readShippedVectors } from "../../llm/embeddings/shipped-vectors.ts";
import { catalog } from "../catalog.gen.ts";
import { embedTools, toolMeaning } from "./tool-embeddings.ts";

const { signal } = new AbortController();
const clock = { now: () => 0 };

test("texts and queries have the vectors of the embedder, and none without one", async () => {
  const embedder = tinyEmbedder();
  const meaning = toolMeaning(embedder, clock);
  const [vector] = await embedder.embed(["send a mail"], { signal, purpose: "query" });
  expect(await meaning?.ofQuery("send a mail", signal)).toEqual(vector);
  expect(await meaning?.ofTexts(["send a mail"], signal)).toEqual([vector]);
  expect(toolMeaning(undefined, clock)).toBe(undefined);
});

test("texts whose vectors come with Reeve are not embedded", async () => {
  const embedder = tinyEmbedder();
  const local = { ...embedder, id: "local/all-MiniLM-L6-v2" };
  const shipped = new Float32Array([1, 0]);
  const readShipped = async () => new Map([[keyOf("list my notes"), shipped]]);
  const texts = ["send a mail", "list my notes"];
  const known = await toolMeaning(local, clock, readShipped)?.known?.();
  expect(texts.map((text) => known?.(text))).toEqual([undefined, shipped]);
  expect(toolMeaning(embedder, clock, readShipped)?.known).toBe(undefined);
});

test("the vectors that come with Reeve are those of its tools and its model", async () => {
  const [tool] = catalog;
  const [text = ""] = tool?.utterances ?? [];
  await using embedder = createLocalEmbedder();
  const [own] = await embedder.embed([text], { signal, purpose: "passage" });
  const shipped = (await readShippedVectors()).get(keyOf(text)) ?? [];
  const cosine = own?.reduce((sum, value, at) => sum + value * (shipped[at] ?? 0), 0);
  // The arithmetic of the model differs slightly between processors.
  expect(cosine).toBeGreaterThan(0.98);
});

test("tools are learned once something is searched, and again where the embedder was down", async () => {
  const log = captureLog();
  const pauses: number[] = [];
  let attempts = 0;
  let kept = 0;
  const keep = async () => void (kept += 1);
  const searched = createWakeup();
  const stopping = new AbortController();
  const toolbox = {
    untilWanted: () => searched.wait(),
    learn: async () => {
      attempts += 1;
      if (attempts < 3) throw new Fault("unavailable", "The embedder is down.");
    },
  };
  const pause = async (ms: number) => void pauses.push(ms);
  const learning = embedTools({ toolbox, keep, log, pause }, stopping.signal);
  expect(attempts).toBe(0);
  searched.notify();
  await expect.poll(() => kept).toBe(1);
  expect({ attempts, kept, pauses }).toEqual({
    attempts: 3,
    kept: 1,
    pauses: [600_000, 600_000],
  });
  expect(log.entries.map(({ sentence }) => sentence)).toEqual([
    "tool search uses keywords only",
    "tool search uses keywords only",
  ]);
  // Tools that came later.
  searched.notify();
  await expect.poll(() => kept).toBe(2);
  stopping.abort();
  await learning;
});

test("an agent that stops at once learns nothing, and says nothing", async () => {
  const log = captureLog();
  const stopped = AbortSignal.abort();
  const refuse = () => Promise.reject(new Error(`too early; ${log.entries.length} entries`));
  const toolbox = { untilWanted: forever, learn: refuse };
  await embedTools({ toolbox, keep: refuse, log, pause: async () => {} }, stopped);
  expect(log.entries).toEqual([]);
});

function forever(): Promise<void> {
  return new Promise(() => {});
}
