/**
 * The error that the work ended with, or undefined. For work that nobody waits
 * for: whoever started it looks at the error and decides where it is told.
 */
export async function attempt(work: () => Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([work()]);
  return outcome.status === "rejected" ? outcome.reason : undefined;
}
