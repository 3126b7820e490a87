import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { addTurn, newFact } from "../../store/testing/rows.ts";
import { chatRow, saidLine } from "../testing/rows.ts";
import { saveFacts } from "./save-facts.ts";
import type { ExtractedFact } from "./resolve-proposals.ts";

test("what was edited or taken back while it was read teaches nothing", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-lessons-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using store = await openTestSqlite(path.join(folder, "reeve.db"), {
    synchronous: "normal",
  });
  await addTurn(store);
  const chat = chatRow();
  const lines = ["stays", "was edited", "is gone"].map((text) => saidLine(text));
  const [stays, edited, gone] = lines;
  await store.commit("accept", async (tx) => {
    const row = { chat: chat.id, direction: "in", author: "ann", at: 5, turn: null } as const;
    for (const { messageId, edit, text } of lines)
      await tx.messages.add({ ...row, messageId, edit, text });
    if (edited)
      await tx.messages.add({ ...row, messageId: edited.messageId, edit: 1, text: "other" });
    if (gone) await tx.messages.remove(chat.id, gone.messageId);
    await tx.facts.add(newFact("known"));
  });
  const added = { kind: "fact", tier: "long-term", subject: null, integrity: "owner" } as const;
  const learnedFact = (text: string, evidence: typeof lines): ExtractedFact => ({
    ...added,
    type: "new",
    text,
    evidence,
    replaces: [],
  });

  const kept = await store.commit("learn", (tx) =>
    saveFacts(
      tx,
      [
        learnedFact("All three.", lines),
        learnedFact("The others.", lines.slice(1)),
        { type: "again", fact: newFact("known"), evidence: lines.slice(1) },
      ],
      { chat, now: 9, newId: () => "new" },
    ),
  );

  expect(kept).toEqual({ added: 1, merged: 0, superseded: 0 });
  const evidence = await store.read.facts.evidenceOf(newFact("new").id);
  expect(evidence.map(({ messageId }) => messageId)).toEqual([stays?.messageId]);
  expect(await store.read.facts.evidenceOf(newFact("known").id)).toEqual([]);
});
