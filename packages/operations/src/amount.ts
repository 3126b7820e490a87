import { z } from "zod";

/** More than any amount; it keeps sums cheap. */
const MAX = 1e40;

/**
 * Returns the schema of an amount: takes a JSON number or plain decimal text, gives decimal text in one
 * spelling, such as `-0.125`. Money is never a float here.
 */
export function amount() {
  return z
    .union([
      z.number().min(-MAX).max(MAX),
      z.string().regex(/^-?\d{1,60}(\.\d{1,60})?$/, "it must be a decimal number, such as -0.125"),
    ])
    .transform(toDecimalText);
}

/**
 * Creates the same schema for amounts that are never negative; the schema itself states it, for JSON
 * Schema, too.
 */
export function unsignedAmount() {
  return z
    .union([
      z.number().min(0, "it must not be negative").max(MAX),
      z
        .string()
        .regex(
          /^(-0|\d{1,60}(\.\d{1,60})?)$/,
          "it must be a decimal number that is not negative, such as 0.125",
        ),
    ])
    .transform(toDecimalText);
}

/** Returns the shortest decimal text of a number; text loses needless zeros. */
function toDecimalText(value: number | string): string {
  const [, sign = "", whole = "0", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return shiftPoint({ sign, whole, fraction }, Number(exponent));
}

interface Parts {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

function shiftPoint({ sign, whole, fraction }: Parts, places: number): string {
  const before = Math.max(0, 1 - whole.length - places);
  const after = Math.max(0, places - fraction.length);
  const digits = "0".repeat(before) + whole + fraction + "0".repeat(after);
  const point = before + whole.length + places;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = digits.slice(point).replace(/0+$/, "");
  const size = right === "" ? left : `${left}.${right}`;
  return size === "0" ? size : sign + size;
}
