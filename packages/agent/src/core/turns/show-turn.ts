import type { Log } from "../../platform/log.ts";
import type { Place } from "../../store/places.ts";
import type { Events } from "../events.ts";
import type { Push } from "../push.ts";

/**
 * Lets a surface show how a turn is going until `signal` aborts. Nothing
 * depends on it, so a surface that cannot show only leaves a line in the log.
 */
export async function showTurn(
  push: Push,
  place: Place,
  { events, log, signal }: { events: Events; log: Log; signal: AbortSignal },
): Promise<void> {
  const show = async () => {
    const since = await events.lastSeq(place);
    await push.show(place, events.subscribe(place, { since, signal }));
  };
  await show().catch((error: unknown) =>
    log.warn("turn could not be shown", { place: place.id, error }),
  );
}
