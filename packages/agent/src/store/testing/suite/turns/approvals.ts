import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Approval, Grant } from "../../../turns/approvals.ts";
import type { Store } from "../../../store.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addCalls, addChat, ann, bob, newCall, newChat } from "../../rows.ts";

const a1 = toId<"approval">("a1");

export function approvalTests(open: OpenStore): void {
  test("an approval comes back whole", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1", "a2"]);

    expect(await store.read.approvals.byId(a1)).toEqual(whole("a1"));
    expect(await store.read.approvals.byId(toId("none"))).toBe(undefined);
    expect(await store.read.approvals.ofCalls([toId("call-a2"), toId("none")])).toEqual([
      whole("a2"),
    ]);
    expect(await store.read.approvals.ofCalls([])).toEqual([]);
  });

  test("the open ones of a chat are found, and no others", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1", "a2", "a3"]);
    const denied = { to: "cancelled", decidedBy: ann.id } as const;
    await store.commit("decide", (tx) => tx.approvals.move(toId("a2"), "pending", denied));
    const { chat } = whole("a1");
    const found = await store.read.approvals.pendingIn(chat);
    expect(found).toEqual([whole("a1"), whole("a3")]);
    expect(await store.read.approvals.pendingIn(toId("elsewhere"))).toEqual([]);
  });

  test("of many who decide at once exactly one is heard", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1"]);
    const deciders = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? ann : bob));

    const heard = await Promise.all(
      deciders.map(({ id: decidedBy }, index) =>
        store.commit("decide", (tx) =>
          tx.approvals.move(a1, "pending", {
            to: index % 2 === 0 ? "confirmed" : "cancelled",
            decidedBy,
            reason: `decider ${index}`,
          }),
        ),
      ),
    );

    expect(heard.filter(Boolean)).toEqual([true]);
    const first = heard.indexOf(true);
    expect(await store.read.approvals.byId(a1)).toEqual({
      ...whole("a1"),
      state: first % 2 === 0 ? "confirmed" : "cancelled",
      decidedBy: deciders[first]?.id,
      reason: `decider ${first}`,
    });
  });

  test("changed arguments replace the stored ones and are counted", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1"]);
    const edited = {
      args: { to: "bob", amount: "2" },
      argsHash: "other",
      effect: "send" as const,
      digest: "another",
      preview: "Send 2 TON to bob?",
    };

    const moved = await store.commit("decide", (tx) =>
      tx.approvals.move(a1, "pending", { to: "confirmed", decidedBy: ann.id, edited }),
    );

    expect(moved).toBe(true);
    expect(await store.read.approvals.byId(a1)).toEqual({
      ...whole("a1"),
      ...edited,
      edits: 1,
      state: "confirmed",
      decidedBy: "ann",
    });
  });

  test("a move from another state changes nothing, and later moves keep who decided", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1"]);
    const move = (from: Approval["state"], to: Approval["state"]) =>
      store.commit("claim", (tx) => tx.approvals.move(a1, from, { to }));

    expect(await move("confirmed", "executing")).toBe(false);
    expect(await store.read.approvals.byId(a1)).toEqual(whole("a1"));
    await store.commit("decide", (tx) =>
      tx.approvals.move(a1, "pending", { to: "confirmed", decidedBy: ann.id, reason: "yes" }),
    );
    expect(await move("confirmed", "executing")).toBe(true);
    expect(await move("confirmed", "executing")).toBe(false);
    expect(await move("executing", "done")).toBe(true);
    expect(await store.read.approvals.byId(a1)).toEqual({
      ...whole("a1"),
      state: "done",
      decidedBy: "ann",
      reason: "yes",
    });
  });

  test("open ones are listed first, newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1", "a2", "a3", "a4"]);
    await store.commit("decide", async (tx) => {
      await tx.approvals.move(toId("a4"), "pending", { to: "cancelled" });
      await tx.approvals.move(toId("a1"), "pending", { to: "confirmed" });
    });
    const ids = async (limit: number) =>
      (await store.read.approvals.list(limit)).map(({ id }) => id);
    expect(await ids(10)).toEqual(["a3", "a2", "a4", "a1"]);
    expect(await ids(3)).toEqual(["a3", "a2", "a4"]);
  });

  test("a grant holds in its place until its time is over", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const grant: Grant = {
      id: "g1",
      tool: "exec_run",
      chat: toId("p1"),
      argsHash: null,
      grantedBy: ann.id,
      until: null,
    };
    const limited: Grant = { ...grant, id: "g2", argsHash: "hash", until: 1000 };
    await store.commit("decide", async (tx) => {
      await tx.chats.add(newChat("p2"));
      for (const one of [grant, limited, { ...grant, id: "g3", chat: toId<"chat">("p2") }])
        await tx.approvals.addGrant(one);
    });
    const at = async (now: number) => {
      const grants = await store.read.approvals.grants(toId("p1"), now);
      return grants.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    };
    expect(await at(999)).toEqual([grant, limited]);
    expect(await at(1000)).toEqual([grant]);
  });

  test("a grant comes back with its terms, and not once it is taken back", async () => {
    await using opened = await open();
    const { store } = opened;
    await addCalls(store, [newCall("call-1")]);
    const grant: Grant = {
      id: "g1",
      tool: "ton_send",
      chat: toId("p1"),
      argsHash: null,
      pattern: { to: "B*" },
      cap: { argument: "amount", perDay: "10" },
      grantedBy: ann.id,
      until: null,
    };
    const use = { grant: "g1", call: toId<"call">("call-1"), amount: "4", at: 5 };
    await store.commit("decide", async (tx) => {
      await tx.approvals.addGrant(grant);
      await tx.approvals.addGrantUse(use);
    });

    expect(await store.read.approvals.grant("g1")).toEqual(grant);
    expect(await store.read.approvals.allGrants(1)).toEqual([grant]);
    expect(await store.read.approvals.grantUses("g1", 4)).toEqual(["4"]);
    expect(await store.read.approvals.grantUses("g1", 5)).toEqual([]);
    const revoke = () => store.commit("revoke-grant", (tx) => tx.approvals.revokeGrant("g1", 9));
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    expect(await store.read.approvals.grants(toId("p1"), 1)).toEqual([]);
    expect(await store.read.approvals.grant("g1")).toBe(undefined);
  });

  test("people who allow it are counted once each, and one revision takes a question's chat", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1", "a2"]);
    const vote = (person: typeof ann) =>
      store.commit("decide", (tx) => tx.approvals.vote(a1, { person: person.id, at: 1 }));

    expect([await vote(ann), await vote(ann), await vote(bob)]).toEqual([1, 1, 1]);
    // Votes of people who may not decide do not count.
    await store.commit("change-people", (tx) => tx.people.settleRole(bob.id, "admin"));
    expect(await vote(bob)).toBe(2);
    expect(await store.read.approvals.byId(a1)).toEqual({ ...whole("a1"), votes: 2 });
    const supersede = () =>
      store.commit("settle-think", (tx) => tx.approvals.supersede(a1, toId("a2")));
    expect([await supersede(), await supersede()]).toEqual([true, false]);
  });

  test("a question is carried to other chats once, and its end once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addApprovals(store, ["a1"]);
    const waiting = async () =>
      (await store.read.approvals.unannounced(9)).map(({ id, turn, told }) => ({ id, turn, told }));
    const one = { id: "a1", turn: "t1" };

    expect(await waiting()).toEqual([{ ...one, told: null }]);
    const tell = () =>
      store.commit("announce-approval", (tx) => tx.approvals.markTold(a1, [toId("p1")]));
    expect([await tell(), await tell()]).toEqual([true, false]);
    expect(await waiting()).toEqual([]);
    expect(await store.read.approvals.toldOf(a1)).toEqual(["p1"]);
    expect(await store.read.approvals.nextExpiry()).toBe(1_800_086_400_000);
    expect(await store.read.approvals.overdue(1_800_086_399_999, 9)).toEqual([]);
    expect((await store.read.approvals.overdue(1_800_086_400_000, 9)).length).toBe(1);
    await store.commit("expire-approval", (tx) =>
      tx.approvals.move(a1, "pending", { to: "expired" }),
    );
    expect(await waiting()).toEqual([{ ...one, told: ["p1"] }]);
    expect(await store.read.approvals.nextExpiry()).toBe(undefined);
    const close = () => store.commit("announce-approval", (tx) => tx.approvals.markClosed(a1));
    expect([await close(), await close()]).toEqual([true, false]);
    expect(await waiting()).toEqual([]);

    const hear = () => store.commit("claim", (tx) => tx.approvals.takeUnheard(toId("p1")));
    expect([(await hear()).length, (await hear()).length]).toEqual([1, 0]);
  });
}

function newApproval(id: string) {
  return {
    id: toId<"approval">(id),
    call: toId<"call">(`call-${id}`),
    chat: toId<"chat">("p1"),
    tool: "ton_send",
    args: { to: "bob", amount: "1.5", note: null },
    argsHash: "hash",
    effect: "pay" as const,
    digest: "digest",
    preview: "Send 1.5 TON to bob?",
    requester: bob.id,
    createdAt: 1_800_000_000_000,
    expiresAt: 1_800_086_400_000,
    edits: 0,
    needed: 1,
    revises: null,
    trace: "m1",
  };
}

function whole(id: string): Approval {
  return { ...newApproval(id), state: "pending", decidedBy: null, reason: null, votes: 0 };
}

async function addApprovals(store: Store, ids: readonly string[]): Promise<void> {
  await addCalls(
    store,
    ids.map((id, position) => newCall(`call-${id}`, { position })),
  );
  await store.commit("settle-think", async (tx) => {
    for (const id of ids) await tx.approvals.add(newApproval(id));
  });
}
