import type { Note } from "@reeve/operations/memory/notes";
import { Fault } from "@reeve/sdk";
import type { Notes } from "../notes.ts";

/** A person's notes in memory; `now` counts up with each change. */
export function fakeNotes(): Notes {
  const byId = new Map<string, Note>();
  let now = 0;
  const newestFirst = () => [...byId.values()].toSorted((a, b) => b.createdAt - a.createdAt);

  return {
    async create({ id, text, title, tags = [] }) {
      const there = byId.get(id);
      if (there) return there;
      now += 1;
      const note = { id, title, text, tags, createdAt: now, updatedAt: now };
      byId.set(id, note);
      return note;
    },
    async update(id, { text, title, tags }) {
      const there = byId.get(id);
      if (!there) throw noNote(id);
      now += 1;
      const note = {
        ...there,
        text: text ?? there.text,
        title: title ?? there.title,
        tags: tags ?? there.tags,
        updatedAt: now,
      };
      byId.set(id, note);
      return note;
    },
    async remove(id) {
      if (!byId.delete(id)) throw noNote(id);
    },
    async list({ limit, tag }) {
      const wanted = newestFirst().filter((note) => tag === undefined || note.tags.includes(tag));
      return wanted.slice(0, limit);
    },
    async count() {
      return byId.size;
    },
    async search(query, { limit }) {
      const words = query.toLowerCase().split(/\s+/);
      const holds = ({ text }: Note) => words.some((word) => text.toLowerCase().includes(word));
      return newestFirst().filter(holds).slice(0, limit);
    },
  };
}

function noNote(id: string): Fault {
  return new Fault("missing", `Note not found: ${id}`, { hint: "List the notes." });
}
