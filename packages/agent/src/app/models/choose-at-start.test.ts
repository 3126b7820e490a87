import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { captureLog } from "../../llm/testing/kept-log.ts";
import { collectEvents } from "../../llm/testing/collect-events.ts";
import { startMockServer } from "../../llm/testing/mock-server.ts";
import { Secret } from "../../platform/secret.ts";
import { chooseAtStart } from "./choose-at-start.ts";
import { createChooseModel } from "./choose-model.ts";
import { createFoundModelFile } from "./found-model-file.ts";
import { configuredModel, type FoundModel } from "./detect-model.ts";

const log = captureLog();
const clock = { now: () => 0 };

test("a model server that is down does not keep the agent from starting: messages wait for it", async () => {
  const server = await startMockServer();
  await server[Symbol.asyncDispose]();
  const config = { fallback: [], prices: {}, baseUrl: `${server.url}/v1` };
  const choose = createChooseModel({ config, configured: "local", env: {}, clock, log });

  const { model, alone, description } = await chooseAtStart("local", { choose, log });

  expect([model.id, alone?.id]).toEqual(["local", "local"]);
  expect(description).toContain(`local; Cannot reach ${server.url}/v1.`);
  const request = { id: "r1", system: [], messages: [], tools: [] };
  expect(await collectEvents(model, request)).toMatchObject([
    { type: "error", error: { kind: "network", retryable: true } },
  ]);
});

test("a wrong name or a missing key is said at once", async () => {
  const deps = { config: { fallback: [], prices: {} }, configured: "auto", env: {}, clock, log };
  const choose = createChooseModel(deps);
  await expect(chooseAtStart("antropic", { choose, log })).rejects.toMatchObject({
    code: "missing",
  });
  await expect(chooseAtStart("anthropic", { choose, log })).rejects.toMatchObject({
    code: "denied",
  });
});

test("the config's key and address go to their own provider and to no other", () => {
  const config = {
    fallback: [],
    prices: {},
    apiKey: new Secret("ours"),
    baseUrl: "http://127.0.0.1:1/v1",
  };
  const env = { GROQ_API_KEY: "groq's" };
  const settings = { config, configured: "openai/gpt-5.5", env };
  const revealed = (name: string) => {
    const { key, baseUrl } = configuredModel(name, settings);
    return [key?.reveal(), baseUrl];
  };
  expect(revealed("openai/gpt-5.5")).toEqual(["ours", "http://127.0.0.1:1/v1"]);
  expect(revealed("openai")).toEqual(["ours", "http://127.0.0.1:1/v1"]);
  expect(revealed("groq")).toEqual(["groq's", undefined]);
  expect(() => revealed("anthropic")).toThrow("No API key for anthropic.");
});

/** Chooses `auto` in a home that remembers what it found, with a server that a test starts and stops. */
function chooseAuto(file: string) {
  const state: { found: FoundModel | undefined } = { found: undefined };
  const choose = createChooseModel({
    config: { fallback: [], prices: {} },
    configured: "auto",
    env: {},
    clock,
    log,
    remembered: createFoundModelFile(file),
    detect: async () => state.found,
  });
  return { state, choose };
}

test("auto waits for the model that it found last, and the offline model answers only in a new home", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-auto-"));
  const file = path.join(folder, "reeve.model");
  await using server = await startMockServer();
  const wanted = { provider: "local", model: "small", baseUrl: `${server.url}/v1` };
  const found: FoundModel = { wanted, reason: "a server on this machine" };
  const { state, choose } = chooseAuto(file);
  expect((await choose("auto")).model.id).toBe("offline/rules");
  state.found = found;
  expect((await choose("auto")).model.id).toBe("local/small");

  state.found = undefined;
  const { model, description } = await choose("auto");
  expect([model.id, description]).toEqual([
    "local/small",
    "local/small, found earlier and unavailable now: messages wait for it",
  ]);
  const request = { id: "r1", system: [], messages: [], tools: [] };
  expect(await collectEvents(model, request)).toMatchObject([
    { type: "error", error: { kind: "network", message: `Cannot reach ${wanted.baseUrl}.` } },
  ]);
  await rm(folder, { recursive: true });
});
