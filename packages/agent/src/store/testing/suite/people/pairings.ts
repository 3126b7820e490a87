import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Pairing } from "../../../people/pairings.ts";
import type { OpenStore } from "../../opened-store.ts";
import { ann } from "../../rows.ts";

const eve = { ...ann, id: toId<"person">("eve"), role: "stranger", name: "Eve" } as const;

const pairing: Pairing = {
  tenant: "home",
  person: eve.id,
  code: "ABCD-EFGH",
  channel: "s",
  chat: "7",
  externalId: "eve",
  owner: null,
  language: "de",
  createdAt: 10,
  expiresAt: 100,
  shownAt: 10,
  state: "open",
};

export function pairingTests(open: OpenStore): void {
  test("a pairing is decided once, within its time", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit("change-people", async (tx) => {
      await tx.people.add(eve, { tenant: "home", channel: "s", externalId: "eve" });
      await tx.pairings.put(pairing);
      await tx.pairings.show(pairing, 20);
    });
    const shown = { ...pairing, shownAt: 20 };
    expect(await store.read.pairings.ofPerson(pairing)).toEqual(shown);
    expect(await store.read.pairings.open("home", 99)).toEqual([shown]);
    expect(await store.read.pairings.open("home", 100)).toEqual([]);
    expect(await store.read.pairings.madeSince("home", 9)).toBe(1);
    expect(await store.read.pairings.madeSince("home", 10)).toBe(0);

    const decision = { tenant: "home", code: pairing.code, state: "approved", now: 50 } as const;
    const decide = (own: Partial<typeof decision> | { now: number; code: string }) =>
      store.commit("change-people", (tx) => tx.pairings.decide({ ...decision, ...own }));
    expect(await decide({ now: 100, code: pairing.code })).toBeUndefined();
    expect(await decide({ now: 50, code: "none" })).toBeUndefined();
    expect(await decide({})).toEqual({ ...shown, state: "approved" });
    expect(await decide({})).toBeUndefined();
    expect(await store.read.pairings.open("home", 50)).toEqual([]);
  });

  test("a new code takes the place of a person's earlier one, and can be forgotten", async () => {
    await using opened = await open();
    const { store } = opened;
    const next = { ...pairing, code: "WXYZ-2345", createdAt: 200, expiresAt: 300 };
    await store.commit("change-people", async (tx) => {
      await tx.people.add(eve, { tenant: "home", channel: "s", externalId: "eve" });
      await tx.pairings.put(pairing);
      await tx.pairings.put(next);
    });
    expect(await store.read.pairings.open("home", 50)).toEqual([next]);
    await store.commit("change-people", (tx) => tx.pairings.remove("home", eve.id));
    expect(await store.read.pairings.ofPerson(pairing)).toBeUndefined();
  });
}
