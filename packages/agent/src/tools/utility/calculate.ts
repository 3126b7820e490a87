import { setImmediate } from "node:timers/promises";
import { defineTool, Fault, isFault } from "@reeve/sdk";
import { z } from "zod";

/**
 * Calculates with decimals, so that amounts of money and measures are exact. The library is loaded
 * at the first call.
 */
export const utilityCalculate = defineTool({
  name: "utility_calculate",
  summary:
    "Calculate exactly, including units and percentages. Use it for every calculation instead of " +
    'working it out yourself: "0.1 + 0.2", "3 km in miles", "15% of 80", "sqrt(2)".',
  effect: "read",
  scope: "always",
  access: "anyone",
  resultOrigin: "services",
  needs: [],
  utterances: [
    "what's 17.5% of 2,340?",
    "how many miles are 42 km?",
    "split 187.40 between five people",
    "sqrt of 7921 plus 12",
    "convert 3 cups to millilitres",
    "Wie viel sind 19 Prozent von 850?",
    "combien font 3/8 de 1200 ?",
    "¿cuánto es 23 por 47?",
    "сколько будет 15 процентов от 4200?",
    "八百五十的百分之十九是多少？",
    "quanto é 144 dividido por 12?",
    "ile to jest 12% z 990",
  ],
  params: z.object({
    expression: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe(
        "An arithmetic expression in usual notation, with a decimal point and no thousands separators.",
      ),
  }),

  async run({ expression }) {
    const [{ default: math }, { createCalculator }] = await Promise.all([
      import("mathjs/lib/browser/math.js"),
      import("./calculate/create-calculator.ts"),
    ]);
    // Loading and configuring take about 40 ms each: yield in between.
    await setImmediate();
    const calculate = createCalculator(math);
    const result = await Promise.resolve(expression).then(calculate).catch(explain(expression));
    return { expression, result };
  },
});

/** mathjs throws errors about the expression: it does not parse, or its units do not match. */
function explain(expression: string): (cause: unknown) => never {
  return (cause) => {
    if (isFault(cause) || !(cause instanceof Error)) throw cause;
    throw new Fault("invalid", `"${expression}" cannot be calculated: ${cause.message}`, {
      hint: 'Example: "3 km in miles" or "2 * (1.5 + 4)", without thousands separators.',
      cause,
    });
  };
}
