import { z } from "zod";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import type { Clock } from "../kernel/clock.ts";
import { type NewId, toId } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";
import { type FactView, viewFacts } from "../memory/facts.ts";
import { undoChange } from "../memory/history.ts";
import { isTainted } from "../memory/is-tainted.ts";
import { editProfile, profileText } from "../memory/profile.ts";
import type { Folder } from "../platform/folder.ts";
import type { LearntFact } from "../store/facts.ts";
import type { MemoryChange } from "../store/memory-changes.ts";
import type { Profile } from "../store/profiles.ts";
import type { Store } from "../store/store.ts";
import { describeChange } from "./describe-change.ts";
import { findPerson } from "./find-person.ts";

export interface LearntSectionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The workspace's, in which the agent's memory files lie. */
  readonly folder: Folder;
}

const limit = z.int().min(1).max(500).default(50);
const person = z.string().min(1).optional().describe("A person's name or id.");

/** What was learnt from conversations: facts, profiles, and the history of both. */
export function learntSection(parts: LearntSectionParts): ControlSection {
  const { store } = parts;
  return {
    name: "memory",
    methods: {
      facts: defineMethod({
        summary: "Facts that are believed, newest first.",
        params: z.object({ person, search: z.string().max(500).optional(), limit }),
        run: async ({ person: of, search, limit: most }, caller) => {
          const audience = of === undefined ? undefined : (await findPerson(of, caller, store)).id;
          const facts = await factsOf(caller, parts).list({ search, audience, limit: most });
          return Promise.all(facts.map((fact) => toListed(fact, store)));
        },
      }),
      explain: defineMethod({
        summary: "Why a fact is believed: who said so and when, and what it replaced.",
        params: z.object({ id: z.string().min(1) }),
        run: ({ id }, caller) => factsOf(caller, parts).explain(id),
      }),
      confirm: defineMethod({
        summary: "Vouch for a fact, and put it in other words if need be.",
        params: z.object({
          id: z.string().min(1),
          text: z.string().trim().min(1).max(400).optional(),
        }),
        run: async ({ id, text }, caller) =>
          toListed(await factsOf(caller, parts).edit(id, { text }), store),
      }),
      profile: defineMethod({
        summary: "What is known of a person in a few sentences.",
        params: z.object({ person }),
        run: async ({ person: of }, caller) => {
          const whose = await findPerson(of, caller, store);
          const profile = await store.read.profiles.of({
            tenant: whose.tenant,
            person: whose.id,
          });
          return toShown(whose, profile);
        },
      }),
      editProfile: defineMethod({
        summary: "Say yourself what is to be known of a person; empty leaves it to the agent.",
        params: z.object({ person, text: z.string().max(5000) }),
        run: async ({ person: of, text }, caller) => {
          const whose = await findPerson(of, caller, store);
          const owner = { tenant: whose.tenant, person: whose.id };
          return toShown(whose, await editProfile(owner, text, parts));
        },
      }),
      history: defineMethod({
        summary: "What was changed in memory for you, newest first.",
        params: z.object({ limit }),
        run: async ({ limit: most }, { person: { tenant, id } }) =>
          (await store.slow.memoryChanges.list({ tenant, person: id }, most)).map(toTold),
      }),
      undo: defineMethod({
        summary: "Take your newest change of memory back, or the one of this id.",
        params: z.object({ change: z.string().min(1).optional() }),
        run: async ({ change: wanted }, { person: { tenant, id } }) => {
          const change = await undoChange({ tenant, person: id }, { id: wanted }, parts);
          return { undone: change ? describeChange(change, "en") : "nothing: no change is left" };
        },
      }),
    },
  };
}

function factsOf({ person: { tenant, id, role } }: Caller, parts: LearntSectionParts): FactView {
  return viewFacts({ tenant, person: id, role }, parts);
}

async function toListed(fact: LearntFact, { read }: Store) {
  const { id, kind, tier, text, saidAt, integrity, audience, confirmedBy } = fact;
  const owner = await read.people.byId(toId(audience));
  return {
    id,
    kind,
    tier,
    text,
    saidAt,
    integrity,
    audience,
    of: owner?.name ?? audience,
    isConfirmed: confirmedBy !== null,
    isTainted: isTainted(fact, owner?.role ?? "stranger"),
  };
}

function toShown({ id, name }: Principal, profile: Profile | undefined) {
  return {
    person: id,
    name,
    text: profileText(profile),
    fixed: profile?.fixed ?? "",
    updatedAt: profile?.updatedAt ?? null,
    facts: profile?.evidence.length ?? 0,
  };
}

function toTold(change: MemoryChange) {
  const { id, at, kind, ref, undoneAt } = change;
  return { id, at, kind, ref, what: describeChange(change, "en"), undoneAt };
}
