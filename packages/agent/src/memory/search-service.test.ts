import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import type { NewPassage, PassageSource } from "../store/search/passages.ts";
import { createMemorySearch } from "./search.ts";
import { createMemoryIndex } from "./testing/memory-index.ts";
import { createSearchService, type SearchServiceDeps } from "./search-service.ts";

const chat = { id: toId<"chat">("p1"), kind: "direct" } as const;
const owner = { tenant: "home", person: toId<"person">("owner"), role: "owner", chat } as const;

function passage(source: PassageSource, ref: string, change: Partial<NewPassage> = {}): NewPassage {
  const scope = { tenant: "home", audience: "owner", chat: null, source } as const;
  return { scope, ref, author: null, integrity: "owner", at: 1, text: `Porto ${ref}.`, ...change };
}

function inChat(id: string) {
  const scope = { tenant: "home", audience: "owner", chat: toId<"chat">(id) } as const;
  return { scope: { ...scope, source: "feed" }, author: "Ann" } as const;
}

function serviceOver(
  passages: readonly NewPassage[],
  counts?: SearchServiceDeps["passages"],
  current: Awaited<ReturnType<SearchServiceDeps["current"]>> = [],
) {
  const index = createMemoryIndex();
  for (const one of passages) index.add(one);
  const embedder = counts && { id: "m", embed: async () => [new Float32Array([1, 0])] };
  const passagesOf = { ...index.passages, spaces: (counts ?? noSpaces).spaces };
  const clock = { now: () => 10, timeZone: "UTC" };
  const search = createMemorySearch({ ...index, passages: passagesOf, embedder, clock });
  const parts = { search, passages: counts ?? noSpaces, current: async () => current };
  return createSearchService(parts, owner);
}

const noSpaces: SearchServiceDeps["passages"] = {
  spaces: async () => [],
  counts: async () => ({ passages: 0, pending: 0 }),
};

const options = { limit: 10, signal: new AbortController().signal };

test("finds what is remembered, each under the name of its source, and no messages", async () => {
  const service = serviceOver([
    passage("knowledge", "MEMORY.md#1"),
    passage("knowledge", "MEMORY.md#learned-2"),
    passage("session", "s-1"),
    passage("fact", "f-1"),
    passage("note", "n-1"),
    passage("feed", "17", inChat("p1")),
  ]);
  const { hits, waiting } = await service.find("Porto", options);
  expect(waiting).toBe(undefined);
  expect(hits.toSorted((one, other) => (one.ref < other.ref ? -1 : 1))).toEqual([
    found("memory", "MEMORY.md#1"),
    found("learned", "MEMORY.md#learned-2"),
    found("fact", "f-1"),
    found("note", "n-1"),
    found("session", "s-1"),
  ]);
});

test("finds messages of the chat that it is bound to, and of no other", async () => {
  const service = serviceOver([
    passage("feed", "17", inChat("p1")),
    passage("feed", "18", inChat("p2")),
    passage("note", "n-1"),
  ]);
  expect(await service.findInChat("Porto", options)).toEqual({
    hits: [{ ...found("chat", "17"), author: "Ann" }],
    waiting: undefined,
  });
});

test("leaves out the messages that are being answered", async () => {
  const said = [
    passage("feed", "17", { ...inChat("p1"), at: 5 }),
    passage("feed", "18", { ...inChat("p1"), text: "Porto, when?", at: 6 }),
  ];
  const service = serviceOver(said, undefined, [{ text: "Porto, when?", at: 6 }]);
  const { hits } = await service.findInChat("Porto", { ...options, limit: 1 });
  expect(hits.map(({ ref }) => ref)).toEqual(["17"]);
});

test("says how many passages wait for the model that answers", async () => {
  const space = { model: "m", dims: 2, completeTo: 0 };
  const service = serviceOver([], {
    spaces: async () => [
      { ...space, id: 1, state: "building" },
      { ...space, id: 2, state: "active" },
    ],
    counts: async (id) => ({ passages: 9, pending: id === 2 ? 3 : 9 }),
  });
  expect(await service.find("Porto", options)).toEqual({ hits: [], waiting: undefined });
  const withOne = serviceOver([passage("note", "n-1")], {
    spaces: async () => [{ ...space, id: 2, state: "active" }],
    counts: async () => ({ passages: 9, pending: 3 }),
  });
  expect((await withOne.find("Porto", options)).waiting).toBe(3);
});

function found(source: string, ref: string) {
  return {
    source,
    ref,
    text: `Porto ${ref}.`,
    author: undefined,
    at: 1,
    integrity: "owner",
    audience: "owner",
  };
}
