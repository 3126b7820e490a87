import { expect, test } from "vitest";
import type { WorkRow } from "../../work.ts";
import type { OpenStore } from "../opened-store.ts";

function waiting(id: string, createdAt: number, nextAt: number): WorkRow {
  const counts = { attempts: 0, outages: 1, crashes: 0, suspicion: 0 };
  return { kind: "job", id, ...counts, createdAt, nextAt, state: "waiting", reason: null };
}

export function timeTests(open: OpenStore): void {
  test.each([
    ["back", -1000, ["before 90 150", "then 150 150", "after -800 150"]],
    ["forward", 1000, ["before 90 95", "then 1150 900", "after 200 200"]],
  ])("times of rows made by a wrong clock move %s with it", async (_name, ms, expected) => {
    await using opened = await open();
    const { store } = opened;
    const until = ms < 0 ? Number.MAX_SAFE_INTEGER : 180;
    await store.commit("retry", async (tx) => {
      await tx.work.set(waiting("before", 90, ms < 0 ? 900 : 95));
      await tx.work.set(waiting("then", ms < 0 ? 1150 : 150, 900));
      await tx.work.set(waiting("after", 200, 200));
    });

    await store.commit("recover", (tx) => tx.times.move({ ms, from: 100, until, now: 150 }));

    const rows = await store.read.work.of("job");
    const seen = rows.map(({ id, createdAt, nextAt }) => `${id} ${createdAt} ${nextAt}`);
    expect(seen.toSorted()).toEqual(expected.toSorted());
  });
}
