import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { openSqlite } from "./open.ts";
import { migrateTo } from "./testing/migrate-to.ts";

const DAY_MS = 86_400_000;

test("what was used before there was a bill is counted by its days of UTC", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-billing-"));
  const file = path.join(folder, "reeve.db");
  await migrateTo(file, "0024_bus");
  const database = new DatabaseSync(file);
  database.exec(`
    insert into people (id, tenant, role, name) values ('ann', 'home', 'owner', 'Ann');
    insert into places (id, tenant, uid, surface, surface_id, kind, mode, pending, next_at,
        lease_until, epoch, fence, next_seq, max_steps)
      values ('p1', 'home', 'ann', 'cli', 'p1', 'direct', 'steer', 0, 0, 0, 0, 0, 1, 5);
    insert into sessions (id, place, generation, started, turns, messages, input_tokens,
        cached_tokens, output_tokens)
      values ('s1', 'p1', 1, 3, 1, 1, 0, 0, 0);
    insert into inbox (id, place, message_id, edit, kind, author, body, label, state, turn, shown,
        received)
      values ('m1', 'p1', '1', 0, 'message', 'ann', '{}', '{}', 'answered', 't1', 0, 5);
    insert into turns (id, session, place, fence, state, attempts, opened_by, role, started, ended)
      values ('t1', 's1', 'p1', 0, 'settled', 1, 'm1', 'owner', 10, 20);
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
