import type { Kernel } from "../../store/kernel.ts";
import { toPublicAddress } from "../../kernel/public-address.ts";
import type { Identity } from "../../store/people/people.ts";
import { people } from "@reeve/operations/people/people";
import { Fault } from "@reeve/sdk";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { PersonId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../store/store.ts";
import type { Events } from "../events/events.ts";
import type { LocaleOf } from "../locale.ts";
import type { RunningTurns } from "../running-turns.ts";
import { unlinkAccounts, UNLINKED } from "./unlink-accounts.ts";
import { configuredIdentity, removalHint } from "./config-link.ts";
import { decidePairing } from "./decide-pairing.ts";
import { CODE_MS, codeDigest, linkPerson, mintCode } from "./link-person.ts";
import type { AccountLink } from "../../store/people/account-links.ts";

export interface PeopleDeps extends Kernel {
  readonly events: Pick<Events, "publish">;
  readonly running: Pick<RunningTurns, "abort">;
  /** Wakes delivery when something waits in the outbox. */
  readonly outboxWakeup: Pick<Wakeup, "notify">;
  /** Wakes turns when a message is answered after all. */
  readonly wakeup: Pick<Wakeup, "notify">;
  /** Says whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** Finds the language and time zone of a chat. */
  readonly localeOf: LocaleOf;
  /** Receives what to review after a link was undone. */
  readonly log: Pick<Log, "warn">;
  /** The person at the terminal, whose role never changes. */
  readonly owner?: PersonId | undefined;
}

export function peopleOperations(deps: PeopleDeps): Implementation {
  const { store, clock, newId, owner } = deps;
  return implement(
    people,
    {
      async list(page, { person }) {
        const all = await store.slow.people.list(person.tenant);
        const known = all.filter(({ identities }) => identities.length > 0);
        const shown = known.map((one) => ({ ...one, identities: one.identities.map(toIdentity) }));
        return cutPage(shown, page, ({ id }) => id);
      },
      show: ({ id }, call) => show(id, call, store),
      async setRole({ id, role }, call) {
        const known = await find(id, call, store);
        if (known.id === owner || known.id === call.person.id)
          throw new Fault("denied", `${known.name} is the owner. This role cannot be changed.`);
        await store.commit("change-people", (tx) => tx.people.settleRole(known.id, role));
        return { person: known.id, name: known.name, role };
      },
      async createCode(_input, { person }) {
        const code = mintCode(newId);
        const createdAt = clock.now();
        const expiresAt = createdAt + CODE_MS;
        await store.commit("change-people", (tx) =>
          tx.accountLinks.addCode({
            digest: codeDigest(code),
            tenant: person.tenant,
            person: person.id,
            createdAt,
            expiresAt,
          }),
        );
        return { code, expiresAt };
      },
      async link({ code }, { person: by }) {
        const now = clock.now();
        const linked = await store.commit("change-people", (tx) =>
          linkPerson(tx, { by, code }, { ...deps, now }),
        );
        if (linked.type === "refused") throw new Fault("denied", `Not linked: ${linked.reason}.`);
        if (linked.type === "asked")
          throw new Fault("denied", "Only the owner can link an account to the owner.", {
            hint: "Send /link and a new code from the account. The owner is then asked in their own chats.",
          });
        return { person: linked.person.id, name: linked.person.name };
      },
      async pairings(page, { person }) {
        const open = await store.slow.pairings.open(person.tenant, clock.now());
        const askers = await Promise.all(open.map((one) => store.slow.people.byId(one.person)));
        const named = open.map((one, at) => ({
          ...one,
          surface: one.channel,
          name: askers[at]?.name ?? one.externalId,
        }));
        return cutPage(named, page, ({ code }) => code);
      },
      async pair(asked, { person: by }) {
        const decided = await store.commit("change-people", (tx) =>
          decidePairing(tx, { ...asked, by }, { ...deps, now: clock.now() }),
        );
        for (const { chat, facts } of decided.told) deps.events.publish(chat, facts);
        deps.outboxWakeup.notify();
        // What they wrote before is answered now.
        deps.wakeup.notify();
        const { id, name, role } = decided.person;
        return { person: id, name, role };
      },
      unlink: ({ id }, { person: { tenant } }) => unlink(id, tenant, deps),
    },
    newId,
  );
}

async function unlink(link: string, tenant: string, deps: PeopleDeps): Promise<void> {
  const { store, clock } = deps;
  refuseOfConfig(link);
  const undone = await store.commit("change-people", async (tx) => {
    requireLatestLink(link, await tx.accountLinks.list(tenant));
    return unlinkAccounts(tx, { tenant, id: link }, { ...deps, now: clock.now() });
  });
  if (!undone)
    throw new Fault("missing", `Account link not found: ${link}`, {
      hint: "To find a link's id, run: reeve people show <person>",
    });
  for (const { chat, facts } of undone.ended) {
    deps.events.publish(chat, facts);
    deps.running.abort(chat.id);
  }
  deps.log.warn(UNLINKED, { link, ...undone.parted });
}

/** Refuses to undo a link that the config names: the next start would make it again. */
function refuseOfConfig(link: string): void {
  const named = configuredIdentity(link);
  if (!named) return;
  const { channel, externalId } = named;
  throw new Fault("denied", `The config file lists ${externalId} on ${channel} as the owner.`, {
    hint: removalHint(named),
  });
}

function toIdentity({ channel, externalId }: Pick<Identity, "channel" | "externalId">) {
  return { surface: channel, externalId };
}

async function show(text: string, caller: Caller, store: Store) {
  const { id, name, role, tenant } = await find(text, caller, store);
  const chats = await store.slow.chats.list();
  const links = await store.slow.accountLinks.list(tenant);
  return {
    id,
    name,
    role,
    identities: (await store.slow.people.identitiesOf(id)).map(toIdentity),
    places: chats
      .filter((chat) => chat.tenant === tenant && chat.uid === id)
      .map((chat) => ({ ...chat, ...toPublicAddress(chat) })),
    links: links.filter(({ person, joined }) => person === id || joined === id),
  };
}

async function find(text: string, { person }: Caller, { read }: Store): Promise<Principal> {
  const [found, ...others] = await read.people.named(person.tenant, text);
  if (!found)
    throw new Fault("missing", `No person named ${text}.`, {
      hint: "List known people: reeve people",
    });
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(", ");
  throw new Fault("invalid", `More than one person is named ${text}.`, {
    hint: `Use an id: ${ids}`,
  });
}

/**
 * Throws `conflict` where what a link moved may have been moved on: a newer one holds one of its
 * two people, and has to be undone first. `links`: all of the tenant, the newest first.
 */
function requireLatestLink(id: string, links: readonly AccountLink[]): void {
  const at = links.findIndex((link) => link.id === id);
  const link = links[at];
  if (!link || link.undoneAt !== null) return;
  const newer = links.slice(0, at).find((one) => one.undoneAt === null && isLinkCurrent(one, link));
  if (!newer) return;
  const named = configuredIdentity(newer.id);
  throw new Fault("conflict", `Link ${id} cannot be undone before the newer link ${newer.id}.`, {
    hint: named ? removalHint(named) : `Undo the newer link first: reeve people unlink ${newer.id}`,
  });
}

/** Others that somebody was joined with, too, stay as they are. */
function isLinkCurrent(newer: AccountLink, { person, joined }: AccountLink): boolean {
  return newer.joined === person || newer.joined === joined || newer.person === joined;
}
