import { expect, test } from "vitest";
import type { JournalFilter, JournalOwner, JournalDraft } from "../../../items/journal.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addPeople, ann, bob } from "../../rows.ts";

const anns: JournalOwner = { tenant: "home", person: ann.id };
const bobs: JournalOwner = { tenant: "home", person: bob.id };

export function journalTests(open: OpenStore): void {
  test("a journal entry comes back whole, and its end is stored", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    const { key, ...draft } = newDraft("k1", {
      type: "gift",
      assetFrom: "TON",
      assetTo: "Plush Pepe #1042",
      amountFrom: "12.000000001",
      amountTo: "1",
      priceTon: "12",
      counterparty: "Kai",
      platform: "Fragment",
      txHash: "abc",
    });
    const entry = await log(store, { key, ...draft }, 7);
    expect(entry).toEqual({ ...draft, id: entry.id, createdAt: 7, updatedAt: 7 });

    const ended = {
      ...entry,
      outcome: "loss",
      pnlTon: "-1.1",
      pnlPct: "-9.2",
      txHash: "def",
      updatedAt: 9,
    } as const;
    await store.commit("journal", (tx) => tx.journal.settle(anns, ended));

    expect(await store.read.journal.byId(anns, entry.id)).toEqual(ended);
    expect(await store.slow.journal.list(anns, {}, 9)).toEqual([ended]);
    expect(await store.slow.journal.results(anns, {})).toEqual([
      { outcome: "loss", pnlTon: "-1.1" },
    ]);
  });

  test("a journal entry is added once a key, and entries have different ids", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    const first = await log(store, newDraft("k1", { action: "first" }), 1);
    const again = await log(store, newDraft("k1", { action: "again" }), 2);
    const other = await log(store, newDraft("k2"), 3);
    expect(again).toEqual(first);
    expect(other.id).not.toBe(first.id);
    expect(await store.read.journal.list(anns, {}, 9)).toEqual([other, first]);
  });

  test("another person's journal does not exist", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    const entry = await log(store, newDraft("k1"), 1);

    for (const stranger of [bobs, { ...anns, tenant: "work" }]) {
      expect(await store.read.journal.byId(stranger, entry.id)).toBe(undefined);
      expect(await store.read.journal.list(stranger, {}, 9)).toEqual([]);
      expect(await store.read.journal.results(stranger, {})).toEqual([]);
      await store.commit("journal", (tx) =>
        tx.journal.settle(stranger, { ...entry, outcome: "loss" }),
      );
    }
    const bobsOwn = await store.commit("journal", (tx) =>
      tx.journal.add(bobs, { ...newDraft("k1"), at: 2 }),
    );

    expect(bobsOwn.id).not.toBe(entry.id);
    expect(await store.read.journal.list(anns, {}, 9)).toEqual([entry]);
  });

  test("journal entries are filtered by each of type, outcome and time, newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    await log(store, newDraft("trade", { outcome: "profit" }), 1);
    await log(store, newDraft("gift", { type: "gift" }), 2);
    await log(store, newDraft("kol", { type: "kol", outcome: "profit" }), 3);

    expect(await actionsOf(store, {})).toEqual(["kol", "gift", "trade"]);
    expect(await actionsOf(store, { type: "gift" })).toEqual(["gift"]);
    expect(await actionsOf(store, { outcome: "profit" })).toEqual(["kol", "trade"]);
    expect(await actionsOf(store, { since: 2 })).toEqual(["kol", "gift"]);
    expect(await actionsOf(store, { type: "kol", outcome: "pending" })).toEqual([]);
    expect(
      (await store.read.journal.list(anns, { since: 1 }, 1)).map(({ action }) => action),
    ).toEqual(["kol"]);
    expect(await store.read.journal.results(anns, { outcome: "profit" })).toHaveLength(2);
  });

  test("an asset is found on either side by whole words, whatever their case", async () => {
    await using opened = await open();
    const { store } = opened;
    await addPeople(store);
    await log(store, newDraft("from", { assetFrom: "NOT" }), 1);
    await log(store, newDraft("to", { assetFrom: "TON", assetTo: "$not" }), 2);
    await log(store, newDraft("longer", { assetTo: "NOTCOIN" }), 3);
    await log(store, newDraft("gift", { assetTo: "Plüsch_Pepe #1042" }), 4);
    await log(store, newDraft("picture", { assetTo: "💎" }), 5);

    expect(await actionsOf(store, { asset: "Not" })).toEqual(["to", "from"]);
    expect(await actionsOf(store, { asset: "PLÜSCH pepe" })).toEqual(["gift"]);
    expect(await actionsOf(store, { asset: "pepe 10" })).toEqual([]);
    expect(await actionsOf(store, { asset: "TON NOT" })).toEqual([]);
    expect(await actionsOf(store, { asset: "💎" })).toEqual(["picture"]);
    for (const wildcard of ["%", "_", "|", " ", ""])
      expect(await actionsOf(store, { asset: wildcard })).toEqual([]);
  });
}

function newDraft(key: string, change: Partial<JournalDraft> = {}): JournalDraft {
  return { key, type: "trade", action: key, reasoning: "dip", outcome: "pending", ...change };
}

function log(store: Store, draft: JournalDraft, at: number) {
  return store.commit("journal", (tx) => tx.journal.add(anns, { ...draft, at }));
}

async function actionsOf(store: Store, filter: JournalFilter): Promise<readonly string[]> {
  return (await store.read.journal.list(anns, filter, 9)).map(({ action }) => action);
}
