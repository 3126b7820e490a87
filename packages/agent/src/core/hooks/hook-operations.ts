import type { Kernel } from "../../store/kernel.ts";
import { fromPublicAddress } from "../../kernel/public-address.ts";
import { hooks } from "@reeve/operations/agent/hooks";
import { Fault } from "@reeve/sdk";
import { toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { Secret } from "../../platform/secret.ts";
import type { IncomingWebhook } from "../../store/webhooks/incoming-webhooks.ts";
import type { Chat, MessageMode } from "../../store/messages/chats.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import { WEBHOOK_CHANNEL } from "../incoming-webhooks.ts";

export interface HookDeps extends Kernel {
  readonly newSecret: () => string;
  /** Initial settings of a chat. */
  readonly newChat: { readonly mode: MessageMode; readonly maxSteps: number };
  /** Names that platforms call: no webhook may have one of them. Default: none. */
  readonly reservedNames?: readonly string[] | undefined;
}

const DEFAULT_TEMPLATE = "The webhook {{name}} was called with this:\n{{body}}";

/** Incoming webhooks: which programs may start turns, and with which rights. */
export function hookOperations(deps: HookDeps): Implementation {
  const { store, clock, newSecret, newId } = deps;
  const change = <Result>(work: (tx: Repositories) => Promise<Result>): Promise<Result> =>
    store.commit("change-webhooks", work);

  return implement(
    hooks,
    {
      async list(page, { person }) {
        const { items, next } = cutPage(
          await store.read.incomingWebhooks.list(person.tenant),
          page,
          (one) => one.name,
        );
        return { items: await Promise.all(items.map((one) => describe(one, store))), next };
      },
      async create(asked, { person }) {
        const { name, secret = newSecret(), template = DEFAULT_TEMPLATE } = asked;
        const { role = "guest", trust = "stranger", perMinute = 30 } = asked;
        refuseReserved(name, deps);
        const hook = await change(async (tx) => {
          const chat = asked.place
            ? await findChat(tx, fromPublicAddress(asked.place), person)
            : await ownChat(tx, name, { ...deps, person });
          const draft: IncomingWebhook = {
            tenant: person.tenant,
            name,
            person: person.id,
            chat: chat.id,
            secret: new Secret(secret),
            template,
            role,
            integrity: trust,
            perMinute,
            state: "on",
            createdAt: clock.now(),
          };
          if (await tx.incomingWebhooks.add(draft)) return draft;
          throw new Fault("conflict", `An incoming webhook named ${name} already exists.`, {
            hint: `Choose another name, or change this one: reeve incoming-webhooks update ${name}`,
          });
        });
        return { ...(await describe(hook, store)), secret };
      },
      async update({ name, rotate, enabled, trust, place: chat, ...asked }, { person }) {
        const secret = rotate ? newSecret() : undefined;
        const changed = await change(async (tx) => {
          const hook = await find(tx, name, person);
          const moved = chat && (await findChat(tx, fromPublicAddress(chat), person));
          const saved: IncomingWebhook = {
            ...hook,
            ...(asked.template !== undefined && { template: asked.template }),
            ...(asked.role !== undefined && { role: asked.role }),
            ...(asked.perMinute !== undefined && { perMinute: asked.perMinute }),
            ...(trust !== undefined && { integrity: trust }),
            ...(moved && { chat: moved.id }),
            ...(enabled !== undefined && { state: enabled ? "on" : "off" }),
            ...(secret !== undefined && { secret: new Secret(secret) }),
          };
          await tx.incomingWebhooks.change(saved);
          return saved;
        });
        return { ...(await describe(changed, store)), secret };
      },
      remove: ({ name }, { person }) =>
        change(async (tx) => {
          await find(tx, name, person);
          await tx.incomingWebhooks.remove(person.tenant, name);
        }),
    },
    newId,
  );
}

function refuseReserved(name: string, { reservedNames = [] }: HookDeps): void {
  if (!reservedNames.includes(name)) return;
  throw new Fault("invalid", `The name ${name} is reserved for a channel.`, {
    hint: "Choose another name.",
  });
}

async function find(
  tx: Repositories,
  known: string,
  { tenant }: Principal,
): Promise<IncomingWebhook> {
  const found = await tx.incomingWebhooks.byName(tenant, known);
  if (found) return found;
  throw new Fault("missing", `Incoming webhook not found: ${known}`, {
    hint: "List incoming webhooks: reeve incoming-webhooks",
  });
}

async function findChat(
  tx: Repositories,
  { channel, externalId }: { readonly channel: string; readonly externalId: string },
  { id, tenant }: Principal,
): Promise<Chat> {
  const chats = await tx.chats.byAddress(channel, externalId);
  const ours = chats.filter((chat) => chat.tenant === tenant);
  const found = ours.find(({ uid }) => uid === id) ?? ours[0];
  if (found) return found;
  throw new Fault("missing", `${channel}/${externalId} has no messages yet.`, {
    hint: "Write a message there first, or omit the chat.",
  });
}

/** Returns the hook's own chat, which belongs to its maker. */
async function ownChat(
  tx: Repositories,
  externalId: string,
  { person, newId, newChat }: HookDeps & { readonly person: Principal },
): Promise<Chat> {
  const key = { tenant: person.tenant, uid: person.id, channel: WEBHOOK_CHANNEL, externalId };
  const known = await tx.chats.byKey(key);
  if (known) return known;
  return tx.chats.add({ ...key, id: toId(newId()), kind: "direct", ...newChat });
}

async function describe(hook: IncomingWebhook, { read }: Store) {
  const chat = await read.chats.byId(hook.chat);
  const maker = await read.people.byId(hook.person);
  return {
    name: hook.name,
    path: `/hooks/${hook.name}`,
    place: chat ? `${chat.channel}/${chat.externalId}` : hook.chat,
    template: hook.template,
    role: hook.role,
    trust: hook.integrity,
    perMinute: hook.perMinute,
    state: hook.state,
    maker: maker?.name ?? hook.person,
    createdAt: hook.createdAt,
  };
}
