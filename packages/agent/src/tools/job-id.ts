import { createHash } from "node:crypto";

/** The id of the job that a call makes: the same when it is made again, and short, because the model has to repeat it. */
export function jobIdOf(callId: string): string {
  return `job-${createHash("sha256").update(callId).digest("hex").slice(0, 12)}`;
}
