import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { Plan } from "../../../turns/plans.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, newChat, newPlan } from "../../rows.ts";

const p1 = toId<"chat">("p1");

export function planTests(open: OpenStore): void {
  test("a plan is kept as it is, once per id", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const add = (plan: Plan) => store.commit("start-plan", (tx) => tx.plans.add(plan));
    expect(await add(newPlan("a"))).toBe(true);
    expect(await add(newPlan("a", { goal: "another" }))).toBe(false);
    expect(await store.read.plans.byId(toId("a"))).toEqual(newPlan("a"));
    expect(await store.read.plans.byId(toId("b"))).toBe(undefined);
  });

  test("a plan changes only from the version that was read", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("start-plan", (tx) => tx.plans.add(newPlan("a")));
    const change = (plan: Plan) => store.commit("settle-turn", (tx) => tx.plans.change(plan));
    const failed = newPlan("a", { state: "failed", reason: "it broke", at: 1, updatedAt: 9 });
    expect(await change(failed)).toBe(true);
    expect(await change(newPlan("a", { state: "aborted" }))).toBe(false);
    expect(await store.read.plans.byId(toId("a"))).toEqual({ ...failed, version: 2 });
  });

  test("plans are listed by tenant and chat, and those of a chat that are not over", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("start-plan", async (tx) => {
      await tx.chats.add(newChat("p2"));
      await tx.plans.add(newPlan("done", { state: "done", createdAt: 1 }));
      await tx.plans.add(newPlan("running", { createdAt: 2 }));
      await tx.plans.add(newPlan("failed", { state: "failed", createdAt: 3 }));
      await tx.plans.add(newPlan("waiting", { state: "waiting", createdAt: 4 }));
      await tx.plans.add(newPlan("aborted", { state: "aborted", createdAt: 5 }));
      await tx.plans.add(newPlan("there", { chat: toId("p2"), createdAt: 6 }));
      await tx.plans.add(newPlan("elsewhere", { tenant: "other", createdAt: 7 }));
    });
    const { plans } = store.read;
    expect(idsOf(await plans.list("home", { limit: 3 }))).toEqual(["there", "aborted", "waiting"]);
    expect(idsOf(await plans.list("home", { chat: toId("p2"), limit: 3 }))).toEqual(["there"]);
    expect(idsOf(await plans.open(p1))).toEqual(["running", "failed", "waiting", "elsewhere"]);
  });
}

function idsOf(plans: readonly Plan[]) {
  return plans.map(({ id }) => id);
}
