import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Kysely, sql as rawSql } from "kysely";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { createRepositories } from "../sql/repositories.ts";
import type { Tables } from "../sql/tables.ts";
import type { Repositories } from "../store.ts";
import { type Connection, createConnection } from "./connection.ts";
import { sqliteDialect } from "./dialect.ts";
import { openDatabase } from "./open-database.ts";
import { openSqlite } from "./open.ts";
import { passageEngine } from "./open.ts";

const ann = { tenant: "home", person: toId<"person">("ann") };

/** Returns the engine's query plans for the reads of `ask`. */
async function plansOf(
  ask: (repositories: Repositories, db: Kysely<Tables>) => Promise<unknown>,
): Promise<readonly string[]> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-plans-"));
  const file = path.join(home, "reeve.db");
  await (await openSqlite(file, { synchronous: "normal" }))[Symbol.asyncDispose]();
  const database = openDatabase(file);
  const statements: { sql: string; values: (string | number)[] }[] = [];
  const connection = createConnection(database);
  const watched: Connection = {
    ...connection,
    execute({ sql, parameters }) {
      const values = parameters.filter((one) => typeof one === "string" || typeof one === "number");
      statements.push({ sql, values });
      return connection.execute({ sql, parameters });
    },
  };
  const db = new Kysely<Tables>({ dialect: sqliteDialect(watched) });
  await ask(
    createRepositories(db, {
      canSkipLocked: false,
      indexesLater: true,
      passages: passageEngine,
      audience: { hasSubscribers: true },
    }),
    db,
  );
  const plans = statements.flatMap(({ sql, values }) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail)),
  );
  await db.destroy();
  database.close();
  await rm(home, { recursive: true });
  return plans;
}

test("requests of days are read by their numbers, and no others", async () => {
  const days = { tenant: "home", from: "2026-02-01", to: "2026-02-28" };
  const range = "SEARCH usage USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
  for (const ask of [
    ({ usage }) => usage.list(days, { after: 7, limit: 20 }),
    ({ usage }) => usage.list({ ...days, person: ann.person }, { after: 7, limit: 20 }),
    ({ usage }) => usage.spentBy("main", 1_800_000_000_000),
    ({ usage }) => usage.tokensFor("learn", 1_800_000_000_000),
    ({ usage }) => usage.summary(days, "tool"),
  ] satisfies ((repositories: Repositories) => Promise<unknown>)[])
    expect((await plansOf(ask)).filter((line) => / usage /.test(line))).toEqual([range]);
});

test("waiting chats are found by when they are due, and leased ones are not among them", async () => {
  const next = "SEARCH other USING INDEX chats_waiting";
  const claim = { owner: "w", now: 1, leaseUntil: 2 };
  expect(await plansOf(({ chats }) => chats.nextDue())).toContain(next);
  const plan = await plansOf(({ chats }) => chats.claim(claim));
  expect(plan).toContain("SEARCH chats USING INDEX chats_waiting (next_at<?)");
  expect(plan).toContain(next);
  // An index of all waiting chats would do for them, too.
  const all = await plansOf((_, db) =>
    db.selectFrom("chats").select("id").where("pending", ">", rawSql.lit(0)).execute(),
  );
  expect(all).toEqual(["SCAN chats"]);
});

test("a message is found by its id, and by that of its platform in each chat", async () => {
  expect(await plansOf(({ inbox }) => inbox.find("m1"))).toEqual([
    "MULTI-INDEX OR",
    "INDEX 1",
    "SEARCH inbox USING INDEX sqlite_autoindex_inbox_1 (id=?)",
    "INDEX 2",
    "USING INDEX sqlite_autoindex_chats_1 FOR IN-OPERATOR",
    "SEARCH inbox USING INDEX inbox_message (chat=? AND message_id=?)",
    "USE TEMP B-TREE FOR ORDER BY",
  ]);
});

test("old requests are read by their numbers", async () => {
  const plans = await plansOf(({ retention }) => retention.oldRows("usage", 1_800_000_000_000, 9));
  expect(plans[0]).toBe("SEARCH usage USING INTEGER PRIMARY KEY (rowid<?)");
});

test("the newest open tasks are read off an index, and no others", async () => {
  expect(await plansOf(({ tasks }) => tasks.list(ann, { status: "todo", limit: 20 }))).toEqual([
    "SEARCH tasks USING INDEX tasks_due (tenant=? AND person=? AND status=?)",
  ]);
});

