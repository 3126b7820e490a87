import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { addTurn } from "../testing/rows.ts";
import { OF_CHATS } from "../sql/migrations.ts";
import { openSqlite } from "./open.ts";

const DAY_MS = 86_400_000;

test("what was used before there was a bill is counted by its days of UTC", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-billing-"));
  const file = path.join(folder, "reeve.db");
  const before = await openSqlite(file, { synchronous: "normal" });
  await addTurn(before);
  await before[Symbol.asyncDispose]();
  const database = new DatabaseSync(file);
  database.exec(
    OF_CHATS.map((table) => `alter table ${table} rename column chat to place;`).join(""),
  );
  database.exec(`
    alter table chats rename to places;
    alter table places rename column channel to surface;
    alter table places rename column external_id to surface_id;
    alter table identities rename column channel to surface;
    drop table model_waits; alter table messages drop column notice; drop table usage; drop table usage_days; drop table model_prices;
    alter table steps drop column sizes;
    create table usage (
      "order" integer primary key autoincrement, turn text not null references turns (id),
      step bigint not null, place text not null references places (id), model text not null,
      input_tokens bigint not null, cached_tokens bigint not null,
      cache_write_tokens bigint not null, output_tokens bigint not null,
      reasoning_tokens bigint not null, cost_nano bigint, at bigint not null,
      purpose text not null default 'think');
    create index usage_turn on usage (turn);
    create index usage_at on usage (at);
    drop table attachments; alter table messages drop column integrity;
    drop table channel_state; drop table pairings; alter table outbox drop column reason;
    alter table outbox drop column held_since; drop table work; drop index outbox_dead;
    alter table outbox drop column outages; alter table outbox drop column created;
    alter table deliveries drop column outages;
    drop index identities_person; drop index approvals_pending;
    alter table places drop column language; alter table preferences drop column language;
    delete from kysely_migration where name >= '0025';
  `);
  const add = database.prepare(`
    insert into usage (turn, step, place, model, input_tokens, cached_tokens, cache_write_tokens,
      output_tokens, reasoning_tokens, cost_nano, at, purpose)
    values ('t1', 0, 'p1', 'a/1', 10, 1, 2, 3, 4, ?, ?, 'think')`);
  add.run(5, 20_000 * DAY_MS - 1);
  add.run(6, 20_000 * DAY_MS);
  add.run(null, 20_001 * DAY_MS - 1);
  database.close();

  const store = await openSqlite(file, { synchronous: "normal" });
  const query = {
    tenant: "home",
    person: toId<"person">("ann"),
    from: "2000-01-01",
    to: "2100-01-01",
  };
  const days = await store.slow.usage.summary(query, "day");
  expect(
    days.map(({ key, calls, unpriced, costNano }) => [key, calls, unpriced, costNano]),
  ).toEqual([
    ["2024-10-03", 1, 0, 5n],
    ["2024-10-04", 2, 1, 6n],
  ]);
  const listed = await store.slow.usage.list(query, { after: 0, limit: 10 });
  expect(listed.map(({ day, costNano, where }) => [day, costNano, where])).toEqual([
    ["2024-10-03", 5n, "cli/p1"],
    ["2024-10-04", 6n, "cli/p1"],
    ["2024-10-04", null, "cli/p1"],
  ]);
  expect(await store.read.usage.ofTurn(toId("t1"))).toHaveLength(3);
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
