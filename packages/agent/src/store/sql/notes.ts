import type { Note } from "@reeve/sdk";
import { type Kysely, sql } from "kysely";
import type { NoteOwner, NoteStore } from "../notes.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";

export function createNotes(db: Kysely<Tables>): NoteStore {
  const notesOf = ({ tenant, person }: NoteOwner) =>
    db
      .selectFrom("notes")
      .select(["id", "title", "text", "tags", "created as createdAt", "updated as updatedAt"])
      .where("tenant", "=", tenant)
      .where("person", "=", person);

  return {
    async add({ tenant, person }, note) {
      await db
        .insertInto("notes")
        .values({ id: note.id, tenant, person, created: note.createdAt, ...toColumns(note) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async byId(owner, id) {
      const row = await notesOf(owner).where("id", "=", id).executeTakeFirst();
      return row && toNote(row);
    },

    async replace({ tenant, person }, note) {
      await db
        .updateTable("notes")
        .set(toColumns(note))
        .where("id", "=", note.id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },

    async remove({ tenant, person }, id) {
      const { numDeletedRows } = await db
        .deleteFrom("notes")
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },

    async list(owner, limit) {
      const rows = await notesOf(owner)
        .orderBy("created", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(toNote);
    },

    async withWords(owner, words) {
      if (words.length === 0) return [];
      const rows = await notesOf(owner)
        .where((row) =>
          row.or(
            words.map(
              (word) =>
                sql<boolean>`search like ${`%${escapeLike(word.toLowerCase())}%`} escape '\\'`,
            ),
          ),
        )
        .orderBy("created", "desc")
        .execute();
      return rows.map(toNote);
    },
  };
}

function toColumns({ title, text, tags, updatedAt }: Note) {
  return {
    title: title ?? null,
    text,
    tags: JSON.stringify(tags),
    search: [title ?? "", text, ...tags].join("\n").toLowerCase(),
    updated: updatedAt,
  };
}

/** `%` and `_` would match anything. */
function escapeLike(word: string): string {
  return word.replaceAll(/[%_\\]/g, "\\$&");
}

function toNote(row: {
  id: string;
  title: string | null;
  text: string;
  tags: string;
  createdAt: number;
  updatedAt: number;
}): Note {
  return { ...row, title: row.title ?? undefined, tags: fromJson(row.tags) };
}
