import { z } from "zod";

/** Connection that the tools in this folder need. */
export const DEALS = "a TON wallet and a Telegram account";

/** States of a deal. */
export const DEAL_STATUSES = [
  "proposed",
  "accepted",
  "paid",
  "completed",
  "declined",
  "cancelled",
  "expired",
  "failed",
  "refunded",
] as const;

/** Creates the parameter for the id of a deal. */
export function dealId() {
  return z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe("The deal's id, from deal_propose or deal_list. Never guess an id.");
}

/** Creates the parameter for a Telegram user by number; `what` names them. */
export function userId(what: string) {
  return z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .describe(`${what}, as a Telegram user id such as 123456789.`);
}
