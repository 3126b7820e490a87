import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Bell } from "../../kernel/bell.ts";
import type { Place } from "../../store/places.ts";
import type { Store } from "../../store/store.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import type { TurnParts } from "./parts.ts";
import { listPauses, pause, refuseOthers, resume } from "./pause.ts";

const where = z
  .union([z.literal("everywhere"), z.object({ surface: z.string(), chat: z.string() })])
  .optional()
  .describe("`everywhere`, or another chat; without it, this one.");

/** Being silent for a while, in a chat or everywhere. */
export function pausesSection(
  parts: Pick<TurnParts, "store" | "clock" | "newId"> & {
    /** Rung when something is answered after all. */
    readonly bell: Bell;
  },
): ControlSection {
  const { store, bell } = parts;
  return {
    name: "pauses",
    methods: {
      list: defineMethod({
        summary: "What is paused.",
        params: z.object({}),
        run: (_params, { person: { tenant } }) => listPauses(store, tenant),
      }),
      begin: defineMethod({
        summary: "Note what arrives, and answer nothing; what runs goes on.",
        params: z.object({ where }),
        run: async ({ where: wanted }, caller) => {
          refuseOthers(caller);
          const place = await placeOf(wanted, caller, store);
          return { wasPaused: !(await pause(place, caller, parts)) };
        },
      }),
      end: defineMethod({
        summary:
          "Go on: the newest message of each direct chat is answered, and how many came is told.",
        params: z.object({ where }),
        run: async ({ where: wanted }, caller) => {
          refuseOthers(caller);
          const resumed = await resume(await placeOf(wanted, caller, store), caller, parts);
          bell.ring();
          return resumed;
        },
      }),
    },
  };
}

async function placeOf(
  wanted: z.output<typeof where>,
  caller: Caller,
  { read }: Store,
): Promise<Place | null> {
  if (wanted === "everywhere") return null;
  const { surface, chat } = wanted ?? caller;
  const places = await read.places.byAddress(surface, chat);
  const place = places.find(({ tenant }) => tenant === caller.person.tenant);
  if (place) return place;
  throw new Fault("missing", `Nothing was said in ${surface}/${chat} yet.`, {
    hint: "Write a message there first, or pause everything: reeve pause",
  });
}
