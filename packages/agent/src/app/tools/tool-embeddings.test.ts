import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { captureLog } from "../../llm/testing/kept-log.ts";
import { tinyEmbedder } from "../../llm/testing/tiny-embedder.ts";
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

test("tools are learned after a while, and again where the embedder was down", async () => {
  const log = captureLog();
  const pauses: number[] = [];
  let attempts = 0;
  const toolbox = {
    learn: async () => {
      attempts += 1;
      if (attempts < 3) throw new Fault("unavailable", "The embedder is down.");
    },
  };
  const pause = async (ms: number) => void pauses.push(ms);
  await embedTools({ toolbox, log, pause }, signal);
  expect({ attempts, pauses }).toEqual({ attempts: 3, pauses: [5_000, 600_000, 600_000] });
  expect(log.entries.map(({ sentence }) => sentence)).toEqual([
    "tool search uses keywords only",
    "tool search uses keywords only",
  ]);
});

test("an agent that stops at once learns nothing, and says nothing", async () => {
  const log = captureLog();
  const stopped = AbortSignal.abort();
  const toolbox = { learn: () => Promise.reject(new Error("too early")) };
  await embedTools({ toolbox, log, pause: async () => {} }, stopped);
  expect(log.entries).toEqual([]);
});
