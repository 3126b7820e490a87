import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { toId } from "../../kernel/ids.ts";
import { PLACE_MODES, type Place } from "../../store/places.ts";
import type { Store } from "../../store/store.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import type { RunningTurns } from "../running-turns.ts";
import { beginSession } from "./open-turn.ts";
import type { TurnParts } from "./parts.ts";
import { stopPlace } from "./stop.ts";
import { tellLife } from "./tell-life.ts";

type SectionParts = Pick<TurnParts, "store" | "clock" | "newId" | "ended"> & {
  readonly running: RunningTurns;
};

/** Stopping turns, and explaining what became of a message. */
export function turnsSection(parts: SectionParts): ControlSection {
  return {
    name: "turns",
    methods: {
      stop: defineMethod({
        summary: "Stop what runs in this chat, or in the one that is named.",
        params: z.object({ place: z.object({ surface: z.string(), chat: z.string() }).optional() }),
        run: ({ place }, caller) => stopPlace(place ?? caller, parts),
      }),
      why: defineMethod({
        summary: "The life of a message, by its id, its turn's incident, or the newest one.",
        params: z.object({ message: z.string().default("") }),
        run: ({ message }) => tellLife(message, parts.store),
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
        params: z.object({ limit: z.number().int().min(1).max(500).default(20) }),
        run: ({ limit }) => listSessions(store, limit),
      }),
      new: defineMethod({
        summary: "Begin a new session in this chat.",
        params: z.object({}),
        run: async (_params, caller) => {
          const place = await placeOf(store, caller);
          if (!place) return { session: null };
          const session = await store.commit("new-session", async (tx) => {
            const now = clock.now();
            const { sessionId } = (await tx.places.byId(place.id)) ?? place;
            await tx.inbox.forgetShown(place.id);
            if (sessionId) await tx.sessions.end(sessionId, { endedAt: now, reason: "new" });
            return beginSession({ tx, place, now }, parts);
          });
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
          const place = await placeOf(store, caller);
          if (!place)
            throw new Fault("missing", "Nothing was said in this chat yet.", {
              hint: "Write a message first.",
            });
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

async function placeOf(store: Store, { surface, chat }: Caller): Promise<Place | undefined> {
  return (await store.read.places.byAddress(surface, chat))[0];
}

async function listSessions(store: Store, limit: number) {
  const sessions = await store.slow.sessions.list(limit);
  const places = new Map((await store.slow.places.list()).map((place) => [place.id, place]));
  return sessions.map((session) => {
    const place = places.get(toId(session.place));
    return { ...session, surface: place?.surface, chat: place?.chat };
  });
}
