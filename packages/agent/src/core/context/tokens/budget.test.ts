import { expect, test } from "vitest";
import { budgetOf, fitSections, fitTools } from "./budget.ts";

const tool = (name: string, summary: string) => ({ name, summary, params: {} });

test("each layer has a fixed share of the window", () => {
  expect(budgetOf(32_000)).toEqual({
    tools: 11_200,
    system: 8000,
    extras: 3200,
    summary: 3200,
    reply: 4000,
  });
  expect(budgetOf(200_000).reply).toBe(4096);
  expect(budgetOf(200_000, 10_000).reply).toBe(10_000);
  expect(budgetOf(32_000, 10_000).reply).toBe(4000);
});

test("the section that is too long is cut, the others stay whole", () => {
  const long = "many words ".repeat(100);
  expect(fitSections(["soul", long, "rules"], 100)).toEqual([
    "soul",
    expect.stringMatching(/^many words .*\n\[… \d+ characters omitted …\]$/s),
    "rules",
  ]);
  expect(fitSections(["soul", "rules"], 100)).toEqual(["soul", "rules"]);
});

test("the first tools stay, up to the one that does not fit", () => {
  const tools = [tool("a", "short"), tool("b", "long ".repeat(200)), tool("c", "short")];
  expect(fitTools(tools, 100)).toEqual(tools.slice(0, 1));
  expect(fitTools(tools, 10_000)).toEqual(tools);
});
