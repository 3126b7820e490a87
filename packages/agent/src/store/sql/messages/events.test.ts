import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type ChatId, toId } from "../../../kernel/ids.ts";
import type { ChatEvent, ChatEventBody } from "../../../kernel/chat-event.ts";
import { openTestSqlite } from "../../sqlite/testing/open-test-sqlite.ts";
import { addTurn, newChat } from "../../testing/rows.ts";

const p1 = toId<"chat">("p1");
const p2 = toId<"chat">("p2");

const start: ChatEventBody = { type: "turn-start", turn: "t1", messages: ["m1"] };
const end: ChatEventBody = { type: "turn-end", turn: "t1", outcome: "answered", reply: [] };
const decided: ChatEventBody = {
  type: "approval-decision",
  approval: "a1",
  verdict: "allow",
  by: "ann",
};
const textOf = (text: string): ChatEventBody => ({ type: "step-text", turn: "t1", step: 1, text });

/** Opens a store with the turn `t1`; commits add events to a chat, as one time after the other. */
async function openEvents() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-events-"));
  const file = path.join(folder, "reeve.db");
  const store = await openTestSqlite(file, { synchronous: "normal" });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  await addTurn(store);
  await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
  let at = 0;
  return {
    commit: async (chat: ChatId, first: number, ...bodies: readonly ChatEventBody[]) => {
      at += 1;
      const facts: readonly ChatEvent[] = bodies.map((body, n) => ({
        ...body,
        seq: first + n,
        at,
      }));
      await store.commit("accept", (tx) => tx.events.add(chat, facts));
    },
    rows: (chat: ChatId) => {
      using database = new DatabaseSync(file, { readOnly: true });
      return database
        .prepare("select seq, last_seq from events where chat = ? order by seq")
        .all(chat)
        .map((row) => [row["seq"], row["last_seq"]]);
    },
  };
}

test("a turn is one row, whatever its commits", async () => {
  const { commit, rows } = await openEvents();
  const accepted = { type: "message-accepted", message: "m1", from: "Ann", text: "hi" } as const;
  await commit(p1, 1, accepted, start);
  await commit(p2, 1, { ...start, turn: "t2" });
  await commit(p1, 3, textOf("one"), textOf("two"));
  await commit(p1, 5, end, decided);
  expect(rows(p1)).toEqual([[1, 6]]);
  await commit(p1, 7, { ...start, turn: "t3" });
  expect(rows(p1)).toEqual([
    [1, 6],
    [7, 7],
  ]);
});

test("events go into a new row if the one before belongs to no turn or to another one", async () => {
  const { commit, rows } = await openEvents();
  await commit(p1, 1, start);
  await commit(p1, 2, decided);
  await commit(p1, 3, decided);
  await commit(p1, 4, textOf("one"));
  await commit(p1, 5, { ...end, turn: "t2" });
  expect(rows(p1)).toEqual([1, 2, 3, 4, 5].map((seq) => [seq, seq]));
});

test("a full row gets no more events", async () => {
  const { commit, rows } = await openEvents();
  await commit(p1, 1, start);
  for (let seq = 2; seq <= 9; seq += 1) await commit(p1, seq, textOf("x".repeat(600)));
  expect(rows(p1)).toEqual([
    [1, 4],
    [5, 7],
    [8, 9],
  ]);
});

test("events whose numbers do not follow go into a new row", async () => {
  const { commit, rows } = await openEvents();
  await commit(p1, 1, start, textOf("one"), textOf("two"));
  await commit(p1, 7, end);
  expect(rows(p1)).toEqual([
    [1, 3],
    [7, 7],
  ]);
});
