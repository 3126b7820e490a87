import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import { PLACE_MODES } from "../../store/places.ts";
import type { SessionMark } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { callerPlace, mayRead, refuseBelow, refuseToChange } from "../caller-place.ts";
import { type ControlSection, defineMethod } from "../control.ts";
import { beginAnew } from "./begin-anew.ts";
import type { TurnParts } from "./parts.ts";
import { type StopParts, stopPlace } from "./stop.ts";
import { tellLife, tellTurn } from "./tell-life.ts";

type SectionParts = Pick<TurnParts, "store" | "clock" | "newId" | "ended"> & StopParts;

/** Stopping turns, and explaining what became of a message. */
export function turnsSection(parts: SectionParts): ControlSection {
  return {
    name: "turns",
    methods: {
      stop: defineMethod({
        summary: "Stop what runs in this chat, or in the one that is named.",
        params: z.object({ place: z.object({ surface: z.string(), chat: z.string() }).optional() }),
        run: async ({ place }, caller) => {
          if (place) refuseBelow("admin", caller.person, "stop what runs in another chat");
          return stopPlace({ ...caller, ...place }, parts);
        },
      }),
      why: defineMethod({
        summary: "The life of a message, by its id, its turn's incident, or the newest one.",
        params: z.object({ message: z.string().default("") }),
        run: async ({ message }, { person }) => {
          const life = await tellLife(message, parts.store);
          if (life.message.author !== person.id)
            refuseBelow("admin", person, "see what became of the messages of others");
          return life;
        },
      }),
      show: defineMethod({
        summary: "One turn, by its id: its messages, thoughts, calls and what it used.",
        params: z.object({ turn: z.string() }),
        run: async ({ turn: id }, { person }) => {
          const told = await tellTurn(toId(id), parts.store);
          if (told && mayRead(told.place, person)) return told;
          throw new Fault("missing", `There is no turn ${id} of yours.`, {
            hint: "Take its id from a message that it answered.",
          });
        },
      }),
    },
  };
}

/** Conversations and their generations. */
export function sessionsSection(parts: SectionParts): ControlSection {
  const { store, clock } = parts;
  return {
    name: "sessions",
    methods: {
      list: defineMethod({
        summary: "Sessions, newest first.",
        params: z.object({
          limit: z.number().int().min(1).max(500).default(20),
          before: z
            .object({ startedAt: z.int(), generation: z.int(), id: z.string() })
            .optional()
            .describe("The last session of the page before."),
        }),
        run: ({ limit, before }, { person }) => {
          refuseBelow("admin", person, "see all conversations");
          const mark = before && { ...before, id: toId<"session">(before.id) };
          return listSessions(store, { limit, before: mark, tenant: person.tenant });
        },
      }),
      show: defineMethod({
        summary: "One session, by its id.",
        params: z.object({ session: z.string() }),
        run: async ({ session: id }, { person }) => {
          const session = await store.slow.sessions.byId(toId(id));
          const place = session && (await store.read.places.byId(session.place));
          if (!session || !mayRead(place, person))
            throw new Fault("missing", `There is no session ${id} of yours.`, {
              hint: "The owner and admins list all of them: reeve sessions",
            });
          return { ...session, surface: place.surface, chat: place.chat };
        },
      }),
      new: defineMethod({
        summary: "Begin a new session in this chat.",
        params: z.object({}),
        run: async (_params, caller) => {
          const place = await callerPlace(caller, store);
          if (!place) return { session: null };
          refuseToChange(place, caller.person);
          const session = await store.commit("new-session", (tx) =>
            beginAnew({ tx, place, now: clock.now() }, parts),
          );
          parts.ended.ring();
          return { session };
        },
      }),
    },
  };
}

/** Settings of single chats. */
export function placesSection({ store }: SectionParts): ControlSection {
  return {
    name: "places",
    methods: {
      set: defineMethod({
        summary: "Change how this chat is answered; without a change, show it.",
        params: z.object({
          mode: z.enum(PLACE_MODES).optional(),
          maxSteps: z.number().int().min(1).max(50).optional(),
        }),
        run: async ({ mode, maxSteps }, caller) => {
          const place = await callerPlace(caller, store);
          if (!place)
            throw new Fault("missing", "Nothing was said in this chat yet.", {
              hint: "Write a message first.",
            });
          if (mode || maxSteps) refuseToChange(place, caller.person);
          if (mode || maxSteps)
            await store.commit("configure-place", (tx) =>
              tx.places.configure(place.id, {
                ...(mode && { mode }),
                ...(maxSteps && { maxSteps }),
              }),
            );
          return { mode: mode ?? place.mode, maxSteps: maxSteps ?? place.maxSteps };
        },
      }),
    },
  };
}

async function listSessions(
  store: Store,
  {
    limit,
    ...among
  }: {
    readonly limit: number;
    readonly tenant: string;
    readonly before: SessionMark | undefined;
  },
) {
  const sessions = await store.slow.sessions.list(limit, among);
  const places = new Map((await store.slow.places.list()).map((place) => [place.id, place]));
  return sessions.flatMap((session) => {
    const place = places.get(toId(session.place));
    if (!place) return [];
    return [{ ...session, surface: place.surface, chat: place.chat }];
  });
}
