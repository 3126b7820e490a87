import { z } from "zod";

/** Connection that the read-only tools in this folder need. */
export const DEDUST = "a connection to DeDust";

/** Creates the parameter for the kind of pool. */
export function poolType() {
  return z.enum(["volatile", "stable"]);
}

/** Creates the parameter for the kind of pool that a swap uses. */
export function swapPoolType() {
  return poolType()
    .default("volatile")
    .describe("Kind of pool to use: volatile, or stable for a pair with equal values.");
}
