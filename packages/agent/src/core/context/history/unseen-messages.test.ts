import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { array, assert, asyncProperty, constantFrom, nat } from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChatId, type SessionId, toId } from "../../../kernel/ids.ts";
import { openTestSqlite } from "../../../store/sqlite/testing/open-test-sqlite.ts";
import type { Repositories, Store } from "../../../store/store.ts";
import { addPeople, newChat, newMessage, newTurn } from "../../../store/testing/rows.ts";
import { createReadUnseen } from "./unseen-messages.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addPeople(store);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function commit<Value>(write: (tx: Repositories) => Promise<Value>): Promise<Value> {
  return store.commit("accept", write);
}

/** A chat with a session `old` that has ended and one that runs. */
async function openTalk(id: string) {
  const chat: ChatId = toId(id);
  const session: SessionId = toId(`new-${id}`);
  const old: SessionId = toId(`old-${id}`);
  let count = 0;
  const waiting: string[] = [];
  await commit(async (tx) => {
    await tx.chats.add(newChat(id));
    await tx.sessions.start({ id: old, chat, startedAt: 1 });
    await tx.sessions.start({ id: session, chat, startedAt: 2 });
  });
  const said = { chat, direction: "in", author: "ann", turn: null, at: 10 } as const;
  const hear = async (tx: Repositories, state: "queued" | "noted", edit = 0, of = `m${count}`) => {
    const row = newMessage(`${id}-${of}-${edit}`, { chat, messageId: of, edit, state });
    await tx.inbox.add(row);
    await tx.messages.add({ ...said, messageId: of, edit, text: `${of}, edit ${edit}` });
    return row.id;
  };
  const answer = (messages: readonly string[], of: SessionId) =>
    commit(async (tx) => {
      const [first] = messages;
      if (first === undefined) return;
      const turn = toId<"turn">(`t${count}-${id}`);
      await tx.turns.add(
        newTurn(turn, { chat, session: of, state: "settled", openedBy: toId(first) }),
      );
      await tx.inbox.take(
        messages.map((message) => toId(message)),
        turn,
      );
      const reply = { direction: "out", author: "reeve", turn, messageId: `r${count}` } as const;
      await tx.messages.add({ ...said, ...reply, edit: 0, text: `reply ${count}` });
    });
  const happens = {
    answered: async () => answer([await commit((tx) => hear(tx, "queued"))], session),
    answeredBefore: async () => answer([await commit((tx) => hear(tx, "queued"))], old),
    noted: () => commit((tx) => hear(tx, "noted")),
    queued: async () => void waiting.push(await commit((tx) => hear(tx, "queued"))),
    answeredLate: () => answer(waiting.splice(0), session),
    edited: () => commit((tx) => hear(tx, "noted", count, `m${Math.ceil(count / 2)}`)),
    removed: () => commit((tx) => tx.messages.remove(chat, `m${count - 1}`)),
  };
  return {
    chat,
    session,
    async let(event: keyof typeof happens) {
      count += 1;
      await happens[event]();
    },
  };
}

/** More messages than a chat of the test has. */
const MANY = 99;

const EVENTS = [
  "answered",
  "answered",
  "answeredBefore",
  "noted",
  "queued",
  "answeredLate",
  "edited",
  "removed",
] as const;

test(
  "a reader that has looked before sees what one that has not does",
  { timeout: 60_000 },
  async () => {
    let talks = 0;
    let skipped = 0;
    await assert(
      asyncProperty(
        array(constantFrom(...EVENTS), { minLength: 1, maxLength: 16 }),
        constantFrom(4, MANY),
        nat(3),
        async (events, among, goingBack) => {
          talks += 1;
          const talk = await openTalk(`p${talks}`);
          const feed = store.read.messages;
          const read = createReadUnseen({
            unseen: (chat, query) => {
              if (query.after !== undefined) skipped += 1;
              return feed.unseen(chat, query);
            },
          });
          for (const [at, event] of events.entries()) {
            await talk.let(event);
            const { session, chat } = talk;
            const query = { session, carried: [], among, goesBack: at < goingBack };
            const seen = await read(chat, query);
            const again = await createReadUnseen(feed)(chat, query);
            // With few messages to consider, it does not see that the session began before them.
            expect(seen).toEqual(among === MANY ? again : expect.arrayContaining([...again]));
          }
        },
      ),
      { numRuns: 80 },
    );
    expect(skipped).toBeGreaterThan(100);
  },
);

test("an answered message is looked at once", async () => {
  const talk = await openTalk("p1");
  const after: (number | undefined)[] = [];
  const read = createReadUnseen({
    unseen: (chat, query) => {
      after.push(query.after);
      return store.read.messages.unseen(chat, query);
    },
  });
  const { session, chat } = talk;
  const look = (carried: readonly string[] = []) =>
    read(chat, { session, carried: carried.map((id) => toId(id)), among: 9, goesBack: false });
  await talk.let("answered");
  await look();
  await talk.let("noted");
  await talk.let("answered");
  expect(await look()).toMatchObject([{ text: "m2, edit 0" }]);
  expect(await look()).toMatchObject([{ text: "m2, edit 0" }]);
  await look(["another"]);
  expect(after).toEqual([undefined, 2, 2, undefined]);
});

test("what is not among the newest is not held", async () => {
  const talk = await openTalk("p1");
  const read = createReadUnseen(store.read.messages);
  const { session, chat } = talk;
  const look = async (among: number) => {
    const unseen = await read(chat, { session, carried: [], among, goesBack: false });
    return unseen.map(({ text }) => text);
  };
  await talk.let("answered");
  expect(await look(2)).toEqual([]);
  await talk.let("noted");
  await talk.let("answered");
  expect(await look(2)).toEqual([]);
  expect(await look(9)).toEqual(["m2, edit 0"]);
});
