import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { type NewId, toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { Secret } from "../../platform/secret.ts";
import type { Hook } from "../../store/hooks.ts";
import type { Place, PlaceMode } from "../../store/places.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { refuseBelow } from "../caller-place.ts";
import { type ControlSection, defineMethod } from "../control.ts";
import { HOOK_NAME, HOOK_SURFACE, RESERVED_HOOKS } from "../hooks.ts";

export interface HooksSectionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSecret: () => string;
  /** With which settings a place begins. */
  readonly newPlace: { readonly mode: PlaceMode; readonly maxSteps: number };
}

const DEFAULT_TEMPLATE = "The webhook {{name}} was called with this:\n{{body}}";

const name = z
  .string()
  .regex(HOOK_NAME, "it must be lower-case letters, digits and -")
  .refine((text) => !RESERVED_HOOKS.includes(text), "a surface is called by this name")
  .describe("The end of its address: /hooks/<name>.");
const secret = z
  .string()
  .min(16)
  .max(200)
  .regex(/^\S+$/, "it must not hold spaces")
  .describe(
    "What a caller proves itself with: it signs as Standard Webhooks or GitHub do, or sends it as a bearer token. One is made where it is left out.",
  );
const shape = {
  place: z
    .object({ surface: z.string().min(1).max(100), chat: z.string().min(1).max(500) })
    .describe("The chat in which it is answered; without it, one of its own."),
  template: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .describe(
      "What the agent is told. {{body}} stands for all that was sent, {{body.pull_request.title}} for a part, {{headers.x-github-event}} for a header.",
    ),
  role: z
    .enum(["guest", "member", "admin", "owner"])
    .describe("What its turns may do at most, and never more than you may."),
  trust: z
    .enum(["member", "stranger", "web", "tool"])
    .describe("Whose word what is sent counts as: what is not trusted asks before it acts."),
  perMinute: z.int().min(1).max(6000).describe("How often it may be called in a minute."),
} as const;

/** Which programs may start turns by calling the agent, and as what. */
export function hooksSection(parts: HooksSectionParts): ControlSection {
  const { store, clock, newSecret } = parts;
  const change = <Result>(work: (tx: Repositories) => Promise<Result>): Promise<Result> =>
    store.commit("change-webhooks", work);

  return {
    name: "hooks",
    methods: {
      list: defineMethod({
        summary: "The addresses that programs may call, and what happens then.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("admin", person, "see hooks");
          const all = await store.read.hooks.list(person.tenant);
          return Promise.all(all.map((one) => describe(one, store)));
        },
      }),
      create: defineMethod({
        summary: "Let programs start turns by POST /hooks/<name>. Its secret is shown this once.",
        params: z.object({
          name,
          secret: secret.optional(),
          place: shape.place.optional(),
          template: shape.template.default(DEFAULT_TEMPLATE),
          role: shape.role.default("guest"),
          trust: shape.trust.default("stranger"),
          perMinute: shape.perMinute.default(30),
        }),
        run: async (asked, { person }) => {
          refuseBelow("owner", person, "let programs call the agent");
          const made = asked.secret ?? newSecret();
          const hook = await change(async (tx) => {
            const place = asked.place
              ? await findPlace(tx, asked.place, person)
              : await ownPlace(tx, asked.name, { ...parts, person });
            const draft: Hook = {
              tenant: person.tenant,
              name: asked.name,
              person: person.id,
              place: place.id,
              secret: new Secret(made),
              template: asked.template,
              role: asked.role,
              integrity: asked.trust,
              perMinute: asked.perMinute,
              state: "on",
              createdAt: clock.now(),
            };
            if (await tx.hooks.add(draft)) return draft;
            throw new Fault("conflict", `There is a hook ${asked.name} already.`, {
              hint: `Change it, or take another name: reeve hooks update ${asked.name}`,
            });
          });
          return { ...(await describe(hook, store)), secret: made };
        },
      }),
      update: defineMethod({
        summary: "Change a hook, turn it on or off, or give it a new secret.",
        params: z.object({
          name,
          ...z.object(shape).partial().shape,
          enabled: z.boolean().optional(),
          rotate: z.boolean().default(false).describe("Make a new secret; the old one is void."),
        }),
        run: async ({ name: known, rotate, enabled, trust, place, ...asked }, { person }) => {
          refuseBelow("owner", person, "let programs call the agent");
          const made = rotate ? newSecret() : undefined;
          const changed = await change(async (tx) => {
            const hook = await find(tx, known, person);
            const moved = place && (await findPlace(tx, place, person));
            const kept: Hook = {
              ...hook,
              ...(asked.template !== undefined && { template: asked.template }),
              ...(asked.role !== undefined && { role: asked.role }),
              ...(asked.perMinute !== undefined && { perMinute: asked.perMinute }),
              ...(trust !== undefined && { integrity: trust }),
              ...(moved && { place: moved.id }),
              ...(enabled !== undefined && { state: enabled ? "on" : "off" }),
              ...(made !== undefined && { secret: new Secret(made) }),
            };
            await tx.hooks.change(kept);
            return kept;
          });
          return {
            ...(await describe(changed, store)),
            ...(made !== undefined && { secret: made }),
          };
        },
      }),
      remove: defineMethod({
        summary: "Let nobody call it any more.",
        params: z.object({ name }),
        run: async ({ name: known }, { person }) => {
          refuseBelow("owner", person, "let programs call the agent");
          await change(async (tx) => {
            await find(tx, known, person);
            await tx.hooks.remove(person.tenant, known);
          });
          return { name: known, removed: true };
        },
      }),
    },
  };
}

async function find(tx: Repositories, known: string, { tenant }: Principal): Promise<Hook> {
  const found = await tx.hooks.byName(tenant, known);
  if (found) return found;
  throw new Fault("missing", `There is no hook ${known}.`, { hint: "List them: reeve hooks" });
}

async function findPlace(
  tx: Repositories,
  { surface, chat }: { readonly surface: string; readonly chat: string },
  { id, tenant }: Principal,
): Promise<Place> {
  const places = await tx.places.byAddress(surface, chat);
  const ours = places.filter((place) => place.tenant === tenant);
  const found = ours.find(({ uid }) => uid === id) ?? ours[0];
  if (found) return found;
  throw new Fault("missing", `Nothing was said in ${surface}/${chat} yet.`, {
    hint: "Write a message there first, or leave the place out.",
  });
}

/** A chat that nobody types in, with who made the hook. */
async function ownPlace(
  tx: Repositories,
  chat: string,
  { person, newId, newPlace }: HooksSectionParts & { readonly person: Principal },
): Promise<Place> {
  const key = { tenant: person.tenant, uid: person.id, surface: HOOK_SURFACE, chat };
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
    place: place ? `${place.surface}/${place.chat}` : hook.place,
    template: hook.template,
    role: hook.role,
    trust: hook.integrity,
    perMinute: hook.perMinute,
    state: hook.state,
    maker: maker?.name ?? hook.person,
    createdAt: hook.createdAt,
  };
}
