import type { z } from "zod";

/**
 * Makes plain JSON of an answer, as its schema declares it: drops fields that the schema does not
 * name, and writes bigints in digits.
 */
export function tell<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null, digits));
  return shape.parse(plain);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
