import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { PluginPowers } from "../plugins.ts";

const MAX_STARS = 100_000;

/** Whole number of Stars as decimal digits: JSON has no integers of its own. */
const stars = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .refine((digits) => BigInt(digits) <= MAX_STARS, { error: "at most 100,000 Stars" });

/** Content of an invoice. */
export const invoiceFields = {
  title: z.string().min(1).max(32),
  description: z.string().min(1).max(255),
  stars,
  payload: z.string().max(500),
};

/** Throws `denied` without the power `payments`. */
export function assertMayTakePayments(
  plugin: string,
  powers: Pick<PluginPowers, "payments">,
): void {
  if (powers.payments) return;
  throw new Fault("denied", `The plugin ${plugin} may not take payments.`, {
    hint: 'Declare "payments": true in reeve.powers of package.json.',
  });
}

/** Throws `invalid` if a plugin handles payments without the power. */
export function assertPaymentsDeclared(
  { hasPayments }: { readonly hasPayments: boolean },
  powers: Pick<PluginPowers, "payments">,
): void {
  if (!hasPayments || powers.payments) return;
  throw new Fault("invalid", "The plugin takes payments, which the manifest does not declare.", {
    hint: 'Add "payments": true to reeve.powers in package.json.',
  });
}
