import { expect, test } from "vitest";
import { memoryIn } from "../testing/channel-state.ts";
import { createFileLinks, LINK_DAYS } from "./file-links.ts";

const FILE = { name: "a.zip", path: "/home/outbox/a.zip" };

test("a link leads to its file until it expires, and can hardly be guessed", async () => {
  const state = memoryIn(new Map());
  let now = 0;
  const clock = { now: () => now };
  const links = createFileLinks({ state, publicUrl: "https://reeve.example.org/x", clock });
  const urls = await Promise.all([links.create(FILE), links.create(FILE)]);
  expect(new Set(urls).size).toBe(2);
  const [, id = ""] =
    /^https:\/\/reeve\.example\.org\/files\/([\w-]{43})$/.exec(urls[0] ?? "") ?? [];
  expect(await links.find(id)).toEqual(FILE);
  expect(await links.find(`${id}x`)).toBeUndefined();
  now = LINK_DAYS * 86_400_000;
  expect(await links.find(id)).toBeUndefined();
});

test("without a public URL there are no links", async () => {
  const kept = new Map<string, string>();
  const clock = { now: () => 0 };
  const links = createFileLinks({ state: memoryIn(kept), publicUrl: undefined, clock });
  expect([await links.create(FILE), kept.size]).toEqual([undefined, 0]);
});
