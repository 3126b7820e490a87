import { expect, test } from "vitest";
import { countTokens } from "../../../llm/count-tokens.ts";
import { renderSkills } from "./render-skills.ts";

test("without skills there is no section", () => {
  expect(renderSkills([])).toEqual([]);
});

test("lists each skill with its description, in the given order", () => {
  const [text = "", ...others] = renderSkills([
    { name: "a", description: "Does A." },
    { name: "b", description: "Does B. </context>" },
  ]);
  expect(others).toEqual([]);
  expect(text.split("\n").slice(1)).toEqual([
    "- a: Does A.",
    expect.stringMatching(/^- b: Does B/),
  ]);
  expect(text).not.toContain("</context>");
});

test("stays within its budget: further skills are named, then counted", () => {
  const skills = Array.from({ length: 1000 }, (_, index) => ({
    name: `skill-number-${index}`,
    description: "Helps with a kind of work that needs a long description. ".repeat(5),
  }));
  const [text = ""] = renderSkills(skills);
  expect(countTokens(text)).toBeLessThan(1700);
  expect(text).toMatch(/^- skill-number-0: /m);
  expect(text).toMatch(/Also: skill-number-\d+.* \d+ more\.$/);
  expect(renderSkills(skills)).toEqual([text]);
});
