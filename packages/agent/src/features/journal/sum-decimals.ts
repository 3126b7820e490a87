/** The exact sum of plain decimals such as `-0.125`, without trailing zeros; of none it is `0`. */
export function sumDecimals(decimals: readonly string[]): string {
  const scale = Math.max(0, ...decimals.map((decimal) => fractionOf(decimal).length));
  const units = decimals.reduce((sum, decimal) => sum + toUnits(decimal, scale), 0n);

  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}

function toUnits(decimal: string, scale: number): bigint {
  return BigInt(decimal.replace(".", "") + "0".repeat(scale - fractionOf(decimal).length));
}

function fractionOf(decimal: string): string {
  return decimal.split(".")[1] ?? "";
}
