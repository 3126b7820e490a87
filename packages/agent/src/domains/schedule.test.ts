import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import type { JobRun, JobSchedule, MissedPolicy } from "../store/items/jobs.ts";
import { firstInstant, checkParents, type Parent, planDue } from "./schedule.ts";
import { findCycle } from "./schedule/find-cycle.ts";

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => instant && new Date(instant).toISOString().slice(0, 16);

function plan(schedule: JobSchedule, own: { due: string; now: string; onMissed?: MissedPolicy }) {
  const { onMissed = "run-once", due, now } = own;
  const { runs, nextAt } = planDue({ schedule, onMissed, nextAt: at(due) }, at(now));
  return { runs: runs.map(({ instant, type }) => `${iso(instant)} ${type}`), next: iso(nextAt) };
}

const daily: JobSchedule = { type: "cron", cron: "30 2 * * *", timeZone: "Europe/Berlin" };

test("what is due runs at its instant, and is due again at the next", () => {
  expect(plan(daily, { due: "2026-03-27T01:30Z", now: "2026-03-27T01:30:59Z" })).toEqual({
    runs: ["2026-03-27T01:30 due"],
    next: "2026-03-28T01:30",
  });
});

test("a wall time that clocks skip is moved on, and one that they show twice comes once", () => {
  expect(plan(daily, { due: "2026-03-28T01:30Z", now: "2026-03-28T01:30Z" }).next).toBe(
    "2026-03-29T01:30",
  );
  expect(plan(daily, { due: "2026-03-29T01:30Z", now: "2026-03-29T01:30Z" }).next).toBe(
    "2026-03-30T00:30",
  );
  expect(plan(daily, { due: "2026-10-25T00:30Z", now: "2026-10-25T00:30Z" }).next).toBe(
    "2026-10-26T01:30",
  );
});

test.each([
  ["skip", ["2026-03-27T01:30 missed"]],
  ["run-once", ["2026-03-30T00:30 late"]],
  [
    "run-all",
    [
      "2026-03-27T01:30 late",
      "2026-03-28T01:30 late",
      "2026-03-29T01:30 late",
      "2026-03-30T00:30 late",
    ],
  ],
] as const)("what was missed goes by the policy: %s", (onMissed, runs) => {
  const missed = { due: "2026-03-27T01:30Z", now: "2026-03-30T12:00Z", onMissed };
  expect(plan(daily, missed)).toEqual({ runs, next: "2026-03-31T00:30" });
});

test("an instant that is on time runs, whatever was missed before", () => {
  const missed = {
    due: "2026-03-27T01:30Z",
    now: "2026-03-30T00:30:05Z",
    onMissed: "skip",
  } as const;
  expect(plan(daily, missed).runs).toEqual(["2026-03-27T01:30 missed", "2026-03-30T00:30 due"]);
});

test("an interval keeps its beat over a year off, at the price of nothing", () => {
  const every: JobSchedule = { type: "every", everyMs: 60_000, from: at("2025-01-01T00:00:20Z") };
  const late = { due: "2025-01-01T00:00:20Z", now: "2026-01-01T12:00:00Z" };
  expect(plan(every, late)).toEqual({ runs: ["2026-01-01T11:59 due"], next: "2026-01-01T12:00" });
});

test("of instants that are all made up for, a hundred run at once", () => {
  const every: JobSchedule = { type: "every", everyMs: 60_000, from: 0 };
  const { runs, nextAt } = planDue({ schedule: every, onMissed: "run-all", nextAt: 0 }, 86_400_000);
  expect([runs.length, nextAt]).toEqual([100, 6_000_000]);
});

test("a first instant is in the future, or there is none", () => {
  expect(firstInstant({ type: "at", at: 10 }, 10)).toBeUndefined();
  expect(firstInstant({ type: "at", at: 11 }, 10)).toBe(11);
  expect(firstInstant({ type: "after" }, 10)).toBeUndefined();
});

function parent(
  state: "active" | "done" | "cancelled",
  run?: Pick<JobRun, "state" | "at">,
): Parent {
  return {
    job: { id: toId("p"), state },
    run: run && {
      ...run,
      job: toId("p"),
      instant: 1,
      message: null,
      result: null,
      label: null,
      owner: null,
      leaseUntil: 0,
    },
  };
}

const judge = (parents: readonly Parent[], lastAt: number | null = null) =>
  checkParents({ lastAt, onParentFailure: "skip" }, parents);

test("a job runs when all that it waits for have run since it ran last", () => {
  const done = (ended: number) => parent("active", { state: "done", at: ended });

  expect(judge([])).toBe("run");
  expect(judge([done(5), parent("active")])).toBe("wait");
  expect(judge([done(5), done(6)])).toBe("run");
  expect(judge([done(5), done(6)], 5)).toBe("wait");
  expect(judge([parent("done", { state: "done", at: 5 }), done(6)], 5)).toBe("run");
  expect(judge([parent("active", { state: "queued", at: 5 })])).toBe("wait");
});

test("what failed or was cancelled before it is skipped or passed over", () => {
  const failed = [parent("done", { state: "failed", at: 5 })];
  expect(checkParents({ lastAt: null, onParentFailure: "skip" }, failed)).toBe("skip");
  expect(checkParents({ lastAt: null, onParentFailure: "continue" }, failed)).toBe("run");
  expect(checkParents({ lastAt: null, onParentFailure: "skip" }, [parent("cancelled")])).toBe(
    "skip",
  );
});

test("a way on which a job would wait for itself is found, however long", async () => {
  const edges: Readonly<Record<string, readonly string[]>> = { b: ["c", "d"], c: ["d"], d: ["a"] };
  const parentsOf = async (id: string) => (edges[id] ?? []).map((one) => toId<"job">(one));
  const find = (parents: readonly string[]) =>
    findCycle({ id: toId("a"), parents: parents.map((one) => toId<"job">(one)) }, parentsOf);

  expect(await find(["b"])).toEqual(["a", "b", "d", "a"]);
  expect(await find(["a"])).toEqual(["a", "a"]);
  expect(await find(["x"])).toBeUndefined();
});
