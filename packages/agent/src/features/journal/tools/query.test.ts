import { expect, test } from "vitest";
import { callContext } from "../../../tools/testing/contexts.ts";
import { journalQuery } from "./query.ts";
import { openTestJournal } from "../testing/open-journal.ts";

test("lists and sums up what matches, by default twenty entries", async () => {
  await using opened = await openTestJournal();
  const { journal } = opened;
  for (let n = 1; n <= 22; n++) {
    const draft = { key: `call-${n}`, type: "gift", action: "sell", reasoning: "r" } as const;
    const { id } = await journal.log({ ...draft, outcome: "pending", assetFrom: `Pepe #${n}` });
    await journal.update(id, { outcome: n % 2 === 0 ? "profit" : "loss", pnlTon: "0.1" });
  }
  const query = (args: unknown) =>
    journalQuery.run(journalQuery.params.parse(args), { ...callContext(), journal });

  expect(await query({})).toMatchObject({
    entries: Array.from({ length: 20 }, (_, index) => ({ assetFrom: `Pepe #${22 - index}` })),
    summary: { entries: 22, pnlTon: "2.2", winRatePct: 50 },
  });
  expect(await query({ asset: "pepe 7", type: "gift", outcome: "loss", days: 1 })).toMatchObject({
    entries: [{ assetFrom: "Pepe #7" }],
    summary: { entries: 1, pnlTon: "0.1", winRatePct: 0 },
  });
  expect(await query({ type: "trade" })).toMatchObject({ entries: [], summary: { pnlTon: "0" } });
});
