import type { CoreDeps } from "../core/core-deps.ts";
import type { Principal } from "../kernel/principal.ts";

/** Begins the day's log with the first turn of the owner's in a direct chat. */
export function createStartTurn(
  createDailyLog: () => Promise<void>,
  owner: Principal,
): NonNullable<CoreDeps["startTurn"]> {
  return async ({ chat }) => {
    if (chat.kind === "direct" && chat.uid === owner.id) await createDailyLog();
  };
}
