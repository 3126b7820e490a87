import { Fault } from "@reeve/sdk";

const NANO_DIGITS = 9;

/** "0.25" → 250_000_000n, in billionths of a dollar. */
export function parseDollars(text: string): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match)
    throw new Fault("invalid", `"${text}" is not a valid dollar amount.`, {
      hint: "Example: 0.25",
    });
  const [, whole = "0", fraction = ""] = match;
  return BigInt(whole + fraction.slice(0, NANO_DIGITS).padEnd(NANO_DIGITS, "0"));
}

/** 250_000_000n → "$0.25" */
export function formatDollars(nano: bigint): string {
  const digits = nano.toString().padStart(NANO_DIGITS + 1, "0");
  const fraction = digits.slice(-NANO_DIGITS).replace(/0+$/, "");
  return `$${digits.slice(0, -NANO_DIGITS)}${fraction ? `.${fraction}` : ""}`;
}
