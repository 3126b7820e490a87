import { attempt } from "../../kernel/attempt.ts";

/** Returns the error that the work ends with, or undefined: for work that nobody waits for. */
export async function catchError(work: () => Promise<unknown>): Promise<unknown> {
  const outcome = await attempt(work());
  return outcome.status === "rejected" ? outcome.reason : undefined;
}
