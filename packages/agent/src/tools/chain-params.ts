import type { Spend } from "@reeve/sdk";
import { z } from "zod";

const FRIENDLY_ADDRESS = /^[EUk0][Qf][\w-]{46}$/;
const ADDRESS = /^([EUk0][Qf][\w-]{46}|(0|-1):[\dA-Fa-f]{64})$/;
const ASSET = /^(ton|[EUk0][Qf][\w-]{46}|(0|-1):[\dA-Fa-f]{64})$/;

/** Requirement of tools that use the agent's own money. */
export const TON_WALLET = "a TON wallet";

/** Requirement of tools that only read the blockchain. */
export const TON_NETWORK = "a connection to the TON blockchain";

/** Requirement of tools that return prices. */
export const MARKET_DATA = "a source of TON market data";

/** Timeout in milliseconds, after which a transfer is either final or impossible. */
export const TRANSFER_TIMEOUT_MS = 120_000;

/** Creates the parameter for an account or contract to look up; `what` names it. */
export function tonAddress(what: string) {
  return address().describe(
    `${what}, as a TON address of 48 characters such as "UQBx…", or in raw form such as "0:…".`,
  );
}

/**
 * Creates the parameter for a recipient; `what` names them. Accepts only addresses with a checksum,
 * to catch typing errors.
 */
export function recipient(what = "The recipient") {
  return z
    .string()
    .trim()
    .regex(FRIENDLY_ADDRESS, "a TON address has 48 characters and starts with EQ or UQ")
    .describe(
      `${what}, as a TON address exactly as the person wrote it. For a .ton name, use dns_resolve first.`,
    );
}

/** Creates the parameter for a token by the address of its master contract; `what` names it. */
export function jettonAddress(what = "The jetton") {
  return address().describe(
    `${what}, identified by the address of its master contract, not by its ticker. Find the address with stonfi_search.`,
  );
}

/** Creates the parameter for TON or a jetton; `what` names its purpose. */
export function asset(what: string) {
  return z
    .string()
    .trim()
    .regex(ASSET, 'an asset is "ton" or the address of a jetton\'s master contract')
    .describe(
      `${what}, as "ton" or the address of a jetton's master contract, not its ticker. Find the address with stonfi_search.`,
    );
}

/** Creates the parameter for an exact amount of TON, never a float; `what` names its purpose. */
export function tonAmount(what: string) {
  return z
    .string()
    .regex(/^\d{1,12}(\.\d{1,9})?$/, 'an amount of TON is a decimal string such as "2.5"')
    .refine(isThousandth, "it must be at least 0.001 TON")
    .describe(`${what}, in TON, as a decimal string such as "2.5"; at least 0.001.`);
}

/**
 * Creates the parameter for an exact amount of any token in its own unit, never a float; `what`
 * names its purpose.
 */
export function tokenAmount(what: string) {
  return z
    .string()
    .regex(/^\d{1,30}(\.\d{1,18})?$/, 'an amount is a decimal string such as "150" or "0.25"')
    .refine((text) => /[1-9]/.test(text), "it must be more than 0")
    .describe(`${what}, in the token's own unit, as a decimal string such as "150" or "0.25".`);
}

/** Creates the parameter for the text of a transfer. */
export function comment() {
  return z
    .string()
    .trim()
    .min(1)
    .max(120)
    .optional()
    .describe("Comment or memo to send with the transfer. Everyone can read it on the blockchain.");
}

/** Creates the parameter for the maximum number of `what`; `max` is the upper bound. */
export function limit(what: string, { max, initial }: { max: number; initial: number }) {
  return z.number().int().min(1).max(max).default(initial).describe(`Maximum number of ${what}.`);
}

/** Returns the parameters of every swap and quote. */
export function swapParams() {
  return {
    fromAsset: asset("The asset to give"),
    toAsset: asset("The asset to receive"),
    amount: tokenAmount("The amount of fromAsset to swap (at least 0.001)").refine(
      isThousandth,
      "it must be at least 0.001",
    ),
    slippage: z
      .number()
      .min(0.001)
      .max(0.5)
      .default(0.01)
      .describe(
        "Maximum slippage, as a fraction: at 0.01, the result can be 1% worse than the quote.",
      ),
  };
}

/** Returns the amount that a swap spends. */
export function swapSpend({ fromAsset, amount }: { fromAsset: string; amount: string }): Spend {
  return { asset: fromAsset === "ton" ? "TON" : fromAsset, amount };
}

function address() {
  return z
    .string()
    .trim()
    .regex(ADDRESS, "a TON address has 48 characters and starts with EQ or UQ, or is 0: and hex");
}

/** Returns whether an amount is 0.001 or more. Compares digits, because floats are inexact. */
function isThousandth(amount: string): boolean {
  return /^(\d*[1-9]|\d+\.\d{0,2}[1-9])/.test(amount);
}
