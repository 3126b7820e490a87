import type { MemorySearch } from "@reeve/sdk";
import { expect, test } from "vitest";
import { callContext, fixedClock } from "../testing/contexts.ts";
import { sessionSearch } from "./session-search.ts";

test("finds messages of the chat, with who said them and the time", async () => {
  const asked: unknown[] = [];
  const search: MemorySearch = {
    find: () => Promise.reject(new Error("not asked for")),
    async findInChat(query, { limit }) {
      asked.push([query, limit]);
      const at = Date.parse("2026-11-20T23:30:00Z");
      const said = { author: "Ann", at, integrity: "owner", audience: "owner" };
      return { hits: [{ source: "chat", ref: "17", text: "Porto.", ...said }], waiting: 1 };
    },
  };
  const clock = fixedClock("2026-11-21T11:00:00Z");
  const context = { ...callContext(), clock, memorySearch: search };
  expect(await sessionSearch.run(sessionSearch.params.parse({ query: " trip " }), context)).toEqual(
    {
      hits: [
        {
          source: "chat",
          id: "17",
          date: "2026-11-21 00:30",
          by: "Ann",
          label: "from owner, for owner",
          text: "Porto.",
        },
      ],
      index: "complete, except that the newest passages (1) were searched by keyword only",
    },
  );
  expect(asked).toEqual([["trip", 10]]);
});

test.each([0, 51, 1.5])("takes no limit of %s", (limit) => {
  expect(sessionSearch.params.safeParse({ query: "x", limit }).success).toBe(false);
});
