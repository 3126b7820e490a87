import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import { setPreferences } from "../domains/assistant/set-preferences.ts";
import { preferencesOf } from "../domains/preferences.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Place } from "../store/places.ts";
import type { Store } from "../store/store.ts";

export interface PreferencesParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Of people who named none. */
  readonly timeZone: string;
}

/** How each person wants to be told what they did not ask for just now. */
export function preferencesSection(parts: PreferencesParts): ControlSection {
  const { store, clock, timeZone } = parts;
  const show = async ({ person: { tenant, id } }: Caller) => {
    const known = await preferencesOf({ tenant, person: id }, parts);
    const place = known.place && (await store.read.places.byId(known.place));
    return {
      timeZone: known.timeZone,
      quiet: known.quiet ? `${known.quiet.from}-${known.quiet.to}` : null,
      chat: place ? `${place.surface}/${place.chat}` : null,
      briefing: known.briefing ?? null,
      language: known.language ?? null,
    };
  };
  return {
    name: "preferences",
    methods: {
      get: defineMethod({
        summary:
          "Your time zone, language, quiet hours, chat for what nobody asked for, and briefing.",
        params: z.object({}),
        run: (_params, caller) => show(caller),
      }),
      set: defineMethod({
        summary: "Change your preferences; what is left out stays, null leaves it to the config.",
        params: z.object({
          timeZone: text.nullish().describe("Such as Europe/Lisbon."),
          quiet: text.nullish().describe("Quiet hours, such as 22:00-07:00."),
          chat: text.nullish().describe("A direct chat, as surface/chat, or `here`."),
          language: text
            .nullish()
            .describe(
              "Of what the agent says by itself, such as de; null: what your program tells.",
            ),
          briefing: text.nullish().describe("When the morning briefing comes, such as 07:30."),
        }),
        run: async ({ chat, ...change }, caller) => {
          const here = await ownChat(`${caller.surface}/${caller.chat}`, caller, store);
          const named = chat === "here" ? (here ?? noChat("here")) : chat;
          const place = typeof named === "string" ? await chatOf(named, caller, store) : named;
          await setPreferences(
            caller.person,
            { ...change, ...(place === undefined ? {} : { place: place && place.id }) },
            { store, now: () => clock.now(), timeZone, here: here?.id },
          );
          return show(caller);
        },
      }),
    },
  };
}

const text = z.string().trim().min(1).max(100);

async function chatOf(name: string, caller: Caller, store: Store): Promise<Place> {
  return (await ownChat(name, caller, store)) ?? noChat(name);
}

async function ownChat(
  name: string,
  { person: { tenant, id } }: Caller,
  { read }: Store,
): Promise<Place | undefined> {
  const slash = name.indexOf("/");
  const [surface, chat] = [name.slice(0, slash), name.slice(slash + 1)];
  const place = await read.places.byKey({ tenant, uid: id, surface, chat });
  return place?.kind === "direct" ? place : undefined;
}

function noChat(name: string): never {
  throw new Fault("missing", `You have no direct chat ${name} with this agent.`, {
    hint: "Write it as surface/chat, such as cli/main; `reeve sessions` shows them.",
  });
}
