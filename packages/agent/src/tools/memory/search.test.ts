import type { MemoryFindings, MemoryHit, MemorySearch } from "@reeve/sdk";
import { expect, test } from "vitest";
import { callContext, fixedClock } from "../testing/contexts.ts";
import { memorySearch } from "./search.ts";

const hit: MemoryHit = {
  source: "memory",
  ref: "MEMORY.md#2",
  text: "Trip > Hotel: Booked.",
  author: undefined,
  at: Date.parse("2026-11-20T23:30:00Z"),
  integrity: "owner",
  audience: "owner",
};

function contextThatFinds(findings: MemoryFindings) {
  const asked: unknown[] = [];
  const search: MemorySearch = {
    async find(query, { limit }) {
      asked.push([query, limit]);
      return findings;
    },
    findInChat: () => Promise.reject(new Error("not asked for")),
  };
  const clock = fixedClock("2026-11-21T11:00:00Z");
  return { asked, context: { ...callContext(), clock, memorySearch: search } };
}

test("shows where each hit stands, its day for the asker, and its label", async () => {
  const fact: MemoryHit = {
    source: "fact",
    ref: "fact-1",
    text: "Likes tea.",
    author: "Ann",
    at: Date.parse("2026-02-01T12:00:00Z"),
    integrity: "member",
    audience: "person-2",
  };
  const { asked, context } = contextThatFinds({ hits: [hit, fact], waiting: 0 });
  expect(await memorySearch.run({ query: "hotel" }, context)).toEqual({
    hits: [
      {
        source: "memory",
        path: "MEMORY.md#2",
        date: "2026-11-21",
        label: "from owner, for owner",
        text: "Trip > Hotel: Booked.",
      },
      {
        source: "fact",
        id: "fact-1",
        date: "2026-02-01",
        by: "Ann",
        label: "from member, for person-2",
        text: "Likes tea.",
      },
    ],
    index: "complete",
  });
  expect(asked).toEqual([["hotel", 10]]);
});

test.each([
  [0, "complete"],
  [3, "complete, except that the newest passages (3) were searched by keyword only"],
  [undefined, "keyword matches only"],
])("says how much of memory is found by meaning when %s passages wait", async (waiting, index) => {
  const { context } = contextThatFinds({ hits: [], waiting });
  expect(await memorySearch.run({ query: "x" }, context)).toEqual({ hits: [], index });
});

test("cuts a long text", async () => {
  const { context } = contextThatFinds({ hits: [{ ...hit, text: "y".repeat(5000) }], waiting: 0 });
  expect(await memorySearch.run({ query: "x" }, context)).toMatchObject({
    hits: [{ text: `${"y".repeat(1000)} …` }],
  });
});

test.each([
  ["nothing", "  "],
  ["more than 500 characters", "x".repeat(501)],
])("takes no query of %s", (_what, query) => {
  expect(memorySearch.params.safeParse({ query }).success).toBe(false);
});
