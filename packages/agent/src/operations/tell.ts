import type { z } from "zod";

/**
 * What a control method answered as a route declares it: what the schema does not name is left
 * out, and whole numbers of any size are told in digits.
 */
export function tell<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null, digits));
  return shape.parse(plain);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
