import { type Kysely, type Selectable, sql } from "kysely";
import type { PassageStore } from "../../search/passages.ts";
import type { PersonKey } from "../../people/people.ts";
import type { ReadingListStore, StoredReadingItem } from "../../items/reading-list.ts";
import { fromJson, labelFromJson } from "../json.ts";
import { createItemPassages } from "./item-passages.ts";
import type { Tables } from "../tables.ts";

/** Creates the reading list. Its items can be searched like notes. */
export function createReadingList(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
): ReadingListStore {
  const own = createItemPassages(db, passages);
  const index = (owner: PersonKey, reading: StoredReadingItem) =>
    own.put(owner, {
      id: reading.id,
      text: searchedText(reading),
      at: reading.createdAt,
      label: reading.label,
    });
  const readingsOf = ({ tenant, person }: PersonKey) =>
    db.selectFrom("readings").selectAll().where("tenant", "=", tenant).where("person", "=", person);

  return {
    async add(owner, reading) {
      const { tenant, person } = owner;
      const { id, createdAt: created } = reading;
      const added = await db
        .insertInto("readings")
        .values({ id, tenant, person, created, ...toColumns(reading) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added) await index(owner, reading);
    },

    async byId(owner, id) {
      const row = await readingsOf(owner).where("id", "=", id).executeTakeFirst();
      return row && toReadingItem(row);
    },

    async replace(owner, reading) {
      const { numUpdatedRows } = await db
        .updateTable("readings")
        .set(toColumns(reading))
        .where("id", "=", reading.id)
        .where("tenant", "=", owner.tenant)
        .where("person", "=", owner.person)
        .executeTakeFirst();
      if (numUpdatedRows > 0) await index(owner, reading);
    },

    async remove(owner, id) {
      await own.remove(owner, id);
      const { numDeletedRows } = await db
        .deleteFrom("readings")
        .where("id", "=", id)
        .where("tenant", "=", owner.tenant)
        .where("person", "=", owner.person)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },

    async list(owner, { status, tag, limit }) {
      let query = readingsOf(owner);
      if (status) query = query.where("status", "=", status);
      if (tag !== undefined)
        query = query.where(
          sql<boolean>`tag_line like ${`%\n${escapeLike(foldTag(tag))}\n%`} escape '\\'`,
        );
      const rows = await query
        .orderBy("created", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toReadingItem);
    },
  };
}

function toColumns({ title, summary, url, text, tags, status, doneAt, label }: StoredReadingItem) {
  return {
    url,
    title,
    summary,
    text,
    tags: JSON.stringify(tags),
    tag_line: `\n${tags.map(foldTag).join("\n")}\n`,
    status,
    done: doneAt,
    label: label ? JSON.stringify(label) : null,
  };
}

function toReadingItem({ label, ...row }: Selectable<Tables["readings"]>): StoredReadingItem {
  const { id, url, title, summary, text, status } = row;
  const reading = {
    id,
    url,
    title,
    summary,
    text,
    tags: fromJson<readonly string[]>(row.tags),
    status,
    createdAt: row.created,
    doneAt: row.done,
  };
  return label === null ? reading : { ...reading, label: labelFromJson(label) };
}

function searchedText({ title, url, summary, text, tags }: StoredReadingItem): string {
  const tagged = tags.length === 0 ? null : tags.map((tag) => `#${tag}`).join(" ");
  return [`To read: ${title}`, url, text, summary, tagged]
    .filter((part) => part !== null)
    .join("\n");
}

function foldTag(tag: string): string {
  return tag.replaceAll(/\s+/g, " ").toLowerCase();
}

/** `%` and `_` would match anything. */
function escapeLike(word: string): string {
  return word.replaceAll(/[%_\\]/g, "\\$&");
}
