import { type ChatCommand, inText } from "../commands.ts";
import type { RunningTurns } from "../running-turns.ts";
import { beginAnew } from "./begin-anew.ts";
import type { TurnParts } from "./parts.ts";
import { stopIn } from "./stop.ts";

/** `/new` and `/stop`. */
export function sessionCommands({
  running,
  ended,
  events,
  isPush,
}: Pick<TurnParts, "ended" | "events" | "isPush"> & {
  readonly running: RunningTurns;
}): readonly ChatCommand[] {
  return [
    {
      name: "new",
      usage: "/new",
      summary: "begin a new session; the old one is kept",
      access: "member",
      async answer(tx, { place, now, newId, afterCommit }) {
        await beginAnew({ tx, place, now }, { newId });
        afterCommit(() => ended.ring());
        return inText("A new session begins.");
      },
    },
    {
      name: "stop",
      usage: "/stop",
      summary: "stop what runs in this chat",
      access: "anyone",
      async answer(tx, { place, now, newId, afterCommit }) {
        const { turns, withdrawn, facts } = await stopIn(tx, place, { now, newId, isPush });
        afterCommit(() => {
          events.publish(place, facts);
          running.abort(place.id);
        });
        return inText(turns + withdrawn > 0 ? "Stopped." : "Nothing runs here.");
      },
    },
  ];
}
