import { expect, test } from "vitest";
import { toId } from "../../../../kernel/ids.ts";
import type { JobRun } from "../../../items/jobs.ts";
import type { OpenStore } from "../../opened-store.ts";
import { addChat, ann, newJob, newMessage } from "../../rows.ts";

function newRun(job: string, instant: number, own: Partial<JobRun> = {}): JobRun {
  return {
    job: toId(job),
    instant,
    state: "claimed",
    message: null,
    result: null,
    label: null,
    at: 1,
    owner: "one",
    leaseUntil: 100,
    ...own,
  };
}

const a = toId<"job">("a");

export function jobTests(open: OpenStore): void {
  test("jobs are found when they are due, the earliest first, and are moved on by whoever comes first", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const call = { name: "look", params: { at: "all" } };
    const later = newJob("b", { nextAt: 20, call, why: "asked for", kind: "tool" });
    await store.commit("change-job", async (tx) => {
      await tx.jobs.add(later);
      await tx.jobs.add(newJob("a", { nextAt: 10 }));
      await tx.jobs.add(newJob("done", { nextAt: 5, state: "done" }));
      await tx.jobs.add(newJob("waits"));
    });
    const { jobs } = store.read;

    expect(await store.commit("change-job", (tx) => tx.jobs.add(newJob("a")))).toBe(false);
    expect(await jobs.agenda()).toMatchObject({ nextAt: 10 });
    expect((await jobs.due(19, 9)).map(({ id }) => id)).toEqual(["a"]);
    expect(await jobs.due(20, 9)).toEqual([newJob("a", { nextAt: 10 }), later]);
    const move = (from: number | null) =>
      store.commit("fire-jobs", (tx) => tx.jobs.move(a, from, { nextAt: 30, lastAt: 12 }));
    expect([await move(11), await move(10), await move(10)]).toEqual([false, true, false]);
    expect(await jobs.byId(a)).toEqual(newJob("a", { nextAt: 30, lastAt: 12 }));
    const listed = await jobs.list({ tenant: "home", states: ["active"], limit: 9 });
    expect(listed.map(({ id }) => id)).toEqual(["b", "a", "waits"]);
    expect(await jobs.count({ tenant: "home", kinds: ["tool"] })).toBe(1);
  });

  test("a job that was cancelled is due at no time", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("change-job", (tx) => tx.jobs.add(newJob("a", { nextAt: 10 })));
    const cancel = () => store.commit("change-job", (tx) => tx.jobs.cancel(a));

    expect([await cancel(), await cancel()]).toEqual([true, false]);
    expect((await store.read.jobs.agenda()).nextAt).toBeUndefined();
    expect(await store.read.jobs.byId(a)).toMatchObject({ state: "cancelled", nextAt: null });
  });

  test("jobs are found by what they wait for", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("change-job", async (tx) => {
      await tx.jobs.add(newJob("a"));
      await tx.jobs.add(newJob("b", { parents: [a] }));
      await tx.jobs.add(newJob("c", { parents: [a] }));
      await tx.jobs.change(toId("c"), { parents: [toId("b")] });
    });
    const { jobs } = store.read;

    expect((await jobs.childrenOf(a)).map(({ id }) => id)).toEqual(["b"]);
    expect((await jobs.childrenOf(toId("b"))).map(({ id }) => id)).toEqual(["c"]);
  });

  test("a watch waits until its end", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const schedule = { type: "watch", words: ["flat"], cooldownMs: 5, until: 100 } as const;
    const watch = newJob("a", { kind: "watch", schedule });
    await store.commit("change-job", (tx) => tx.jobs.add(watch));
    const { jobs } = store.read;

    expect(await jobs.watching("home", 99)).toEqual([watch]);
    expect([await jobs.watching("away", 99), await jobs.watching("home", 100)]).toEqual([[], []]);
    const end = (now: number) => store.commit("fire-jobs", (tx) => tx.jobs.endWatches(now));
    expect([await end(99), await end(100), await end(100)]).toEqual([0, 1, 0]);
    expect(await jobs.byId(a)).toMatchObject({ state: "done", why: "it expired" });
  });

  test("an instant runs once, and ends once", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const { jobs } = store.read;
    const add = (run: JobRun) => store.commit("fire-jobs", (tx) => tx.jobs.addRun(run));
    await store.commit("change-job", (tx) => tx.jobs.add(newJob("a")));

    expect([await add(newRun("a", 10)), await add(newRun("a", 10))]).toEqual([true, false]);
    expect(await add(newRun("a", 20))).toBe(true);
    const label = { integrity: "web", audience: "all" } as const;
    const settle = (state: JobRun["state"]) =>
      store.commit("settle-jobs", (tx) =>
        tx.jobs.settleRun(a, 10, { state, at: 3, result: "seen", label }),
      );
    expect([await settle("done"), await settle("failed")]).toEqual([true, false]);
    expect(await jobs.run(a, 10)).toEqual(
      newRun("a", 10, { state: "done", at: 3, result: "seen", label }),
    );
    expect((await jobs.runs(a, 9)).map(({ instant }) => instant)).toEqual([20, 10]);

    // The other one has not finished.
    expect(await store.commit("fire-jobs", (tx) => tx.jobs.removeRuns(a, 10))).toBe(0);
    expect(await store.commit("fire-jobs", (tx) => tx.jobs.removeRuns(a, 30))).toBe(1);
    expect((await jobs.runs(a, 9)).map(({ instant }) => instant)).toEqual([20]);
  });

  test("a run that nobody delivered is taken over once, when its lease is over", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    const run = newRun("a", 10);
    await store.commit("change-job", async (tx) => {
      await tx.jobs.add(newJob("a"));
      await tx.jobs.addRun(run);
    });
    const { jobs } = store.read;
    const reclaim = () =>
      store.commit("fire-jobs", (tx) => tx.jobs.reclaim(run, { owner: "two", leaseUntil: 200 }));

    expect([await jobs.abandoned(99, 9), await jobs.abandoned(100, 9)]).toEqual([[], [run]]);
    expect([await reclaim(), await reclaim()]).toEqual([true, false]);
    expect(await jobs.abandoned(199, 9)).toEqual([]);
    await store.commit("fire-jobs", (tx) => tx.jobs.voidRunLeases());
    expect((await jobs.abandoned(0, 9)).map(({ owner }) => owner)).toEqual(["two"]);
  });

  test("a run has ended once its message has", async () => {
    await using opened = await open();
    const { store } = opened;
    await addChat(store);
    await store.commit("accept", async (tx) => {
      await tx.inbox.add(newMessage("m1"));
      await tx.jobs.add(newJob("a"));
      await tx.jobs.addRun(newRun("a", 10, { state: "queued", message: toId("m1") }));
    });
    const { jobs, inbox } = store.read;

    expect(await jobs.ended(9)).toEqual([]);
    await store.commit("settle-turn", (tx) => tx.inbox.end([toId("m1")], "answered", null));
    expect((await jobs.ended(9)).map(({ instant }) => instant)).toEqual([10]);
    expect(await jobs.costSince(a, 0)).toBe(0n);
    expect(await inbox.hasWritten(toId("p1"), ann.id)).toBe(true);
    expect(await inbox.hasWritten(toId("p1"), toId("bob"))).toBe(false);
  });
}
