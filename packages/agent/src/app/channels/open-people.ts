import { TELEGRAM_BOT } from "../../channels/telegram-bot/config.ts";
import { WHATSAPP } from "../../channels/whatsapp/config.ts";
import type { AccessPolicy, ChannelAccess } from "../../core/channel-access.ts";
import type { IntakePolicy } from "../../core/intake/deps.ts";
import { createLocaleOf } from "../../core/locale.ts";
import { type PersonId, toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Store } from "../../store/store.ts";
import { type AgentKernel, TENANT } from "../agent-kernel.ts";
import type { Config } from "../config-schema.ts";
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
  const roleOf = chooseRoles(config.channels, owner.id);
  const localeOf = createLocaleOf(config.agent);
  await linkOwnerAccounts(config.channels, { ...kernel, owner, roleOf, localeOf });
  return { owner, roleOf, accessOf: chooseAccess(config.channels) };
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

/** People that a channel's settings name, by their ids on that channel. */
interface Named {
  readonly owners: readonly string[];
  readonly allow: readonly string[];
  readonly direct: AccessPolicy;
}

/** Returns the roles that the settings give people. Anyone who can open the socket is the owner. */
function chooseRoles(
  { telegramBot, whatsapp }: Config["channels"],
  owner: PersonId,
): IntakePolicy["roleOf"] {
  const named = new Map<string, Named>([
    [TELEGRAM_BOT, telegramBot],
    [WHATSAPP, whatsapp],
  ]);
  return (channel, sender) => {
    if (channel === "cli") return sender === owner ? "owner" : "stranger";
    const people = named.get(channel);
    if (people?.owners.includes(sender)) return "owner";
    if (people?.allow.includes(sender)) return "member";
    return people?.direct === "open" ? "guest" : "stranger";
  };
}

function chooseAccess({ telegramBot, whatsapp }: Config["channels"]): People["accessOf"] {
  const access = new Map<string, ChannelAccess>([
    [TELEGRAM_BOT, { direct: telegramBot.direct, groups: telegramBot.groups.policy }],
    [WHATSAPP, { direct: whatsapp.direct, groups: "disabled" }],
  ]);
  return (channel) => access.get(channel);
}
