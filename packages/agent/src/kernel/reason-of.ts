import { isFault } from "@reeve/sdk";

/** Returns why something failed, in words for people. */
export function reasonOf(error: unknown): string {
  if (isFault(error))
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
