import { Fault, type Note, type Notes } from "@reeve/sdk";
import type { Clock } from "../kernel/clock.ts";
import type { NoteOwner } from "../store/notes.ts";
import type { Store } from "../store/store.ts";
import { rankNotes, wordsOf } from "./assistant/rank-notes.ts";

/** The notes of one person, over the store. */
export function createNotes(store: Store, owner: NoteOwner, clock: Clock): Notes {
  return {
    async create({ id, text, title, tags = [] }) {
      const now = clock.now();
      const note: Note = { id, title, text, tags, createdAt: now, updatedAt: now };
      return store.commit("note", async (tx) => {
        await tx.notes.add(owner, note);
        return (await tx.notes.byId(owner, id)) ?? missing(id);
      });
    },

    async update(id, { text, title, tags }) {
      return store.commit("note", async (tx) => {
        const note = (await tx.notes.byId(owner, id)) ?? missing(id);
        const changed: Note = {
          ...note,
          text: text ?? note.text,
          title: title ?? note.title,
          tags: tags ?? note.tags,
          updatedAt: clock.now(),
        };
        await tx.notes.replace(owner, changed);
        return changed;
      });
    },

    async remove(id) {
      const wasThere = await store.commit("note", (tx) => tx.notes.remove(owner, id));
      if (!wasThere) missing(id);
    },

    async list({ limit, tag }) {
      const notes = await store.slow.notes.list(owner, tag === undefined ? limit : MAX_SCANNED);
      if (tag === undefined) return notes;
      return notes.filter(({ tags }) => tags.includes(tag)).slice(0, limit);
    },

    async search(query, { limit }) {
      const notes = await store.slow.notes.withWords(owner, wordsOf(query));
      return rankNotes(notes, query).slice(0, limit);
    },
  };
}

const MAX_SCANNED = 10_000;

function missing(id: string): never {
  throw new Fault("missing", `There is no note ${id}.`, {
    hint: "Find its id with note_list or note_search.",
  });
}