test("all tasks are read off the indexes of open and of done ones", async () => {
  expect(await plansOf(({ tasks }) => tasks.list(ann, { limit: 20 }))).toEqual([
    "SEARCH tasks USING INDEX tasks_due (tenant=? AND person=? AND status=?)",
    "SEARCH tasks USING INDEX tasks_done (tenant=? AND person=? AND status=?)",
  ]);
});

test("what is to be read is read off an index, with a status and without", async () => {
  const unread = { status: "unread", limit: 20 } as const;
  expect(await plansOf(({ readingList: readings }) => readings.list(ann, unread))).toEqual([
    "SEARCH readings USING INDEX readings_status (tenant=? AND person=? AND status=?)",
  ]);
  expect(await plansOf(({ readingList: readings }) => readings.list(ann, { limit: 20 }))).toEqual([
    "SEARCH readings USING INDEX readings_person (tenant=? AND person=?)",
  ]);
});

test("pending reminders are read off an index by when they come", async () => {
  const pending = {
    tenant: ann.tenant,
    maker: ann.person,
    kinds: ["reminder", "watch"],
    states: ["active"],
    limit: 20,
  } as const;
  const [due, ...others] = await plansOf(({ jobs }) => jobs.list(pending));
  expect(due).toBe("SEARCH jobs USING INDEX jobs_maker (maker=? AND state=? AND next_at>?)");
  expect(others).toContain(
    "SEARCH jobs USING INDEX jobs_maker (maker=? AND state=? AND next_at=?)",
  );
});

test("what a person has is found without reading what others have", async () => {
  const { tenant, person } = ann;
  expect(await plansOf(({ people }) => people.identitiesOf(person))).toContain(
    "SEARCH identities USING INDEX identities_person (person=?)",
  );
  const [direct] = await plansOf(({ chats }) => chats.directWith({ tenant, person }));
  expect(direct).toMatch(/^SEARCH chats USING INDEX \S+ \(tenant=\? AND uid=\?\)$/);
  const [open] = await plansOf(({ inbox }) => inbox.openInGroups(person, "bot"));
  expect(open).toBe("SEARCH inbox USING INDEX inbox_open (chat=?)");
});

test("open questions of a chat are read off an index", async () => {
  const [open] = await plansOf(({ approvals }) => approvals.pendingIn(toId("p1")));
  expect(open).toBe("SEARCH approvals USING INDEX approvals_pending (chat=?)");
});

test("rows of finished turns are found from the turn, without reading those of others", async () => {
  const plans = await plansOf(async ({ retention }) => {
    await retention.finishedTurns(1000, { after: 0, limit: 10 });
    await retention.removeFromTurn(toId("t1"), 10);
    await retention.oldEvents(toId("p1"), 1000, { after: 0, limit: 10 });
    await retention.removeEvents(toId("p1"), [1, 2]);
  });
  // The number of open sessions is the number of chats.
  const scans = plans.filter((plan) => plan.startsWith("SCAN"));
  expect(new Set(scans)).toEqual(new Set(["SCAN sessions"]));
});

test("the children of a job are found by their parent, however many jobs are active", async () => {
  expect(await plansOf(({ jobs }) => jobs.childrenOf(toId("j1")))).toEqual([
    "SEARCH job_parents USING INDEX job_parents_parent (parent=?)",
    "SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (id=?)",
    "USE TEMP B-TREE FOR ORDER BY",
  ]);
});

test("events of a turn are found from its start on, up to the next turn", async () => {
  const plans = await plansOf(({ events }) => events.ofTurn(toId("t1")));
  expect(plans.filter((plan) => plan.startsWith("SCAN"))).toEqual([]);
  expect(plans).toContain("SEARCH events USING INDEX events_turn (turn=?)");
  expect(plans).toContain(
    "SEARCH events USING INDEX sqlite_autoindex_events_1 (chat=? AND seq>? AND seq<?)",
  );
});

test("events after a number are found from their row on", async () => {
  expect(await plansOf(({ events }) => events.since(toId("p1"), 7, 9))).toEqual([
    "SEARCH events USING INDEX sqlite_autoindex_events_1 (chat=? AND seq>?)",
    "SCALAR SUBQUERY 1",
    "SEARCH earlier USING COVERING INDEX sqlite_autoindex_events_1 (chat=? AND seq<?)",
  ]);
});
