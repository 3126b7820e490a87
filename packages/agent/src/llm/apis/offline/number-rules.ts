import { toExpression } from "./expression.ts";
import { fieldOf, textOf } from "./read-value.ts";
import type { Rule } from "./rule.ts";
import { call, type Found, answerWith, type Step } from "./step.ts";
import { isRecord } from "../../../kernel/text/json.ts";

/** Arithmetic and units, done by the calculator. */
export const numberRules: readonly Rule[] = [
  {
    patterns: [/^(?:calculate|compute|calc|evaluate|work out|solve)(?: for me)?:?\s+(?<sum>.+)$/i],
    answer: (match) => calculate(toExpression(match("sum")) ?? match("sum")),
  },
  {
    patterns: [
      /^(?:what(?:'s| is| are)|how much (?:is|are)|how many (?:is|are))(?: the (?:result|value) of)? (?<sum>.+)$/i,
      /^convert (?<sum>.+)$/i,
      /^(?<sum>[-\d(√.][^\n]*|(?:square root|sqrt|cube root)\b[^\n]*)$/i,
    ],
    answer: (match) => {
      const expression = toExpression(match("sum").replace(/\s*=\s*$/, ""));
      return expression === undefined ? undefined : calculate(expression);
    },
  },
  {
    patterns: [
      /^how many (?<to>[a-z]+) (?:are|is|in|make)(?: there)?(?: in)? (?<from>(?:an? )?[\d.,]*\s*[a-z]+)$/i,
    ],
    answer: (match) => {
      const from = match("from").replace(/^an? /i, "1 ");
      const expression = toExpression(`${from} in ${match("to")}`);
      return expression === undefined ? undefined : calculate(expression);
    },
  },
];

function calculate(expression: string): Step {
  return call({ name: "utility_calculate", args: { expression } }, (found) =>
    answerWith(`${expression} = ${resultOf(found)}`),
  );
}

function resultOf(found: Found): string {
  if (!isRecord(found.value)) return textOf(found);
  return fieldOf(found.value, "result") ?? fieldOf(found.value, "value") ?? textOf(found);
}
