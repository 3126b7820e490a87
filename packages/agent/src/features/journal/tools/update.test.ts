import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { openTestJournal } from "../testing/open-journal.ts";
import { journalUpdate } from "./update.ts";

test("closes an entry, and doing it again leaves the same", async () => {
  await using opened = await openTestJournal();
  const { journal } = opened;
  const entry = await journal.log({
    key: "call-1",
    type: "trade",
    action: "buy",
    reasoning: "dip",
    outcome: "pending",
  });
  const close = () =>
    journalUpdate.run(
      journalUpdate.params.parse({ id: entry.id, outcome: "loss", pnlTon: -1.1, pnlPct: "-9.20" }),
      { ...callContext(), journal },
    );

  const closed = { ...entry, outcome: "loss", pnlTon: "-1.1", pnlPct: "-9.2" };
  expect(await close()).toEqual(closed);
  expect(await close()).toEqual(closed);
});

test("asks for something to change", async () => {
  await using opened = await openTestJournal();
  await expect(
    journalUpdate.run({ id: 17 }, { ...callContext(), ...opened }),
  ).rejects.toMatchObject({ code: "invalid", message: "Nothing to change in journal entry 17." });
});

test("says that there is no such entry", async () => {
  await using opened = await openTestJournal();
  const update = journalUpdate.run({ id: 17, txHash: "x" }, { ...callContext(), ...opened });
  await expect(update).rejects.toMatchObject({ code: "missing" });
});
