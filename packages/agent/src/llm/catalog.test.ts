import { expect, test } from "vitest";
import { findModel, listModels } from "./catalog.ts";
import { PROVIDERS, type Provider } from "./providers.ts";

const named = Object.entries<Provider>(PROVIDERS).flatMap(([name, provider]) =>
  [provider.model, provider.utilityModel, ...Object.values(provider.aliases ?? {})]
    .filter((id) => id !== undefined)
    .map((id) => [name, id] as const),
);

test.each(named)("the table's %s model %s is known, and can use tools", async (name, id) => {
  expect(await findModel(name, id)).toMatchObject({ provider: name, id, tools: true });
});

test("a line becomes an entry, with its tiers", async () => {
  const price = {
    input: 100_000_000n,
    output: 500_000_000n,
    cacheRead: 10_000_000n,
    cacheWrite: 125_000_000n,
  };
  const tier = {
    above: 100_000,
    input: 500_000_000n,
    output: 2_500_000_000n,
    cacheRead: 50_000_000n,
    cacheWrite: 625_000_000n,
  };
  expect(await findModel("anthropic", "claude-haiku-5-5")).toEqual({
    provider: "anthropic",
    id: "claude-haiku-5-5",
    contextTokens: 1_000_000,
    maxOutputTokens: 128_000,
    tools: true,
    images: true,
    reasoning: true,
    price: { ...price, tiers: [tier] },
  });
  expect(await findModel("anthropic", "gpt-4")).toBeUndefined();
  expect(await findModel("nobody", "gpt-4")).toBeUndefined();
});

test("every entry is sane, and stands there once", async () => {
  const lists = await Promise.all(Object.keys(PROVIDERS).map(listModels));
  const entries = lists.flat();
  expect(entries.length).toBeGreaterThan(500);
  const wrong = entries.filter(
    ({ contextTokens, maxOutputTokens, price }) =>
      !(contextTokens >= 1000) ||
      !(maxOutputTokens > 0) ||
      (price?.tiers ?? []).some(({ above }) => !(above > 0)),
  );
  expect(wrong).toEqual([]);
  expect(new Set(entries.map(({ provider, id }) => `${provider} ${id}`)).size).toBe(entries.length);
});
