import type { CoreDeps } from "../core/core-deps.ts";
import type { Principal } from "../kernel/principal.ts";

/** Begins the day's log with the first turn of the owner's in a direct chat. */
export function createBeginTurn(
  beginDay: () => Promise<void>,
  owner: Principal,
): NonNullable<CoreDeps["beginTurn"]> {
  return async ({ chat }) => {
    if (chat.kind === "direct" && chat.uid === owner.id) await beginDay();
  };
}
