import type { Address } from "../../kernel/envelope.ts";
import { toId } from "../../kernel/ids.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { RunningTurns } from "../running-turns.ts";

export interface Stopped {
  /** Whether a turn was running. */
  readonly turns: number;
  /** Messages that waited and will not be answered. */
  readonly withdrawn: number;
}

/**
 * Stops what runs in a chat. Once the commit is done no effect of an older
 * fence starts, in whichever process; the running turn is ended at once here.
 */
export async function stopPlace(
  { surface, chat }: Pick<Address, "surface" | "chat">,
  { store, running }: { store: Store; running: RunningTurns },
): Promise<Stopped> {
  const places = await store.read.places.byAddress(surface, chat);
  let turns = 0;
  let withdrawn = 0;
  for (const place of places) {
    const stopped = await raise(place, store);
    running.abort(place.id);
    turns += stopped.turns;
    withdrawn += stopped.withdrawn;
  }
  return { turns, withdrawn };
}

function raise(place: Place, store: Store): Promise<Stopped> {
  return store.commit("stop", async (tx) => {
    const queued = await tx.inbox.queued(place.id);
    const ids = queued.map(({ id }) => id);
    await tx.inbox.end(ids, "withdrawn", "stopped");
    for (const { body } of queued) if (body.kind === "decision") await revoke(tx, body.approval);
    const turn = await tx.turns.cancelRunning(place.id, "stopped");
    await tx.places.raiseFence(place.id);
    return { turns: turn ? 1 : 0, withdrawn: queued.length };
  });
}

/** A call that was allowed and has not begun does not begin after a stop. */
async function revoke(tx: Repositories, approval: string): Promise<void> {
  const change = { to: "cancelled", reason: "stopped" } as const;
  await tx.approvals.move(toId<"approval">(approval), "confirmed", change);
}
