import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatEvent } from "../../src/kernel/chat-event.ts";
import { toId } from "../../src/kernel/ids.ts";
import { openPostgres, SCHEMA } from "../../src/store/postgres/open.ts";
import type { Tables } from "../../src/store/sql/tables.ts";
import { earlierRows } from "../../src/store/testing/earlier/earlier-rows.ts";
import { migrateDatabaseTo } from "../../src/store/testing/earlier/migrate-to.ts";
import { expectedOf, readEarlier } from "../../src/store/testing/earlier/read-earlier.ts";
import type { Store } from "../../src/store/store.ts";
import { addPeople, addChat, addTurn, newMessage, newChat } from "../../src/store/testing/rows.ts";
import { storeSuite } from "../../src/store/testing/suite.ts";
import { type Postgres, startPostgres } from "./start-postgres.ts";

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

storeSuite("a PostgreSQL database", async () => {
  const database = await server.createDatabase();
  const store = await openPostgres(database.url);
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
});

test.each(["0001_spine", "0016_labels", "0024_bus", "0030_parting", "0034_work", "0048_indexes"])(
  "a PostgreSQL database of schema %s is read by this version",
  async (schema) => {
    await using database = await server.createDatabase();
    const pool = new Pool({ connectionString: database.url });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    await migrateDatabaseTo(db, SCHEMA, schema);
    await db.destroy();
    await query(database.url, await earlierRows(schema, "'\\x010203'"));

    await using store = await openPostgres(database.url);

    expect(await readEarlier(store)).toEqual(expectedOf(schema));
  },
);

describe("several processes on one PostgreSQL database", () => {
  test("two that start at once bring an empty database to the newest schema", async () => {
    await using database = await server.createDatabase();
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(database.url)));
    await using stores = disposeAll(opened);
    const [one, other] = stores.opened;
    if (!one || !other) throw new Error("no store was opened");

    await addChat(one);

    expect((await other.read.chats.list()).map(({ id }) => id)).toEqual(["p1"]);
  });

  test("two that claim at once over 200 chats never take the same", async () => {
    await using database = await server.createDatabase();
    await using one = await openPostgres(database.url);
    await using other = await openPostgres(database.url);
    const ids = Array.from({ length: 200 }, (_, index) => `p${index}`);
    await addPeople(one);
    await one.commit("accept", async (tx) => {
      for (const id of ids) {
        const { id: chat } = await tx.chats.add(newChat(id));
        await tx.inbox.add(newMessage(`message-${id}`, { chat }));
        await tx.chats.enqueue(chat, { now: 1, interrupt: false });
      }
    });

    const claimed = await Promise.all([
      ...Array.from({ length: 8 }, () => claimAll(one, "one")),
      ...Array.from({ length: 8 }, () => claimAll(other, "other")),
    ]);

    expect(claimed.flat().toSorted()).toEqual(ids.toSorted());
    const owners = (await one.read.chats.list()).map(({ leaseOwner }) => leaseOwner);
    expect(new Set(owners)).toEqual(new Set(["one", "other"]));
  });

  test("a chat that another is about to claim is passed over without waiting", async () => {
    await using database = await server.createDatabase();
    await using one = await openPostgres(database.url);
    await using other = await openPostgres(database.url);
    await addChat(one);
    await addWaiting(one, "m1");
    const claim = { now: 10, leaseUntil: 1000 };

    const first = await one.commit("claim", async (tx) => {
      const chat = await tx.chats.claim({ owner: "one", ...claim });
      const passed = await other.commit("claim", (inner) =>
        inner.chats.claim({ owner: "other", ...claim }),
      );
      expect(passed).toBe(undefined);
      return chat;
    });

    expect(first?.leaseOwner).toBe("one");
  });

  test("a message that is accepted while a stop counts the queue is not forgotten", async () => {
    await using database = await server.createDatabase();
    await using one = await openPostgres(database.url);
    await using other = await openPostgres(database.url);
    await addChat(one);
    const { promise: stopped, resolve: stop } = Promise.withResolvers<Promise<void>>();

    await one.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      await tx.chats.enqueue(toId("p1"), { now: 1, interrupt: false });
      stop(other.commit("stop", (inner) => inner.chats.raiseFence(toId("p1"))));
      await untilOneWaits(database.url);
    });
    await stopped;

    expect(await one.read.inbox.count()).toEqual({ queued: 1 });
    expect(await claimAll(one, "one")).toEqual(["p1"]);
  });

  test("an event that is added while words are taken out of its row is not lost", async () => {
    await using database = await server.createDatabase();
    await using one = await openPostgres(database.url);
    await using other = await openPostgres(database.url);
    await addTurn(one);
    const start: ChatEvent = { type: "turn-start", turn: "t1", messages: ["milk"], seq: 1, at: 1 };
    const step: ChatEvent = { type: "step-text", turn: "t1", step: 0, text: "so", seq: 2, at: 2 };
    await one.commit("claim", (tx) => tx.events.add(toId("p1"), [start]));
    const { promise: swept, resolve: sweep } = Promise.withResolvers<Promise<number>>();

    await one.commit("settle-think", async (tx) => {
      await tx.events.add(toId("p1"), [step]);
      const reach = { tenant: "home", audiences: ["ann"] };
      const redaction = { redact, redactJson: redact, anchors: ["milk"] };
      sweep(other.commit("forget", (inner) => inner.forgetting.sweep(reach, redaction)));
      await untilOneWaits(database.url);
    });

    expect(await swept).toBe(1);
    expect(await one.read.events.since(toId("p1"), 0, 9)).toEqual([
      { ...start, messages: ["[forgotten]"] },
      step,
    ]);
  });

  test("connections that the server closed are replaced", async () => {
    await using database = await server.createDatabase();
    await using store = await openPostgres(database.url);
    await addChat(store);

    await query(
      database.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );

    await expect.poll(() => store.read.chats.list().then(({ length }) => length)).toBe(1);
  });
});

function disposeAll(opened: readonly Store[]) {
  return {
    opened,
    async [Symbol.asyncDispose]() {
      for (const store of opened) await store[Symbol.asyncDispose]();
    },
  };
}

async function addWaiting(store: Store, id: string): Promise<void> {
  await store.commit("accept", async (tx) => {
    await tx.inbox.add(newMessage(id));
    await tx.chats.enqueue(toId("p1"), { now: 1, interrupt: false });
  });
}

/** Claims chats until none is left; returns their ids. */
async function claimAll(store: Store, owner: string): Promise<readonly string[]> {
  const claimed: string[] = [];
  for (;;) {
    const chat = await store.commit("claim", (tx) =>
      tx.chats.claim({ owner, now: 10, leaseUntil: 60_000 }),
    );
    if (!chat) return claimed;
    claimed.push(chat.id);
  }
}

function redact(text: string): string {
  return text.replaceAll("milk", "[forgotten]");
}

/** Resolves when a transaction of this database waits for another's lock. */
async function untilOneWaits(url: string): Promise<void> {
  const waiting = () =>
    query(
      url,
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  await expect.poll(waiting).toHaveLength(1);
}

async function query(url: string, text: string): Promise<readonly unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
