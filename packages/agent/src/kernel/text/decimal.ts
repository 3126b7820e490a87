import { Fault } from "@reeve/sdk";

/**
 * "1.5" with 9 decimals → 1_500_000_000n. Digits beyond the last decimal are rounded up, so that
 * nothing is counted as less than it is.
 */
export function parseDecimal(text: string, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match)
    throw new Fault("invalid", `"${text}" is not a valid amount.`, { hint: "Example: 0.25" });
  const [, whole = "0", fraction = ""] = match;
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return /[1-9]/.test(fraction.slice(decimals)) ? units + 1n : units;
}

/** 1_500_000_000n with 9 decimals → "1.5" */
export function formatDecimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = units
    .toString()
    .replace("-", "")
    .padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}
