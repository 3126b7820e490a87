import { expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import type { WebConfig } from "../web.ts";
import { chooseSearch } from "./choose-search.ts";

const apiKey = new Secret("key");

test.each<[Partial<WebConfig>, boolean]>([
  [{ searchProvider: "none", apiKey }, false],
  [{ searchProvider: "tavily", apiKey }, true],
  [{ searchProvider: "brave", apiKey }, true],
  [{ searchProvider: "searxng", searxngUrl: "http://127.0.0.1:8888" }, true],
])("with %j there is an engine: %s", (config, isThere) => {
  const search = chooseSearch({ searchProvider: "none", blockedPorts: [], ...config });
  expect(search !== undefined).toBe(isThere);
});
