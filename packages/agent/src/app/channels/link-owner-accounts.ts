import type { Kernel } from "../../store/kernel.ts";
import {
  configLinkId,
  configuredIdentity,
  type NamedIdentity,
} from "../../core/accounts/config-link.ts";
import type { IntakePolicy } from "../../core/intake/deps.ts";
import type { Events } from "../../core/events/events.ts";
import type { LocaleOf } from "../../core/locale.ts";
import {
  UNLINKED,
  type UnlinkResult,
  unlinkAccounts,
} from "../../core/accounts/unlink-accounts.ts";
import { toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Log } from "../../platform/log.ts";
import type { AccountLink } from "../../store/people/account-links.ts";
import type { Repositories } from "../../store/store.ts";
import type { ConfiguredChannel } from "../../channels/kit/manifest.ts";
import { findFormerOwners, demoteOwner } from "./demote-owners.ts";

export interface LinkOwnerAccountsDeps extends Kernel {
  /** The one at the terminal. */
  readonly owner: Principal;
  /** Roles that the settings give people. */
  readonly roleOf: IntakePolicy["roleOf"];
  readonly localeOf: LocaleOf;
  /** Told what to look through where somebody is not the owner any more. */
  readonly log: Pick<Log, "warn">;
  /** Told what ends in chats that are somebody else's from here on. */
  readonly events?: Pick<Events, "publish"> | undefined;
}

/**
 * Has whom a channel's settings name as its only owner be the one at the terminal, and ends that
 * for whom they named before: they are who they were, with what the settings say that they are.
 * So are all others who were an owner by settings that have changed.
 * In one commit, and in none where nothing changed. Call it before anybody is listened to.
 */
export async function linkOwnerAccounts(
  channels: readonly Pick<ConfiguredChannel, "name" | "people">[],
  deps: LinkOwnerAccountsDeps,
): Promise<void> {
  const { store, owner, clock, newId, events, log } = deps;
  const named = channels.flatMap(({ name, people }) => onlyOwner(name, people.owners));
  const links = await store.read.accountLinks.list(owner.tenant);
  const over = links.filter(({ id, undoneAt }) => undoneAt === null && isOver(id, named));
  const known = await Promise.all(
    named.map((one) => store.read.people.byIdentity({ ...one, tenant: owner.tenant })),
  );
  const isNamed = known.every((one) => one?.id === owner.id);
  const former = await findFormerOwners(store.read, deps);
  if (over.length === 0 && isNamed && former.length === 0) return;

  const undone: (UnlinkResult | undefined)[] = [];
  await store.commit("change-people", async (tx) => {
    // The newest first, as they are listed: each finds what it moved where it moved it to.
    for (const link of over) undone.push(await separate(tx, link, deps));
    for (const identity of named) await join(tx, identity, deps);
    await tx.people.settleRole(owner.id, "owner");
    const now = clock.now();
    for (const one of await findFormerOwners(tx, deps)) await demoteOwner(tx, one, { now, newId });
  });
  for (const { ended, parted } of undone.filter((one) => one !== undefined)) {
    for (const { chat, facts } of ended) events?.publish(chat, facts);
    log.warn(UNLINKED, { ...parted });
  }
}

/** Two are two people, and nobody says which of them sits at the terminal. */
function onlyOwner(channel: string, owners: readonly string[]): readonly NamedIdentity[] {
  const [externalId, ...others] = new Set(owners);
  return externalId === undefined || others.length > 0 ? [] : [{ channel, externalId }];
}

/** Whether a setting made this link that says something else by now. */
function isOver(link: string, named: readonly NamedIdentity[]): boolean {
  const by = configuredIdentity(link);
  return by !== undefined && !named.some((one) => isSame(one, by));
}

function isSame(one: NamedIdentity, other: NamedIdentity): boolean {
  return one.channel === other.channel && one.externalId === other.externalId;
}

/** Makes the owner of somebody who is not, yet. */
async function join(
  tx: Repositories,
  identity: NamedIdentity,
  { owner, newId, clock }: LinkOwnerAccountsDeps,
): Promise<void> {
  const { id: person, tenant } = owner;
  const known = await tx.people.byIdentity({ ...identity, tenant });
  if (known?.id === person) return;
  const joined = known?.id ?? toId<"person">(newId());
  if (!known) {
    // Nobody else has this name: people are asked for by theirs.
    const added: Principal = { id: joined, tenant, role: "stranger", name: identity.externalId };
    await tx.people.add(added, { ...identity, tenant });
  }
  const id = configLinkId(identity, newId);
  await tx.accountLinks.join({ id, tenant, person, joined, at: clock.now() });
}

/** Whoever was the owner by a link is themselves again, and what the settings say. */
async function separate(
  tx: Repositories,
  { id, joined }: AccountLink,
  { owner, roleOf, clock, newId, localeOf }: LinkOwnerAccountsDeps,
): Promise<UnlinkResult | undefined> {
  const { tenant } = owner;
  const undone = await unlinkAccounts(tx, { tenant, id }, { now: clock.now(), newId, localeOf });
  const person = await tx.people.byId(joined);
  const by = configuredIdentity(id);
  // A person who was one of several owners stays the owner if the settings still name them.
  if (person && by && person.role !== "owner")
    await tx.people.updateFromChannel(person, {
      name: person.name,
      role: roleOf(by.channel, by.externalId),
    });
  return undone;
}
