import { expect, test } from "vitest";
import type { Unit } from "../../kernel/unit.ts";
import { assemble, type Material } from "./assemble.ts";

const input = (text: string): Unit => ({ type: "input", text });
const says = (text: string): Unit => ({ type: "step", text, calls: [] });

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

test("what does not fit is the oldest of the history, and the turn stays whole", () => {
  const long = "x".repeat(3500);
  const history = [input(long), says("1"), input("two"), says("2")];
  expect(texts({ history }, 5000)).toEqual(["two", "2", "three"]);
  expect(texts({ turn: [input("x".repeat(20_000))] }, 5000)).toEqual(["x".repeat(20_000)]);
});

test("calls, their arguments and their results take room too", () => {
  const result = { type: "value", text: "x".repeat(3500) } as const;
  const calls = [{ id: "c1", name: "look", args: {}, result }];
  const history: Unit[] = [
    input("one"),
    { type: "step", text: "", calls },
    input("two"),
    says("2"),
  ];
  expect(texts({ history }, 5000)).toEqual(["two", "2", "three"]);
  expect(texts({ history }, 6000)).toEqual(["one", "", result.text, "two", "2", "three"]);
});
