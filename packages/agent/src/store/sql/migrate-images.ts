import { type Kysely, sql } from "kysely";
import type { ImageId, InboxId } from "../../kernel/ids.ts";
import type { Engine } from "./migrations.ts";
import type { Tables } from "./tables.ts";

/** Images that are in memory at once; each has up to five megabytes. */
const BATCH = 8;

/** Stores images as bytes: they were stored as base64, which takes a third more. */
export async function migrateImages(db: Kysely<Tables>, { bytesColumn }: Engine): Promise<void> {
  await sql
    .raw(`create table images_next (
      id text primary key, message text not null references inbox (id), media_type text not null,
      bytes bigint not null, content ${bytesColumn} not null)`)
    .execute(db);
  for (let last = ""; ;) {
    const { rows } = await sql<Base64Image>`
      select id, message, media_type, bytes, content from images
      where id > ${last} order by id limit ${BATCH}`.execute(db);
    for (const { id, message, media_type, bytes, content } of rows)
      await sql`
        insert into images_next (id, message, media_type, bytes, content)
        values (${id}, ${message}, ${media_type}, ${bytes}, ${Buffer.from(content, "base64")})`.execute(
        db,
      );
    last = rows.at(-1)?.id ?? "";
    if (rows.length < BATCH) break;
  }
  for (const statement of [
    `drop table images`,
    `alter table images_next rename to images`,
    `create index images_message on images (message)`,
  ])
    await sql.raw(statement).execute(db);
}

interface Base64Image {
  readonly id: ImageId;
  readonly message: InboxId;
  readonly media_type: string;
  readonly bytes: number;
  readonly content: string;
}
