import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId, PersonId } from "../../kernel/ids.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../store/store.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";
import type { Events } from "../events.ts";
import type { LocaleOf } from "../locale.ts";
import type { RunningTurns } from "../running-turns.ts";
import { PARTED, undoLink } from "../undo-link.ts";
import { namedByConfig, takeOutOf } from "./config-link.ts";
import { decidePairing, PAIRING_ANSWERS } from "./decide-pairing.ts";
import { CODE_MS, codeDigest, linkPerson, mintCode } from "./link-person.ts";
import { refuseHeld } from "./refuse-held.ts";

export interface PeopleParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly events: Pick<Events, "publish">;
  readonly running: Pick<RunningTurns, "abort">;
  /** Rung when something waits in the outbox. */
  readonly outbox: Pick<Bell, "ring">;
  /** Whether replies to a surface leave through the outbox. */
  readonly isPush: (surface: string) => boolean;
  /** How people are spoken to in a place. */
  readonly localeOf: LocaleOf;
  /** Told what to look through where a link is undone. */
  readonly log: Pick<Log, "warn">;
  /** The one at the terminal, who stays the owner whatever happens. */
  readonly owner?: PersonId | undefined;
}

/** Owners are made by linking only. */
const GIVEN_ROLES = ["admin", "member", "guest", "stranger"] as const;

/** Who the agent knows, and under which names. */
export function peopleSection(parts: PeopleParts): ControlSection {
  const { store, clock, newId, owner } = parts;
  return {
    name: "people",
    methods: {
      list: defineMethod({
        summary: "Everybody, with their role and their names on surfaces.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseOthers(person);
          const people = await store.slow.people.list(person.tenant);
          return people.filter(({ identities }) => identities.length > 0);
        },
      }),
      show: defineMethod({
        summary: "One person: role, names on surfaces, chats, links.",
        params: z.object({ person: z.string() }),
        run: ({ person }, caller) => show(person, caller, store),
      }),
      role: defineMethod({
        summary: "Make somebody an admin, a member, a guest or a stranger.",
        params: z.object({ person: z.string(), role: z.enum(GIVEN_ROLES) }),
        run: async ({ person, role }, caller) => {
          const known = await find(person, caller, store);
          if (caller.person.role !== "owner")
            throw new Fault("denied", "Only the owner says who somebody is.");
          if (known.id === owner || known.id === caller.person.id)
            throw new Fault("denied", `${known.name} is the owner and stays it.`);
          await store.commit("change-people", (tx) => tx.people.settleRole(known.id, role));
          return { person: known.id, name: known.name, role };
        },
      }),
      pairings: defineMethod({
        summary: "Who asks to be let in, with the code that each was shown.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseOthers(person);
          const open = await store.slow.pairings.open(person.tenant, clock.now());
          const people = await Promise.all(open.map((one) => store.slow.people.byId(one.person)));
          return open.map(({ code, surface, externalId, expiresAt }, index) => ({
            code,
            name: people[index]?.name ?? externalId,
            surface,
            externalId,
            expiresAt,
          }));
        },
      }),
      pair: defineMethod({
        summary: "Let somebody in by the code that they were shown, or refuse them.",
        params: z.object({ code: z.string().max(40), answer: z.enum(PAIRING_ANSWERS) }),
        run: async (asked, { person: by }) => {
          const decided = await store.commit("change-people", (tx) =>
            decidePairing(tx, { ...asked, by }, { ...parts, now: clock.now() }),
          );
          for (const { place, facts } of decided.told) parts.events.publish(place, facts);
          parts.outbox.ring();
          const { id, name, role } = decided.person;
          return { person: id, name, role };
        },
      }),
      code: defineMethod({
        summary: "A code with which you say on another surface that you are the same person.",
        params: z.object({}),
        run: async (_params, { person }) => {
          const code = mintCode(newId);
          const createdAt = clock.now();
          const expiresAt = createdAt + CODE_MS;
          await store.commit("change-people", (tx) =>
            tx.links.addCode({
              digest: codeDigest(code),
              tenant: person.tenant,
              person: person.id,
              createdAt,
              expiresAt,
            }),
          );
          return { code, expiresAt };
        },
      }),
      link: defineMethod({
        summary: "Say a code that you were given on another surface: you are the same person.",
        params: z.object({ code: z.string() }),
        run: async ({ code }, { person: by }) => {
          const now = clock.now();
          const linked = await store.commit("change-people", (tx) =>
            linkPerson(tx, { by, code }, { ...parts, now }),
          );
          if (linked.type === "refused") throw new Fault("denied", `Not linked: ${linked.reason}.`);
          return { person: linked.person.id, name: linked.person.name };
        },
      }),
      unlink: defineMethod({
        summary:
          "Undo a link: what was moved then is moved back, and what is under way there ends.",
        params: z.object({ link: z.string() }),
        run: async ({ link }, { person }) => {
          if (person.role !== "owner") throw new Fault("denied", "Only the owner undoes a link.");
          refuseOfConfig(link);
          const { tenant } = person;
          const undone = await store.commit("change-people", async (tx) => {
            refuseHeld(link, await tx.links.list(tenant));
            return undoLink(tx, { tenant, id: link }, { ...parts, now: clock.now() });
          });
          if (!undone)
            throw new Fault("missing", `There is no link ${link} to undo.`, {
              hint: "Take its id from `reeve people show <person>`.",
            });
          for (const { place, facts } of undone.ended) {
            parts.events.publish(place, facts);
            parts.running.abort(place.id);
          }
          parts.log.warn(PARTED, { link, ...undone.parted });
          return { unlinked: link };
        },
      }),
    },
  };
}

function refuseOthers({ role }: Principal): void {
  if (!isAtLeast(role, "admin"))
    throw new Fault("denied", "Only the owner and admins may see who the agent knows.");
}

/** The next start would make it again. */
function refuseOfConfig(link: string): void {
  const named = namedByConfig(link);
  if (!named) return;
  const { surface, externalId } = named;
  throw new Fault("denied", `The settings say that ${externalId} on ${surface} is the owner.`, {
    hint: takeOutOf(named),
  });
}

async function show(text: string, caller: Caller, store: Store) {
  const { id, tenant } = await find(text, caller, store);
  const people = await store.slow.people.list(tenant);
  const places = await store.slow.places.list();
  const links = await store.slow.links.list(tenant);
  const ofPerson = places.filter((place) => place.tenant === tenant && place.uid === id);
  return {
    ...people.find((person) => person.id === id),
    places: ofPerson.map(({ surface, chat, kind }) => ({ surface, chat, kind })),
    links: links.filter(({ person, joined }) => person === id || joined === id),
  };
}

async function find(text: string, { person: asker }: Caller, { read }: Store): Promise<Principal> {
  refuseOthers(asker);
  const [found, ...others] = await read.people.named(asker.tenant, text);
  if (!found)
    throw new Fault("missing", `Nobody is called ${text}.`, {
      hint: "List them with `reeve people`.",
    });
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(", ");
  throw new Fault("invalid", `Several people are called ${text}.`, { hint: `Use an id: ${ids}` });
}
