import { afterEach, beforeEach, expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import { type MockServer, startMockServer } from "../testing/mock-server.ts";
import type { ModelPrice } from "../catalog.ts";
import { parsePrice } from "../parse-price.ts";
import { createModelPool, type ModelSpec } from "./model-pool.ts";

const clock = { now: () => 0 };
const key = new Secret("key");

let server: MockServer;
beforeEach(async () => {
  server = await startMockServer({ models: ["qwen3:8b", "gemma3"] });
});
afterEach(() => server[Symbol.asyncDispose]());

test("keeps one client for each provider, model and endpoint", async () => {
  const pool = createModelPool({ clock });
  const sonnet = await pool.get({ provider: "anthropic", model: "sonnet", key });
  expect(await pool.get({ provider: "anthropic", key })).toBe(sonnet);
  expect(await pool.get({ provider: "anthropic", model: "opus", key })).not.toBe(sonnet);
  expect(await pool.get({ provider: "anthropic", key, baseUrl: server.url })).not.toBe(sonnet);
  expect(await pool.get({ provider: "anthropic", key: new Secret("new") })).not.toBe(sonnet);
});

test("a model has the window that the catalog knows, or its provider's", async () => {
  const pool = createModelPool({ clock });
  const facts = async (wanted: { provider: string; model: string }) => {
    const { id, contextTokens, maxTools } = await pool.get(wanted);
    return { id, contextTokens, maxTools };
  };
  expect(await facts({ provider: "anthropic", model: "haiku" })).toEqual({
    id: "anthropic/claude-haiku-5-5",
    contextTokens: 1_000_000,
    maxTools: undefined,
  });
  expect(await facts({ provider: "groq", model: "brand-new" })).toEqual({
    id: "groq/brand-new",
    contextTokens: 128_000,
    maxTools: 128,
  });
});

test("a model of unknown price says so until one is set; a local one costs nothing", async () => {
  const price = parsePrice("3/15");
  const unknown = { provider: "groq", model: "brand-new" };
  const unpriced = "groq/brand-new";
  expect(await priceOf(unknown)).toEqual({ known: undefined, unpriced });
  expect(await priceOf(unknown, new Map([[unpriced, price]]))).toEqual({
    known: price,
    unpriced: undefined,
  });
  const local = { provider: "local", model: "gemma3", baseUrl: `${server.url}/v1` };
  expect(await priceOf(local)).toEqual({ known: undefined, unpriced: undefined });
});

test("asks the server when nobody named a model", async () => {
  const pool = createModelPool({ clock });
  const baseUrl = `${server.url}/v1`;
  expect((await pool.get({ provider: "local", baseUrl })).id).toBe("local/qwen3:8b");
});

test("a local model has the window that its server reports, or that was set", async () => {
  const local = await startMockServer({ models: ["m"], contextTokens: 8192 });
  const wanted = { provider: "local", model: "m", baseUrl: `${local.url}/v1` };
  expect((await createModelPool({ clock }).get(wanted)).contextTokens).toBe(8192);
  const set = await createModelPool({ clock }).get({ ...wanted, contextTokens: 4096 });
  expect(set.contextTokens).toBe(4096);
  await local[Symbol.asyncDispose]();
  expect((await createModelPool({ clock }).get(wanted)).contextTokens).toBe(32_768);
});

test("an unknown provider is missing, and the nearest one is named", async () => {
  await expect(createModelPool({ clock }).get({ provider: "antropic" })).rejects.toMatchObject({
    code: "missing",
    message: 'Unknown provider: "antropic".',
    hint: expect.stringContaining('Did you mean "anthropic"?'),
  });
});

async function priceOf(wanted: ModelSpec, prices = new Map<string, ModelPrice>()) {
  const { price: known, unpriced } = await createModelPool({ clock, prices }).get(wanted);
  return { known, unpriced };
}
