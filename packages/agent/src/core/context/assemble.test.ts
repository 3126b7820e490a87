import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TranscriptItem } from "../../kernel/transcript.ts";
import { assemble, compose, type Material } from "./assemble.ts";
import { budgetOf } from "./tokens/budget.ts";
import { costOfRequest } from "./tokens/estimate-tokens.ts";

const input = (text: string): TranscriptItem => ({ type: "input", text });
const says = (text: string): TranscriptItem => ({ type: "step", text, calls: [] });

const material: Material = {
  requestId: "r1",
  system: ["Be brief."],
  history: [input("one"), says("1"), input("two"), says("2")],
  turn: [input("three")],
  tools: [{ name: "look", summary: "Looks.", params: {} }],
};

const texts = (own: Partial<Material>, contextTokens: number) =>
  assemble({ ...material, ...own }, contextTokens).messages.map(({ text }) => text);

test("composes the request with the history before the turn", () => {
  expect(assemble(material, 100_000)).toEqual({
    id: "r1",
    system: ["Be brief."],
    tools: material.tools,
    messages: [
      { role: "user", text: "one" },
      { role: "assistant", text: "1", calls: [] },
      { role: "user", text: "two" },
      { role: "assistant", text: "2", calls: [] },
      { role: "user", text: "three" },
    ],
  });
});

test("the longest answer fits into the room that is left for it", () => {
  const wanted = { ...material, maxTokens: 4096, temperature: 0 };
  expect(assemble(wanted, 100_000)).toMatchObject({ maxTokens: 4096, temperature: 0 });
  expect(assemble(wanted, 8000)).toMatchObject({ maxTokens: 1000, temperature: 0 });
});

test("what does not fit is the oldest of the history, and the turn stays whole", () => {
  const long = "x".repeat(3500);
  const history = [input(long), says("1"), input("two"), says("2")];
  expect(texts({ history }, 800)).toEqual(["two", "2", "three"]);
  expect(texts({ history }, 8000)).toEqual([long, "1", "two", "2", "three"]);
});

test("calls, their arguments and their results take room too", () => {
  const result = { type: "value", text: "x".repeat(3500) } as const;
  const calls = [{ id: "c1", name: "look", args: {}, result }];
  const history: TranscriptItem[] = [
    input("one"),
    { type: "step", text: "", calls },
    input("two"),
    says("2"),
  ];
  expect(texts({ history }, 800)).toEqual(["two", "2", "three"]);
  expect(texts({ history }, 2000)).toEqual(["one", "", result.text, "two", "2", "three"]);
});

test("the summary stands before the history, whatever of it has to go", () => {
  const summary = "[What was said before: …]";
  const history = [input("x".repeat(3500)), says("1"), input("two"), says("2")];
  expect(texts({ summary, history }, 800)).toEqual([`${summary}\ntwo`, "2", "three"]);
  expect(texts({ summary, history: [] }, 900)).toEqual([`${summary}\nthree`]);
});

test("a newest exchange that is too long for what is left goes as well", () => {
  expect(texts({ history: [input("x".repeat(9000)), says("1")] }, 1000)).toEqual(["three"]);
});

const words = fc.string({ unit: "grapheme", maxLength: 3000 });
const longWords = fc.tuple(words, fc.integer({ min: 1, max: 30 })).map(([w, n]) => w.repeat(n));
const results = fc.oneof(
  longWords.map((text) => ({ type: "value", text }) as const),
  longWords.map((text) => ({ type: "fault", code: "invalid", text }) as const),
  fc.constant({ type: "aborted" } as const),
);
const call = fc.record({
  id: fc.uuid(),
  name: fc.string({ maxLength: 64 }),
  args: fc.dictionary(fc.string(), words),
  result: results,
});
const unit: fc.Arbitrary<TranscriptItem> = fc.oneof(
  longWords.map(input),
  fc
    .record({
      text: words,
      calls: fc.array(call, { maxLength: 5 }),
      meta: fc.dictionary(words, words),
    })
    .map((step) => ({ type: "step", ...step }) as const),
);
const tool = fc.record({ name: words, summary: words, params: fc.dictionary(words, words) });

test("whatever it is made of, a request leaves room for the answer", () => {
  fc.assert(
    fc.property(
      fc.record({
        requestId: fc.uuid(),
        system: fc.array(longWords, { maxLength: 6 }),
        summary: fc.option(longWords, { nil: undefined }),
        history: fc.array(unit, { maxLength: 20 }),
        turn: fc
          .tuple(longWords.map(input), fc.array(unit, { maxLength: 12 }))
          .map(([first, rest]) => [first, ...rest]),
        tools: fc.array(tool, { maxLength: 6 }),
        maxTokens: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
      }),
      fc.integer({ min: 1000, max: 200_000 }),
      (anything, contextTokens) => {
        const request = assemble(anything, contextTokens);
        const cost = costOfRequest(request) + budgetOf(contextTokens, anything.maxTokens).reply;
        expect(cost).toBeLessThanOrEqual(contextTokens);
        const newest = anything.turn.findLast(({ type }) => type === "input")?.text ?? "";
        const said = request.messages.findLast(({ role }) => role === "user")?.text ?? "";
        expect(said.includes(newest) || said.includes("characters omitted")).toBe(true);
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});

test("the sizes of a request's parts tell what it was composed of", () => {
  const { request, sizes } = compose(material, 100_000);
  expect(request).toEqual(assemble(material, 100_000));
  expect(sizes).toMatchObject({ contextLayers: ["tools", "system"], historyInteractions: 2 });

  const whole = {
    ...material,
    system: ["Be brief.", "Ann likes tea."],
    isPinned: true,
    summary: "They met.",
    turn: [input("[3 notes]\nthree")],
    extras: ["[3 notes]\n"],
  };
  const all = compose(whole, 100_000).sizes;
  expect(all.contextLayers).toEqual(["tools", "system", "pinned", "summary", "extras"]);
  expect(all.estTokensContext).toBeGreaterThan(sizes.estTokensContext);
  expect(all.estTokensHistory).toBe(sizes.estTokensHistory);
});

test("the sizes add up to the request, however little room there is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 600, max: 8000 }),
      fc.string({ maxLength: 2000 }),
      (room, text) => {
        const { request, sizes } = compose({ ...material, turn: [input(text)] }, room);
        const { estTokensHistory, estTokensContext, estTokensUserTurn } = sizes;
        expect(estTokensHistory + estTokensContext + estTokensUserTurn).toBe(
          costOfRequest(request),
        );
      },
    ),
  );
});
