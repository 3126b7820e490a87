import { setImmediate } from "node:timers/promises";
import { defineTool, Fault, isFault } from "@reeve/sdk";
import { z } from "zod";

/** Calculates in decimals, so that money and measures come out exact. The library loads with the first call. */
export const utilityCalculate = defineTool({
  name: "utility_calculate",
  summary:
    "Calculate exactly, also with units and percentages. Use it for every calculation instead of " +
    'working it out yourself: "0.1 + 0.2", "3 km in miles", "15% of 80", "sqrt(2)".',
  effect: "read",
  scope: "always",
  access: "anyone",
  needs: [],
  params: z.object({
    expression: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe("Arithmetic in usual notation, with a decimal point and no separators."),
  }),

  async run({ expression }) {
    const [{ default: math }, { createCalculator }] = await Promise.all([
      import("mathjs/lib/browser/math.js"),
      import("./calculate/create-calculator.ts"),
    ]);
    // Loading and configuring take some 40 ms each: others have their turn in between.
    await setImmediate();
    const calculate = createCalculator(math);
    const result = await Promise.resolve(expression).then(calculate).catch(explain(expression));
    return { expression, result };
  },
});

/** What mathjs throws is about the expression: it does not parse, or its units do not match. */
function explain(expression: string): (cause: unknown) => never {
  return (cause) => {
    if (isFault(cause) || !(cause instanceof Error)) throw cause;
    throw new Fault("invalid", `"${expression}" cannot be calculated: ${cause.message}`, {
      hint: 'Write it like "3 km in miles" or "2 * (1.5 + 4)", without thousands separators.',
      cause,
    });
  };
}
