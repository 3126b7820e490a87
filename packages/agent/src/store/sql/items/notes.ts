import { type Kysely, sql } from "kysely";
import type { NoteOwner, NoteStore, StoredNote } from "../../items/notes.ts";
import type { PassageStore } from "../../search/passages.ts";
import { fromJson, labelFromJson } from "../json.ts";
import { createItemPassages } from "./item-passages.ts";
import type { Tables } from "../tables.ts";

/** A note is a passage of its person's, too. */
export function createNotes(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
): NoteStore {
  const notesOf = ({ tenant, person }: NoteOwner) =>
    db
      .selectFrom("notes")
      .select([
        "id",
        "title",
        "text",
        "tags",
        "label",
        "created as createdAt",
        "updated as updatedAt",
      ])
      .where("tenant", "=", tenant)
      .where("person", "=", person);

  const own = createItemPassages(db, passages);
  const index = (owner: NoteOwner, note: StoredNote) =>
    own.put(owner, {
      id: note.id,
      text: searchedText(note),
      at: note.updatedAt,
      label: note.label,
    });

  return {
    async add(owner, note) {
      const { tenant, person } = owner;
      const added = await db
        .insertInto("notes")
        .values({ id: note.id, tenant, person, created: note.createdAt, ...toColumns(note) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added) await index(owner, note);
    },

    async byId(owner, id) {
      const row = await notesOf(owner).where("id", "=", id).executeTakeFirst();
      return row && toNote(row);
    },

    async replace(owner, note) {
      const { numUpdatedRows } = await db
        .updateTable("notes")
        .set(toColumns(note))
        .where("id", "=", note.id)
        .where("tenant", "=", owner.tenant)
        .where("person", "=", owner.person)
        .executeTakeFirst();
      if (numUpdatedRows > 0) await index(owner, note);
    },

    async remove(owner, id) {
      const { tenant, person } = owner;
      await own.remove(owner, id);
      const { numDeletedRows } = await db
        .deleteFrom("notes")
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },

    async count({ tenant, person }) {
      const { notes } = await db
        .selectFrom("notes")
        .select((row) => row.fn.countAll<number>().as("notes"))
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirstOrThrow();
      return notes;
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

function searchedText({ title = "", text, tags }: StoredNote): string {
  const parts = [title, text, tags.map((tag) => `#${tag}`).join(" ")];
  return parts.filter((part) => part !== "").join("\n");
}

function toColumns({ title, text, tags, label, updatedAt }: StoredNote) {
  return {
    title: title ?? null,
    text,
    tags: JSON.stringify(tags),
    search: [title ?? "", text, ...tags].join("\n").toLowerCase(),
    label: label ? JSON.stringify(label) : null,
    updated: updatedAt,
  };
}

/** `%` and `_` would match anything. */
function escapeLike(word: string): string {
  return word.replaceAll(/[%_\\]/g, "\\$&");
}

function toNote({
  label,
  ...row
}: {
  id: string;
  title: string | null;
  text: string;
  tags: string;
  label: string | null;
  createdAt: number;
  updatedAt: number;
}): StoredNote {
  const note = {
    ...row,
    title: row.title ?? undefined,
    tags: fromJson<readonly string[]>(row.tags),
  };
  return label === null ? note : { ...note, label: labelFromJson(label) };
}
