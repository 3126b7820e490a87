import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import type { AssetSpending, Reservation } from "../../billing/limits.ts";
import type { Store } from "../../store.ts";
import type { OpenStore } from "../opened-store.ts";
import { addChat, addTurn, ann, bob, newMessage, newChat } from "../rows.ts";

const day = "2026-02-20";
const month = { from: "2026-02-01", to: "2026-02-31" };
const t1 = toId<"turn">("t1");

export function limitTests(open: OpenStore): void {
  test("limits that were set stay until they are left to the config", async () => {
    await using opened = await open();
    const { store } = opened;
    const set = (key: string, value: string | null) =>
      store.commit("set-limit", (tx) => tx.limits.set(key, value));
    await set("money.person.day", "1");
    await set("money.person.day", "0.5");
    await set("rates.person.minute", "9");
    await set("rates.person.minute", null);
    expect(await store.read.limits.settings()).toEqual(new Map([["money.person.day", "0.5"]]));
  });

  test("what is set aside counts for each subject until it is settled, for the day it was set aside", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    await store.commit("claim", async (tx) => {
      expect(await tx.limits.reserve(hold("one"))).toBe(true);
      expect(await tx.limits.reserve(hold("one", { nano: 99n }))).toBe(false);
      expect(await tx.limits.reserve(hold("two", { nano: 7n, turn: null, at: 3 }))).toBe(true);
    });
    expect(await store.read.limits.accounts(["platform"], month)).toEqual([
      { subject: "platform", day, spentNano: 0n, heldNano: 5_000_000_007n },
    ]);
    expect(await store.read.limits.holdsOf(t1)).toEqual([hold("one")]);
    expect(await store.read.limits.staleReservations(4)).toEqual([
      hold("two", { nano: 7n, turn: null, at: 3 }),
    ]);
    expect(await store.read.limits.staleReservations(3)).toEqual([]);

    await store.commit("settle-turn", async (tx) => {
      expect(await tx.limits.settle("one", 3_000_000_000n)).toBe(true);
      expect(await tx.limits.settle("one", 3_000_000_000n)).toBe(false);
      expect(await tx.limits.settle("two", 0n)).toBe(true);
    });
    expect(await store.read.limits.allAccounts({ from: day, to: day })).toEqual([
      { subject: "person:ann", day, spentNano: 3_000_000_000n, heldNano: 0n },
      { subject: "platform", day, spentNano: 3_000_000_000n, heldNano: 0n },
    ]);
    expect(await store.read.limits.countReservations()).toBe(0);
  });

  test("what was not set aside is counted, too, and other days stay apart", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("settle-turn", async (tx) => {
      await tx.limits.charge({ subjects: ["platform"], day, nano: 2n });
      await tx.limits.charge({ subjects: ["platform"], day: "2026-02-19", nano: 1n });
      await tx.limits.charge({ subjects: ["platform", "chat:p1"], day: "2026-01-31", nano: 9n });
    });
    expect(await store.read.limits.accounts(["platform", "chat:p1"], month)).toEqual([
      { subject: "platform", day: "2026-02-19", spentNano: 1n, heldNano: 0n },
      { subject: "platform", day, spentNano: 2n, heldNano: 0n },
    ]);
  });

  test("holds at once are all counted", async () => {
    await using opened = await open();
    const { store } = opened;
    await addTurn(store);
    const seen = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        store.commit("claim", async (tx) => {
          const subjects =
            index % 2 === 0 ? ["platform", "person:ann"] : ["person:ann", "platform"];
          await tx.limits.reserve(hold(`h${index}`, { nano: 1n, subjects }));
          const [account] = await tx.limits.accounts(["platform"], month);
          return Number(account?.heldNano);
        }),
      ),
    );
    expect(seen.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  test("a call spends once, and what it surely did not spend is taken back", async () => {
    await using opened = await open();
    const { store } = opened;
    const huge = spending("c2", { amount: 10n ** 30n, recipient: null, at: 9 });
    await store.commit("start-call", async (tx) => {
      await tx.limits.lockAsset("home", "TON");
      await tx.limits.spend(spending("c1"));
      await tx.limits.spend(spending("c1", { amount: 99n }));
      await tx.limits.spend(huge);
      await tx.limits.spend(spending("c3", { asset: "Stars" }));
      await tx.limits.spend(spending("c4", { tenant: "other" }));
    });
    expect(await store.read.limits.spentSince("home", "TON", 4)).toEqual([spending("c1"), huge]);
    expect(await store.read.limits.spentSince("home", "TON", 5)).toEqual([huge]);
    await store.commit("settle-call", (tx) => tx.limits.unspend(toId("c2")));
    expect(await store.read.limits.spentSince("home", "TON", 0)).toEqual([spending("c1")]);
  });

  test("messages count for their author and their chat by when they are answered", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await say(store, "m1", { countedAt: 10 });
    await say(store, "m2", { countedAt: 70, dueAt: 70 });
    await say(store, "m3", { author: bob.id, countedAt: 20 });
    await say(store, "m4", { over: "too much" });
    const nth = (author: typeof ann.id, of: number) => store.read.limits.nthTaken({ author }, of);
    expect([await nth(ann.id, 1), await nth(ann.id, 2), await nth(ann.id, 3)]).toEqual([
      70,
      10,
      undefined,
    ]);
    expect(await store.read.limits.nthTaken({ chat: toId("p1") }, 2)).toBe(20);
    const tooFast = (author: typeof ann.id, since: number) =>
      store.read.limits.wasTooFast({ author, chat: toId("p1"), since });
    expect([await tooFast(ann.id, 5), await tooFast(ann.id, 6), await tooFast(bob.id, 5)]).toEqual([
      true,
      false,
      false,
    ]);
    const waiting = await store.read.inbox.queued(toId("p1"), 69);
    expect(waiting.map(({ id, over }) => [id, over])).toEqual([
      ["m1", undefined],
      ["m3", undefined],
      ["m4", "too much"],
    ]);
    expect((await store.read.inbox.queued(toId("p1"))).map(({ dueAt }) => dueAt)).toEqual([
      undefined,
      70,
      undefined,
      undefined,
    ]);
  });

  test("a chat whose messages are due later rests until the first of them is", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const claim = (now: number) =>
      store.commit("claim", (tx) => tx.chats.claim({ owner: "w", now, leaseUntil: now + 1 }));
    const release = (nextAt: number) =>
      store.commit("settle-turn", (tx) => tx.chats.release(toId("p1"), nextAt));
    await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
    await say(store, "m1", { dueAt: 60_000 });
    expect(await claim(59_999)).toBe(undefined);
    expect((await claim(60_000))?.id).toBe("p1");
    await release(50);
    expect(await store.read.chats.nextDue()).toBe(60_000);
    await say(store, "m2", {});
    expect(await store.read.chats.nextDue()).toBe(1);
    await store.commit("settle-turn", (tx) => tx.inbox.end([toId("m2")], "answered", null));
    await release(50);
    expect(await store.read.chats.nextDue()).toBe(60_000);
  });
}

function hold(id: string, own: Partial<Reservation> = {}): Reservation {
  const subjects = ["platform", "person:ann"];
  return { id, turn: t1, subjects, day, nano: 5_000_000_000n, at: 5, ...own };
}

function spending(call: string, own: Partial<AssetSpending> = {}): AssetSpending {
  const base = { tenant: "home", asset: "TON", amount: 1_500_000_000n, recipient: "EQA", at: 5 };
  return { ...base, call: toId(call), ...own };
}

async function say(store: Store, id: string, own: Parameters<typeof newMessage>[1]) {
  await store.commit("accept", async (tx) => {
    await tx.inbox.add(newMessage(id, own));
    await tx.chats.enqueue(toId("p1"), { now: own?.dueAt ?? 1, interrupt: false });
  });
}
