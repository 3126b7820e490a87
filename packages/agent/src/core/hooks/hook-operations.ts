import { fromPublicAddress } from "../../kernel/public-address.ts";
import { hooks } from "@reeve/operations/hooks";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { type NewId, toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { Secret } from "../../platform/secret.ts";
import type { Hook } from "../../store/hooks.ts";
import type { Place, PlaceMode } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import { HOOK_CHANNEL, RESERVED_HOOKS } from "../hooks.ts";

export interface HookDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSecret: () => string;
  /** Initial settings of a chat. */
  readonly newPlace: { readonly mode: PlaceMode; readonly maxSteps: number };
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
          await store.read.hooks.list(person.tenant),
          page,
          (one) => one.name,
        );
        return { items: await Promise.all(items.map((one) => describe(one, store))), next };
      },
      async create(asked, { person }) {
        const { name, secret = newSecret(), template = DEFAULT_TEMPLATE } = asked;
        const { role = "guest", trust = "stranger", perMinute = 30 } = asked;
        refuseReserved(name);
        const hook = await change(async (tx) => {
          const place = asked.place
            ? await findPlace(tx, fromPublicAddress(asked.place), person)
            : await ownPlace(tx, name, { ...deps, person });
          const draft: Hook = {
            tenant: person.tenant,
            name,
            person: person.id,
            place: place.id,
            secret: new Secret(secret),
            template,
            role,
            integrity: trust,
            perMinute,
            state: "on",
            createdAt: clock.now(),
          };
          if (await tx.hooks.add(draft)) return draft;
          throw new Fault("conflict", `There is a hook ${name} already.`, {
            hint: `Change it, or take another name: reeve incoming-webhooks update ${name}`,
          });
        });
        return { ...(await describe(hook, store)), secret };
      },
      async update({ name, rotate, enabled, trust, place, ...asked }, { person }) {
        const secret = rotate ? newSecret() : undefined;
        const changed = await change(async (tx) => {
          const hook = await find(tx, name, person);
          const moved = place && (await findPlace(tx, fromPublicAddress(place), person));
          const saved: Hook = {
            ...hook,
            ...(asked.template !== undefined && { template: asked.template }),
            ...(asked.role !== undefined && { role: asked.role }),
            ...(asked.perMinute !== undefined && { perMinute: asked.perMinute }),
            ...(trust !== undefined && { integrity: trust }),
            ...(moved && { place: moved.id }),
            ...(enabled !== undefined && { state: enabled ? "on" : "off" }),
            ...(secret !== undefined && { secret: new Secret(secret) }),
          };
          await tx.hooks.change(saved);
          return saved;
        });
        return { ...(await describe(changed, store)), secret };
      },
      remove: ({ name }, { person }) =>
        change(async (tx) => {
          await find(tx, name, person);
          await tx.hooks.remove(person.tenant, name);
        }),
    },
    newId,
  );
}

/** Channels that platforms call have these names. */
function refuseReserved(name: string): void {
  if (!RESERVED_HOOKS.includes(name)) return;
  throw new Fault("invalid", `The name ${name} is reserved for a channel.`, {
    hint: "Take another name.",
  });
}

async function find(tx: Repositories, known: string, { tenant }: Principal): Promise<Hook> {
  const found = await tx.hooks.byName(tenant, known);
  if (found) return found;
  throw new Fault("missing", `There is no hook ${known}.`, {
    hint: "List them: reeve incoming-webhooks",
  });
}

async function findPlace(
  tx: Repositories,
  { channel, chat }: { readonly channel: string; readonly chat: string },
  { id, tenant }: Principal,
): Promise<Place> {
  const places = await tx.places.byAddress(channel, chat);
  const ours = places.filter((place) => place.tenant === tenant);
  const found = ours.find(({ uid }) => uid === id) ?? ours[0];
  if (found) return found;
  throw new Fault("missing", `${channel}/${chat} has no messages yet.`, {
    hint: "Write a message there first, or leave the place out.",
  });
}

/** Returns the hook's own chat, which belongs to its maker. */
async function ownPlace(
  tx: Repositories,
  chat: string,
  { person, newId, newPlace }: HookDeps & { readonly person: Principal },
): Promise<Place> {
  const key = { tenant: person.tenant, uid: person.id, channel: HOOK_CHANNEL, chat };
  const known = await tx.places.byKey(key);
  if (known) return known;
  return tx.places.add({ ...key, id: toId(newId()), kind: "direct", ...newPlace });
}

async function describe(hook: Hook, { read }: Store) {
  const place = await read.places.byId(hook.place);
  const maker = await read.people.byId(hook.person);
  return {
    name: hook.name,
    path: `/hooks/${hook.name}`,
    place: place ? `${place.channel}/${place.chat}` : hook.place,
    template: hook.template,
    role: hook.role,
    trust: hook.integrity,
    perMinute: hook.perMinute,
    state: hook.state,
    maker: maker?.name ?? hook.person,
    createdAt: hook.createdAt,
  };
}
