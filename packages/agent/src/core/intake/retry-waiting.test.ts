import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createWakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { newChat } from "../../store/testing/rows.ts";
import { retryWaiting } from "./retry-waiting.ts";

const HOUR_MS = 3_600_000;

test("who can be written to again is told what waited in topics of their chat, and nobody else is", async () => {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-reach-"));
  stack.defer(() => rm(home, { recursive: true }));
  const store = stack.use(
    await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" }),
  );
  const chats = ["1001", "1001/5", "1002/5"];
  const text = { type: "text", text: "Hello." } as const;
  await store.commit("accept", async (tx) => {
    for (const externalId of chats) {
      const { id: chat } = await tx.chats.add(newChat(externalId, { externalId }));
      const row = {
        id: externalId,
        chat,
        turn: null,
        position: 0,
        clientId: externalId,
        body: text,
      };
      await tx.outbox.add([{ ...row, nextAt: HOUR_MS }]);
      await tx.outbox.postpone(
        { id: externalId, chat },
        { now: 1, nextAt: HOUR_MS, reason: "blocked" },
      );
    }
  });

  const outboxWakeup = createWakeup();
  const rang = outboxWakeup.wait(HOUR_MS);
  await retryWaiting(
    { channel: "cli", externalId: "1001" },
    { store, clock: { now: () => 10 }, outboxWakeup },
  );
  await rang;
  const { due } = await store.read.outbox.due(10, 9);
  expect(due.map(({ chat, heldSince }) => [chat, heldSince])).toEqual([
    [toId("1001"), null],
    [toId("1001/5"), null],
  ]);
});
