import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { journalLog } from "./log.ts";
import { openTestJournal } from "../testing/open-journal.ts";

test("logs an operation once a call, with amounts as exact text", async () => {
  await using opened = await openTestJournal();
  const { journal } = opened;
  const log = (args: object, callId: string) =>
    journalLog.run(
      journalLog.params.parse({ type: "trade", action: "buy", reasoning: "dip", ...args }),
      { ...callContext(callId), journal },
    );
  const args = {
    assetFrom: "TON",
    assetTo: "DOGS",
    amountFrom: 0.1,
    amountTo: "500.00",
    priceTon: 1e-7,
  };

  const first = await log(args, "call-1");
  const again = await log(args, "call-1");
  const other = await log({ outcome: "neutral" }, "call-2");

  expect(first).toEqual({
    id: 1,
    type: "trade",
    action: "buy",
    reasoning: "dip",
    outcome: "pending",
    assetFrom: "TON",
    assetTo: "DOGS",
    amountFrom: "0.1",
    amountTo: "500",
    priceTon: "0.0000001",
    createdAt: 7,
    updatedAt: 7,
  });
  expect(again).toEqual(first);
  expect((await journal.query({ limit: 9 })).entries).toEqual([other, first]);
});

test.each([
  [{ reasoning: undefined }],
  [{ reasoning: " " }],
  [{ type: "bet" }],
  [{ outcome: "won" }],
  [{ amountFrom: -1 }],
  [{ amountFrom: "1,5" }],
])("refuses %j", (change) => {
  const args = { type: "trade", action: "buy", reasoning: "dip", ...change };
  expect(journalLog.params.safeParse(args).success).toBe(false);
});
