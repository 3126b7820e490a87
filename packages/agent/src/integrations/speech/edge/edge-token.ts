import { createHash } from "node:crypto";

/** What the browser's own program shows; it is the same for everybody. */
export const EDGE_TOKEN = "6A5AA1D4EAFF4E9FB37E23D68491D6F4";

/** Seconds from 1601, with which Windows counts, to 1970. */
const WINDOWS_EPOCH_S = 11_644_473_600n;
const STEP_S = 300n;
const TICKS_A_SECOND = 10_000_000n;

/** The proof that a request is of these five minutes: a digest of them and the token. `now` in Unix milliseconds. */
export function secMsGec(now: number): string {
  const seconds = BigInt(Math.floor(now / 1000)) + WINDOWS_EPOCH_S;
  const ticks = (seconds - (seconds % STEP_S)) * TICKS_A_SECOND;
  return createHash("sha256").update(`${ticks}${EDGE_TOKEN}`).digest("hex").toUpperCase();
}
