import { expect, test } from "vitest";
import { startMockServer } from "../testing/mock-server.ts";
import { discoverLocal } from "./discover-local.ts";

const at = (name: string, url: string) => ({ name, baseUrl: `${url}/v1` });

test("finds the servers that are there and have a model", async () => {
  await using full = await startMockServer({ models: ["qwen3:8b"] });
  await using empty = await startMockServer({ models: [] });
  const gone = await startMockServer();
  await gone[Symbol.asyncDispose]();
  expect(
    await discoverLocal({
      servers: [
        at("gone", gone.url),
        at("full", full.url),
        at("empty", empty.url),
        { name: "other", baseUrl: `${full.url}/nothing/here` },
      ],
    }),
  ).toEqual([
    { ...at("full", full.url), models: ["qwen3:8b"] },
    { name: "other", baseUrl: `${full.url}/nothing/here`, models: ["qwen3:8b"] },
  ]);
});
