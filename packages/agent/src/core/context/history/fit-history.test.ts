import { expect, test } from "vitest";
import type { TranscriptItem } from "../../../kernel/transcript.ts";
import { fitHistory } from "./fit-history.ts";

const eachCostsOne = () => 1;
const input = (text: string): TranscriptItem => ({ type: "input", text });
const says = (text: string): TranscriptItem => ({ type: "step", text, calls: [] });
const searches = (id: string): TranscriptItem => ({
  type: "step",
  text: "",
  calls: [{ id, name: "web_search", args: {}, result: { type: "value", text: "…" } }],
});

test("keeps everything that fits, in order", () => {
  const history = [input("hi"), says("hello"), input("bye")];
  expect(fitHistory(history, 10, eachCostsOne)).toEqual({ kept: history, dropped: [] });
});

test("drops the oldest exchange first and hands it over for compaction", () => {
  const old = [input("one"), says("1")];
  const recent = [input("two"), says("2")];
  expect(fitHistory([...old, ...recent], 3, eachCostsOne)).toEqual({ kept: recent, dropped: old });
});

test("keeps the newest exchange even when it alone is over budget", () => {
  const history = [input("old"), input("a long question"), searches("a"), says("found")];
  expect(fitHistory(history, 1, eachCostsOne).kept).toEqual(history.slice(1));
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  "loses nothing and keeps the order, with a budget of %i",
  (budget) => {
    const history = [says("welcome"), input("1"), searches("a"), input("2"), says("ok")];
    const { kept, dropped } = fitHistory(history, budget, eachCostsOne);
    expect([...dropped, ...kept]).toEqual(history);
  },
);
