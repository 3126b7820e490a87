import type { Kernel } from "../../store/kernel.ts";
import { preferences, type PreferencesView } from "@reeve/operations/people/preferences";
import { Fault } from "@reeve/sdk";
import { preferencesOf } from "../../domains/preferences.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Store } from "../../store/store.ts";
import { setPreferences } from "./set-preferences.ts";

export interface PreferencesDeps extends Kernel {
  /** The time zone of people who have not set one. */
  readonly timeZone: string;
}

export function createPreferences(deps: PreferencesDeps): Implementation {
  const { store, clock, newId, timeZone } = deps;
  return implement(
    preferences,
    {
      show: (_input, call) => show(call, deps),
      async update({ chat: externalId, ...change }, call) {
        const here = await ownChat(`${call.channel}/${call.externalId}`, call, store);
        const named = externalId === "here" ? (here ?? noChat("here")) : externalId;
        const chat = typeof named === "string" ? await chatOf(named, call, store) : named;
        await setPreferences(
          call.person,
          { ...change, ...(chat === undefined ? {} : { chat: chat && chat.id }) },
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
  const chat = known.chat && (await store.read.chats.byId(known.chat));
  return {
    timeZone: known.timeZone,
    quiet: known.quiet ? `${known.quiet.from}-${known.quiet.to}` : null,
    chat: chat ? `${chat.channel}/${chat.externalId}` : null,
    briefing: known.briefing ?? null,
    language: known.language ?? null,
  };
}

async function chatOf(name: string, caller: Caller, store: Store): Promise<Chat> {
  return (await ownChat(name, caller, store)) ?? noChat(name);
}

async function ownChat(
  name: string,
  { person: { tenant, id } }: Caller,
  { read }: Store,
): Promise<Chat | undefined> {
  const slash = name.indexOf("/");
  const [channel, externalId] = [name.slice(0, slash), name.slice(slash + 1)];
  const chat = await read.chats.byKey({ tenant, uid: id, channel, externalId });
  return chat?.kind === "direct" ? chat : undefined;
}

function noChat(name: string): never {
  throw new Fault("missing", `You have no direct chat ${name} with this agent.`, {
    hint: "Use <channel>/<chat>, such as cli/main. List chats: reeve sessions",
  });
}
