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
          return { undone: change ? describeChange(change) : "nothing: no change is left" };
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
  return { id, at, kind, ref, what: describeChange(change), undoneAt };
}

/** One line for people: what was changed. */
export function describeChange(change: MemoryChange): string {
  switch (change.kind) {
    case "fact-added":
      return `learnt: ${change.after}`;
    case "fact-superseded": {
      const old = change.before.map(({ text }) => text).join(" ");
      return `learnt: ${change.after} (before: ${old})`;
    }
    case "fact-edited":
      return `fact changed: ${change.before.text} → ${change.after}`;
    case "fact-confirmed":
      return `fact confirmed: ${change.after}`;
    case "profile-edited":
      return `profile written by hand: ${change.after.fixed}`;
    case "entry-added":
      return `written into ${change.ref}: ${change.after.text}`;
    case "entry-confirmed":
      return `entry confirmed: ${change.after.text}`;
    case "note-created":
      return `note created: ${nameOf(change.after)}`;
    case "note-changed":
      return `note changed: ${nameOf(change.after)}`;
    case "note-deleted":
      return `note deleted: ${nameOf(change.before)}`;
    case "task-created":
      return `task added: ${change.after.title}`;
    case "task-changed": {
      const { before, after } = change;
      if (before.status === after.status) return `task changed: ${after.title}`;
      return `task ${after.status === "done" ? "done" : "opened again"}: ${after.title}`;
    }
    case "task-deleted":
      return `task deleted: ${change.before.title}`;
    case "reading-saved":
      return `saved to read: ${change.after.title}`;
    case "reading-changed":
      return `read: ${change.after.title}`;
    case "reminder-created":
      return `reminder set: ${change.after.text}`;
    case "reminder-changed":
      return `reminder ${change.after.state === "cancelled" ? "cancelled" : "moved"}: ${change.after.text}`;
    case "journal-added":
      return `journal: ${change.after.action}, ${change.after.reasoning}`;
    case "journal-changed":
      return `journal entry ${change.ref} changed: ${change.after.action}, ${change.after.outcome}`;
    case "file-written":
      return change.before === null ? `file created: ${change.ref}` : `file changed: ${change.ref}`;
    case "file-renamed":
      return `file renamed: ${change.before.from} → ${change.ref}`;
    case "file-removed":
      return `file deleted: ${change.ref}`;
  }
}

function nameOf({ title, text }: { readonly title: string | undefined; readonly text: string }) {
  return title ?? text;
}
