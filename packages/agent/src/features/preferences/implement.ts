import { preferences, type PreferencesView } from "@reeve/operations/preferences";
import { Fault } from "@reeve/sdk";
import { preferencesOf } from "../../domains/preferences.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { Place } from "../../store/places.ts";
import type { Store } from "../../store/store.ts";
import { setPreferences } from "./set-preferences.ts";

export interface PreferencesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The time zone of people who have not set one. */
  readonly timeZone: string;
}

export function createPreferences(deps: PreferencesDeps): Implementation {
  const { store, clock, newId, timeZone } = deps;
  return implement(
    preferences,
    {
      show: (_input, call) => show(call, deps),
      async update({ chat, ...change }, call) {
        const here = await ownChat(`${call.channel}/${call.chat}`, call, store);
        const named = chat === "here" ? (here ?? noChat("here")) : chat;
        const place = typeof named === "string" ? await chatOf(named, call, store) : named;
        await setPreferences(
          call.person,
          { ...change, ...(place === undefined ? {} : { place: place && place.id }) },
          { store, now: () => clock.now(), timeZone, here: here?.id },
        );
        return show(call, deps);
      },
    },
    newId,
  );
}

async function show(
  { person: { tenant, id } }: Caller,
  { store, timeZone }: Pick<PreferencesDeps, "store" | "timeZone">,
): Promise<PreferencesView> {
  const known = await preferencesOf({ tenant, person: id }, { store, timeZone });
  const place = known.place && (await store.read.places.byId(known.place));
  return {
    timeZone: known.timeZone,
    quiet: known.quiet ? `${known.quiet.from}-${known.quiet.to}` : null,
    chat: place ? `${place.channel}/${place.chat}` : null,
    briefing: known.briefing ?? null,
    language: known.language ?? null,
  };
}

async function chatOf(name: string, caller: Caller, store: Store): Promise<Place> {
  return (await ownChat(name, caller, store)) ?? noChat(name);
}

async function ownChat(
  name: string,
  { person: { tenant, id } }: Caller,
  { read }: Store,
): Promise<Place | undefined> {
  const slash = name.indexOf("/");
  const [channel, chat] = [name.slice(0, slash), name.slice(slash + 1)];
  const place = await read.places.byKey({ tenant, uid: id, channel, chat });
  return place?.kind === "direct" ? place : undefined;
}

function noChat(name: string): never {
  throw new Fault("missing", `You have no direct chat ${name} with this agent.`, {
    hint: "Write it as surface/chat, such as cli/main; `reeve sessions` shows them.",
  });
}
