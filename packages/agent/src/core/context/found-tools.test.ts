import { expect, test } from "vitest";
import type { TranscriptItem } from "../../kernel/transcript.ts";
import { assemble } from "./assemble.ts";
import { costOfRequest, costOfTools } from "./tokens/estimate-tokens.ts";
import { foundTools } from "./found-tools.ts";

const tool = (name: string, words = 1) => ({
  name,
  summary: "does something ".repeat(words),
  params: { type: "object" },
});
const input = (text: string, found?: readonly string[]): TranscriptItem => ({
  type: "input",
  text,
  found,
});

test("definitions are found once, in their own order, and unknown names are passed over", () => {
  const deferred = ["a", "b", "c"].map((name) => tool(name));
  const units: readonly TranscriptItem[] = [
    input("one", ["c", "gone"]),
    { type: "step", text: "ok", calls: [] },
    input("two", ["a", "c"]),
    input("three"),
  ];
  expect(foundTools(units, deferred).map(({ name }) => name)).toEqual(["a", "c"]);
});

test("what was found takes its room in the window, and the rest of what may be found none", () => {
  const contextTokens = 4000;
  const long = Array.from({ length: 200 }, (_, at): readonly TranscriptItem[] => [
    input(`question ${at} `.repeat(10)),
    { type: "step", text: `answer ${at} `.repeat(10), calls: [] },
  ]).flat();
  const deferred = [tool("big", 200), tool("huge", 4000)];
  const material = { requestId: "r", system: [], history: long, tools: [], deferred };
  const request = assemble({ ...material, turn: [input("now", ["big"])] }, contextTokens);

  const found = costOfTools(deferred.slice(0, 1));
  expect(request.deferred).toEqual(deferred);
  expect(request.messages.at(-1)).toEqual({ role: "user", text: "now", found: ["big"] });
  expect(costOfRequest(request) + found).toBeLessThan(contextTokens);
  const without = assemble({ ...material, turn: [input("now")] }, contextTokens);
  expect(costOfRequest(without)).toBeGreaterThan(costOfRequest(request) + found / 2);
});
