/**
 * Waits for work that may fail. Returns its outcome and never rejects, so that the caller decides
 * where others would catch.
 */
export async function attempt<T>(work: T): Promise<PromiseSettledResult<Awaited<T>>> {
  try {
    return { status: "fulfilled", value: await work };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}
