import { expect, test } from "vitest";
import { createMeaningIndex } from "./meaning-index.ts";

const direction = (degrees: number) =>
  Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

const east = direction(0);

const degreesIn = (text: string) => Number(/-?\d+/.exec(text)?.[0] ?? 90);

/** Every text of a tool in the direction of its summary, which is a number of degrees. */
function learnDirections(index: ReturnType<typeof createMeaningIndex>): void {
  index.learn(new Map(index.wanted().map((text) => [text, direction(degreesIn(text))])));
}

const tool = (name: string, summary: string, utterances?: readonly string[]) => ({
  name,
  summary,
  utterances,
});

const rounded = (scores: ReadonlyMap<string, number>) =>
  Object.fromEntries([...scores].map(([name, score]) => [name, Number(score.toFixed(2))]));

test("a tool is compared when all that it says of itself is known", () => {
  const index = createMeaningIndex();
  index.add(tool("east 0", "0"));
  const [first = ""] = index.wanted();
  index.learn(new Map([[first, east]]));
  expect(rounded(index.compare(east))).toEqual({});
  learnDirections(index);
  expect(rounded(index.compare(east))).toEqual({ "east 0": 1 });
  expect(index.wanted()).toEqual([]);
});

test("requests that resemble the message speak for a tool, and others not against it", () => {
  const index = createMeaningIndex();
  index.add(tool("plain 60", "60"));
  index.add(tool("asked 60", "60", ["0", "0 please", "180"]));
  index.add(tool("misheard 60", "60", ["180", "170"]));
  learnDirections(index);
  expect(rounded(index.compare(east))).toEqual({
    "plain 60": 0.5,
    "asked 60": 0.75,
    "misheard 60": 0.5,
  });
});

test("a tool that is replaced keeps the vectors of what stayed, and one that is removed none", () => {
  const index = createMeaningIndex();
  index.add(tool("east 0", "0", ["0 a", "0 b"]));
  learnDirections(index);
  index.add(tool("east 0", "0", ["0 a", "0 c"]));
  expect(index.wanted()).toEqual(["0 c"]);
  index.remove("east 0");
  index.remove("nobody");
  expect(rounded(index.compare(east))).toEqual({});
  index.add(tool("east 0", "0", ["0 a"]));
  expect(index.wanted()).toHaveLength(4);
});

test("neighbours are those that say most nearly the same, as long as they are there", () => {
  const index = createMeaningIndex();
  for (const degrees of [0, 10, 90, 120]) index.add(tool(`at ${degrees}`, `${degrees}`));
  expect([...index.neighbours()]).toEqual([]);
  learnDirections(index);
  expect(Object.fromEntries(index.neighbours())).toEqual({
    "at 0": "at 10",
    "at 10": "at 0",
    "at 90": "at 120",
    "at 120": "at 90",
  });
  index.remove("at 120");
  expect(index.neighbours().get("at 90")).toBe("at 10");
});
