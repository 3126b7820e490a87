import { expect, test } from "vitest";
import { callContext } from "../testing/contexts.ts";
import { utilityCalculate } from "./calculate.ts";

const calculate = (expression: string) => utilityCalculate.run({ expression }, callContext());

test.each([
  ["0.1 + 0.2", "0.3"],
  ["1/3", "0.3333333333333333333333333333333333333333"],
  ["(1/3) * 3", "1"],
  ["2^300", (2n ** 300n).toString()],
  ["19.99 * 3", "59.97"],
  ["5! + 7 mod 3", "121"],
  ["2 ** 10 × 2 ÷ 4 − 1", "511"],
  ["sqrt(2)", "1.41421356237309504880168872420969807857"],
  ["ln(e^2)", "2"],
  ["round(2.5678, 2)", "2.57"],
  ["max(1, 2.5, 2)", "2.5"],
  ["15% of 80", "12"],
  ["200 + 10%", "220"],
  ["3 km in miles", "1.864113576712001908852302553089954664758 miles"],
  ["20°C to °F", "68 degF"],
  ["100 km / (2 h)", "50 km / h"],
  ["60 mph to km/h", "96.56064 km / h"],
  ["1 GiB in MB", "1073.741824 MB"],
])("calculates %s", async (expression, result) => {
  expect(await calculate(expression)).toEqual({ expression, result });
});

test.each([
  "a = 1",
  "f(x) = x",
  "[1, 2]",
  '"text"',
  "1; 2",
  "x.y",
  "sqrt.constructor",
  'import("fs")',
  'evaluate("1")',
  'parse("1")',
  'createUnit("x")',
  "constructor(1)",
  "toString()",
  "__proto__",
  "true",
  "1 < 2",
  "5 USD",
  "1 kg + 1 m",
  "1 +",
  "sqrt(-1)",
  "1 / 0",
])("refuses %s", async (expression) => {
  await expect(calculate(expression)).rejects.toMatchObject({ name: "Fault", code: "invalid" });
});

test("says what is wrong with an expression and how to write it", async () => {
  await expect(calculate("1,000 + 1")).rejects.toMatchObject({
    message: '"1,000 + 1" cannot be calculated: Unexpected operator , (char 2)',
    hint: 'Example: "3 km in miles" or "2 * (1.5 + 4)", without thousands separators.',
  });
});

test.each(["9^9^9", "1e20000", "100000!", "sin(1e900)", "combinations(1e9, 5e8)"])(
  "refuses %s, which is too large",
  async (expression) => {
    await expect(calculate(expression)).rejects.toMatchObject({ code: "exhausted" });
  },
);

test.each([
  ["inverse functions", `${"atan(9999.1)+".repeat(38)}1`],
  ["powers", `1${"+2.5^1000.5".repeat(45)}`],
  ["nested roots", `${"sqrt(".repeat(80)}2${")".repeat(80)}`],
])("gives up soon on a long row of %s", async (_what, expression) => {
  await expect(calculate(expression)).rejects.toMatchObject({ code: "exhausted" });
});

test.each([
  ["a long sum", `${"1+".repeat(249)}1`, "250"],
  ["many brackets", `${"(".repeat(249)}1${")".repeat(249)}`, "1"],
])("has enough for %s", async (_what, expression, result) => {
  expect(await calculate(expression)).toEqual({ expression, result });
});
