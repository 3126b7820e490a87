import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModel } from "../../src/llm/apis/create-model.ts";
import type { ModelRequest } from "../../src/llm/model.ts";
import { findProvider, PROVIDERS } from "../../src/llm/providers.ts";
import { collectEvents } from "../../src/llm/testing/collect-events.ts";
import {
  type MockAnswer,
  type MockServer,
  startMockServer,
} from "../../src/llm/testing/mock-server.ts";
import { OVERFLOW_WORDING } from "../../src/llm/testing/overflow-wording.ts";
import { Secret } from "../../src/platform/secret.ts";
import { askVendor, type ReadAnswer, statusFromVendor } from "./llm-vendors.ts";

/** Cocoon's calls are in the text, so that no vendor's package supports them. */
const names = Object.entries(PROVIDERS)
  .filter(([, { api }]) => api !== "cocoon-xml")
  .map(([name]) => name as Exclude<keyof typeof PROVIDERS, "cocoon">);

const clock = { now: Date.now };
const request: ModelRequest = {
  id: "r1",
  system: ["Be brief."],
  messages: [{ role: "user", text: "Is it raining?" }],
  tools: [],
  maxTokens: 100,
};
const inOslo = { name: "weather_get", args: { city: "Oslo", days: [1, 2], wet: true } };
const inSearch = { name: "tool_search", args: { query: "weather" } };
const inRome = { name: "weather_get", args: { city: 'Rom 🏛️ "a" \\ b' } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-vendors-"));
  const claudeAiOauth = { accessToken: "token" };
  await writeFile(path.join(folder, "keys.json"), JSON.stringify({ claudeAiOauth }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns our client's result for a response. */
async function askOurs(name: string, server: MockServer) {
  const { model = "mock-1" } = findProvider(name);
  const ours = createModel(
    { provider: name, model, baseUrl: `${server.url}/v1`, key: new Secret("key") },
    { entry: undefined, clock, keyFile: path.join(folder, "keys.json") },
  );
  return (await collectEvents(ours, request)).at(-1);
}

async function readOurs(name: string, server: MockServer): Promise<ReadAnswer> {
  const last = await askOurs(name, server);
  if (last?.type !== "done") throw new Error(`It ended with ${JSON.stringify(last)}`);
  const { text, calls, usage } = last.response;
  const { inputTokens, cachedTokens, outputTokens } = usage;
  return { text, calls, usage: { inputTokens, cachedTokens, outputTokens } };
}

/** Starts two servers that send the same bytes: one for us, one for the vendor. */
async function startServers(answer: MockAnswer) {
  const [ours, theirs] = [await startMockServer(), await startMockServer()];
  ours.push(answer);
  theirs.push(answer);
  return {
    ours,
    theirs,
    async [Symbol.asyncDispose]() {
      await ours[Symbol.asyncDispose]();
      await theirs[Symbol.asyncDispose]();
    },
  };
}

describe.each(names)("%s", (name) => {
  const { api, model = "mock-1" } = findProvider(name);

  test.each<[string, MockAnswer]>([
    ["a text", { text: "It is raining — über 3 °C 🌧️.", deltaChars: 3 }],
    ["a call", { text: "Let me see.", calls: [inOslo] }],
    ["parallel calls", { calls: [inOslo, inRome, inOslo] }],
    ["reasoning", { reasoning: "secret plan", text: "Yes.", usage: { reasoning: 3 } }],
    ["cached tokens", { text: "Yes.", usage: { input: 100, cacheRead: 900, output: 20 } }],
    ["a cut", { text: "Once upon a", stop: "length" }],
  ])("the vendor's package reads %s as we do", async (_what, answer) => {
    await using servers = await startServers(answer);
    const read = await readOurs(name, servers.ours);
    expect(read).toEqual(await askVendor(api, { baseUrl: servers.theirs.url, model }));
    expect(read.text).toBe(answer.text ?? "");
    expect(read.calls).toEqual(answer.calls ?? []);
  });

  test("the vendor's package reads a search for tools as we do", async () => {
    await using servers = await startServers({ calls: [{ ...inSearch, isSearch: true }, inOslo] });
    const read = await readOurs(name, servers.ours);
    expect(read).toEqual(await askVendor(api, { baseUrl: servers.theirs.url, model }));
    expect(read.calls).toEqual([inSearch, inOslo]);
  });

  test.each([
    ["a wrong key", { status: 401, message: "invalid key" }],
    ["a rate limit", { status: 429, message: "slow down", retryAfter: "7" }],
    ["a broken server", { status: 500, message: "oops" }],
    ["an overflow", OVERFLOW_WORDING[name]],
  ])("the vendor's package sees %s with the same status", async (_what, refusal) => {
    await using servers = await startServers({ refusal });
    const last = await askOurs(name, servers.ours);
    const status = last?.type === "error" ? last.error.status : undefined;
    expect(status).toBe(refusal.status);
    expect(await statusFromVendor(api, { baseUrl: servers.theirs.url, model })).toBe(status);
  });
});
