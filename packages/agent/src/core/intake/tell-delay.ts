import type { NewId } from "../../kernel/ids.ts";
import type { Place } from "../../store/places.ts";
import type { Repositories } from "../../store/store.ts";
import type { Pace } from "./pace-of.ts";

/** What the sender of a message is told that waits for its time; undefined for all others. */
export function delayLine(pace: Pace): string | undefined {
  return pace.type === "wait" ? `I answer this later: ${pace.limit}.` : undefined;
}

/** Puts the news into the outbox, once for all messages that wait together. */
export async function tellDelay(
  tx: Repositories,
  place: Place,
  { text, now, newId }: { readonly text: string; readonly now: number; readonly newId: NewId },
): Promise<void> {
  const body = { type: "notice", code: "delayed", text } as const;
  const row = { id: newId(), place: place.id, turn: null, position: 0, clientId: newId(), body };
  await tx.outbox.add([{ ...row, nextAt: now }]);
}
