import type { Note } from "@reeve/operations/memory/notes";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { type CallLabels, joinLabels, type Label } from "../../kernel/label.ts";
import type { NoteOwner, StoredNote } from "../../store/items/notes.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { noteChange, type NoteVersions } from "./note-change.ts";
import { rankNotes, wordsOf } from "./rank-notes.ts";
import type { Notes } from "./notes.ts";

export interface NotesDeps extends Clock {
  /** Labels of the call that reads or writes. Default: notes get their person's own label. */
  readonly labels?: CallLabels | undefined;
  /** Finds notes of the owner by meaning, too. Default: search by keyword only. */
  readonly find?: ((query: string, limit: number) => Promise<readonly FoundNote[]>) | undefined;
}

export interface FoundNote {
  readonly id: string;
  /** Cosine similarity to the query, at most 1; undefined if unknown. */
  readonly similarity: number | undefined;
}

/** Creates the notes service of one person, over the store. */
export function createNotes(store: Store, owner: NoteOwner, deps: NotesDeps): Notes {
  const taint = deps.labels?.taint;
  const show = ({ label, ...note }: StoredNote): Note => {
    if (label) deps.labels?.mark(label);
    deps.labels?.mark({ integrity: "owner", audience: `person:${owner.person}` });
    return note;
  };

  return {
    async create({ id, text, title, tags = [] }) {
      const now = deps.now();
      const said = { id, title, text, tags, createdAt: now, updatedAt: now };
      const note: StoredNote = { ...said, ...(taint && isTold(taint) && { label: taint }) };
      return store.commit("note", async (tx) => {
        const there = await tx.notes.byId(owner, id);
        if (there) return show(there);
        await tx.notes.add(owner, note);
        const added = (await tx.notes.byId(owner, id)) ?? missing(id);
        await recordChange(tx, owner, { before: null, after: added, at: now });
        return show(added);
      });
    },

    async update(id, { text, title, tags }) {
      return store.commit("note", async (tx) => {
        const note = (await tx.notes.byId(owner, id)) ?? missing(id);
        const labels = [note.label, taint].filter((label) => label !== undefined);
        const label = joinLabels(labels);
        const changed: StoredNote = {
          ...note,
          ...(isTold(label) && { label }),
          text: text ?? note.text,
          title: title ?? note.title,
          tags: tags ?? note.tags,
          updatedAt: deps.now(),
        };
        await tx.notes.replace(owner, changed);
        await recordChange(tx, owner, { before: note, after: changed, at: changed.updatedAt });
        return show(changed);
      });
    },

    async remove(id) {
      await store.commit("note", async (tx) => {
        const before = (await tx.notes.byId(owner, id)) ?? missing(id);
        await tx.notes.remove(owner, id);
        await recordChange(tx, owner, { before, after: null, at: deps.now() });
      });
    },

    async list({ limit, tag }) {
      const notes = await store.slow.notes.list(owner, tag === undefined ? limit : MAX_SCANNED);
      if (tag === undefined) return notes.map(show);
      return notes
        .filter(({ tags }) => tags.includes(tag))
        .slice(0, limit)
        .map(show);
    },

    count: () => store.read.notes.count(owner),

    async search(query, { limit }) {
      const holding = await store.slow.notes.withWords(owner, wordsOf(query));
      const named = rankNotes(holding, query);
      const found = (await deps.find?.(query, limit)) ?? [];
      const isMeant = ({ id, similarity = 0 }: FoundNote) =>
        similarity >= MIN_SIMILARITY || named.some((note) => note.id === id);
      const meant = await Promise.all(
        found.filter(isMeant).map(({ id }) => store.slow.notes.byId(owner, id)),
      );
      const notes = [...meant.filter((note) => note !== undefined), ...named];
      const known = [...new Map(notes.map((note) => [note.id, note])).values()];
      return known.slice(0, limit).map(show);
    },
  };
}

/** Returns whether a label must be stored: text with the owner's integrity needs none. */
function isTold({ integrity }: Label): boolean {
  return integrity !== "owner";
}

/** Restricts notes in chats with other members: notes can be added but not read. */
export function writeOnlyNotes(notes: Notes): Notes {
  return {
    create: (draft) => notes.create(draft),
    update: refuse,
    remove: refuse,
    list: refuse,
    count: refuse,
    search: refuse,
  };
}

async function refuse(): Promise<never> {
  throw new Fault("denied", "Notes belong to one person, and other people can read this chat.", {
    hint: "Offer to show notes in a direct chat.",
  });
}

const MAX_SCANNED = 10_000;
/** Minimum similarity; below it a note is about something else. */
const MIN_SIMILARITY = 0.3;

/** Records a change to a note, so that it can be undone. */
async function recordChange(
  tx: Repositories,
  owner: NoteOwner,
  versions: NoteVersions,
): Promise<void> {
  const change = noteChange(owner, versions);
  if (change) await tx.memoryChanges.add(change);
}

function missing(id: string): never {
  throw new Fault("missing", `Note not found: ${id}`, {
    hint: "Find the note's id with note_list or note_search.",
  });
}
