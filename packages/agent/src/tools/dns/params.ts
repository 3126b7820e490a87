import { z } from "zod";
import { tonAmount } from "../chain-params.ts";

/** Creates the parameter for a domain that can be owned; `what` names it. */
export function domain(what = "The .ton domain") {
  return z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^[\da-z][\da-z-]{2,124}[\da-z]\.ton$/,
      "a domain has 4 to 126 letters, digits or hyphens and ends in .ton",
    )
    .describe(`${what}, with its ending, such as "alice.ton".`);
}

/** Creates the parameter for the amount offered for a domain. */
export function bidAmount(what: string) {
  return tonAmount(what)
    .refine((text) => /^\d*[1-9]/.test(text), "it must be at least 1 TON")
    .describe(`${what}, in TON, as a decimal string such as "12.5"; at least 1.`);
}
