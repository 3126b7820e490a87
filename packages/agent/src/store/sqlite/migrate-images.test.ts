import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { openSqlite } from "./open.ts";
import { migrateTo } from "./testing/migrate-to.ts";

const IMAGES = 20;

test("images stored as base64 are stored as bytes, in several batches", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-images-"));
  const file = path.join(folder, "reeve.db");
  await migrateTo(file, "0034_work");
  const database = new DatabaseSync(file);
  database.exec(`
    insert into people (id, tenant, role, name) values ('ann', 'home', 'owner', 'Ann');
    insert into chats (id, tenant, uid, channel, external_id, kind, mode, pending, next_at,
        lease_until, epoch, fence, next_seq, max_steps)
      values ('p1', 'home', 'ann', 'cli', 'p1', 'direct', 'steer', 0, 0, 0, 0, 0, 1, 5);
    insert into inbox (id, chat, message_id, edit, kind, author, body, label, state, shown, received)
      values ('m1', 'p1', '1', 0, 'message', 'ann', '{}', '{}', 'answered', 0, 5);
  `);
  const add = database.prepare("insert into images values (?, 'm1', 'image/png', ?, ?)");
  const pictures = Array.from({ length: IMAGES }, (_, at) => Buffer.alloc(at * 1000, at));
  for (const [at, bytes] of pictures.entries())
    add.run(`i${at}`, bytes.length, bytes.toString("base64"));
  database.close();

  await using store = await openSqlite(file, { synchronous: "normal" });
  const ids = pictures.map((_, at) => toId<"image">(`i${at}`));
  const loaded = await store.read.images.load(ids);
  for (const [at, bytes] of pictures.entries())
    expect(loaded.get(toId(`i${at}`))).toEqual({
      mediaType: "image/png",
      data: bytes.toString("base64"),
    });
  using after = new DatabaseSync(file, { readOnly: true });
  const sizes = after
    .prepare("select typeof(content) as type, sum(length(content)) as bytes from images group by 1")
    .all();
  expect(sizes).toEqual([
    { type: "blob", bytes: pictures.reduce((sum, { length }) => sum + length, 0) },
  ]);
  await rm(folder, { recursive: true });
});
