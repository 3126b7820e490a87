import type { ConfiguredChannel } from "../../channels/kit/manifest.ts";
import type { IntakePolicy } from "../../core/intake/deps.ts";
import { createLocaleOf } from "../../core/locale.ts";
import { type PersonId, toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Store } from "../../store/store.ts";
import { type AgentKernel, TENANT } from "../agent-kernel.ts";
import { configureChannels } from "../channels.gen.ts";
import { linkOwnerAccounts } from "./link-owner-accounts.ts";

/** The owner, and the roles that the settings give people. */
export interface People {
  /** The person at this machine's terminal. */
  readonly owner: Principal;
  readonly roleOf: IntakePolicy["roleOf"];
  readonly accessOf: NonNullable<IntakePolicy["accessOf"]>;
}

/** Stores the owner, and links the accounts that the settings name as theirs. */
export async function openPeople(kernel: AgentKernel): Promise<People> {
  const { store, config } = kernel;
  const owner = await resolveOwner(store, config.agent.ownerName);
  const channels = configureChannels(config.channels);
  const roleOf = chooseRoles(channels, owner.id);
  const localeOf = createLocaleOf(config.agent);
  await linkOwnerAccounts(channels, { ...kernel, owner, roleOf, localeOf });
  return { owner, roleOf, accessOf: chooseAccess(channels) };
}

async function resolveOwner(store: Store, name: string): Promise<Principal> {
  const owner: Principal = { id: toId("owner"), tenant: TENANT, role: "owner", name };
  const known = await store.read.people.byId(owner.id);
  if (known?.name === name) return owner;
  await store.commit("configure-owner", async (tx) => {
    const identity = { tenant: TENANT, channel: "cli", externalId: owner.id };
    if (known) await tx.people.update(owner.id, owner);
    else await tx.people.add(owner, identity);
  });
  return owner;
}

/** Returns the roles that the settings give people. Anyone who can open the socket is the owner. */
function chooseRoles(
  channels: readonly ConfiguredChannel[],
  owner: PersonId,
): IntakePolicy["roleOf"] {
  const named = new Map(channels.map(({ name, people }) => [name, people]));
  return (channel, sender) => {
    if (channel === "cli") return sender === owner ? "owner" : "stranger";
    const people = named.get(channel);
    if (people?.owners.includes(sender)) return "owner";
    if (people?.allow.includes(sender)) return "member";
    return people?.access.direct === "open" ? "guest" : "stranger";
  };
}

function chooseAccess(channels: readonly ConfiguredChannel[]): People["accessOf"] {
  const access = new Map(channels.map(({ name, people }) => [name, people.access]));
  return (channel) => access.get(channel);
}
