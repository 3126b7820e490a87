import { parseDecimal } from "../../kernel/text/decimal.ts";

/** Digits after the point; what is finer is rounded up. */
const DECIMALS = 18;

/** An amount such as `1.5` or `"20"` in whole units of 10⁻¹⁸; undefined for what is not one. */
export function readAmount(value: unknown): bigint | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return /^\d+(?:\.\d+)?$/.test(text) ? parseDecimal(text, DECIMALS) : undefined;
}
