import { expect, test } from "vitest";
import { argumentsOf, formatMessage, type MessageValues, parseMessage } from "./message.ts";

function format(text: string, values: MessageValues = {}, language = "en"): string {
  return formatMessage(parseMessage(text), values, language);
}

test("an argument is replaced once, by whatever its value says", () => {
  expect(format("{who} of {many}: {what}", { who: "{many}", many: 3n, what: "#" })).toBe(
    "{many} of 3: #",
  );
  expect(format("{n} lines", { n: 1200 })).toBe("1200 lines");
  expect(format("")).toBe("");
});

test("quotes, apostrophes and a # outside of a plural mean themselves", () => {
  expect(format("l'étape '{n}' n'a pas #1", { n: 2 })).toBe("l'étape '2' n'a pas #1");
});

const DAYS = "{count, plural, one {# день} few {# дня} many {# дней} other {# дня}}";

test.each([
  [0, "0 дней"],
  [1, "1 день"],
  [3, "3 дня"],
  [11, "11 дней"],
  [21, "21 день"],
  [0.5, "0,5 дня"],
])("%i is told in the form that Russian has for it", (count, told) => {
  expect(format(DAYS, { count }, "ru")).toBe(told);
});

test("an exact number goes before its category, and other stands for what is left out", () => {
  const lines = "{count, plural, =0 {no lines} =1 {one line} other {# lines}} in {file}";
  expect([0, 1, 2].map((count) => format(lines, { count, file: "a" }))).toEqual([
    "no lines in a",
    "one line in a",
    "2 lines in a",
  ]);
  expect(format("{count, plural, other {# lines}}", { count: 1 })).toBe("1 lines");
});

test("the number of a plural is written as its language writes it", () => {
  const lines = "{count, plural, other {# Zeilen}}";
  expect(format(lines, { count: 1_234_567 }, "en")).toBe("1,234,567 Zeilen");
  expect(format(lines, { count: 1_234_567 }, "de")).toBe("1.234.567 Zeilen");
});

test("a select chooses by value, and branches hold arguments, plurals and numbers", () => {
  const text =
    "{who, select, agent {the agent {name}} other {{count, plural, one {# person} other {{who, select, few {a few, #} other {# people}}}}}}";
  expect(format(text, { who: "agent", name: "Reeve", count: 1 })).toBe("the agent Reeve");
  expect(format(text, { who: "few", name: "", count: 3 })).toBe("a few, 3");
  expect(format(text, { who: "all", name: "", count: 1 })).toBe("1 person");
  expect(argumentsOf(parseMessage(text))).toEqual(
    new Map([
      ["who", "select"],
      ["name", "argument"],
      ["count", "plural"],
    ]),
  );
});

test("a value that is not there selects none, and no value can pretend not to be", () => {
  const text = "Send it{words, select, none {} other { with {words}}}";
  expect(format(text, { words: undefined })).toBe("Send it");
  expect(format(text, {})).toBe("Send it");
  expect(format(text, { words: "none" })).toBe("Send it with none");
  expect(format(text, { words: "" })).toBe("Send it with ");
  expect(format("{words, select, a {a} other {b}}", { words: undefined })).toBe("b");
  const all = "Delete it{all, select, true { with everything in it} other {}}";
  expect([true, false].map((one) => format(all, { all: one }))).toEqual([
    "Delete it with everything in it",
    "Delete it",
  ]);
});

test("an argument is what its strongest use makes it", () => {
  expect(argumentsOf(parseMessage("{a} {a, select, none {} other {{b}}} {b}"))).toEqual(
    new Map([
      ["a", "select"],
      ["b", "argument"],
    ]),
  );
});

test.each([
  ["{name", "not an argument"],
  ["{na me}", "not an argument"],
  ["{ name }", "not an argument"],
  ["{name, number}", "not an argument"],
  ["name}", "opening brace is missing"],
  ["{n, plural, one {a}}", '"other" is missing'],
  ["{n, plural, one {a} one {b} other {c}}", '"one" is given twice'],
  ["{n, plural, ones {a} other {c}}", '"ones" is not a plural category'],
  ["{n, plural, one a other {c}}", "a branch or a closing brace is missing"],
  ["{n, plural, one {a} other {c}", "a branch or a closing brace is missing"],
  ["{n, plural, one {a} other {c", "a closing brace is missing"],
  ["{n, plural, }", "a branch or a closing brace is missing"],
])("%s does not parse: %s", (text, why) => {
  expect(() => parseMessage(text)).toThrow(why);
});

test("a value that is missing, or no number where one is needed, is an error", () => {
  expect(() => format("{toString}")).toThrow("{toString}");
  expect(() => format(DAYS)).toThrow("{count}");
  expect(() => format(DAYS, { count: "3" })).toThrow("{count}");
});
