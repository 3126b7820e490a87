import { setImmediate } from "node:timers/promises";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createWakeup } from "../kernel/wakeup.ts";
import { silentLog } from "../platform/log.ts";
import type { Tries, Verdict } from "./decide.ts";
import type { Policy } from "./policy.ts";
import { OPEN_QUARANTINE } from "./testing/open-quarantine.ts";
import { QUIET, runWork, type WorkItem, type WorkKind } from "./run-work.ts";

interface Row extends WorkItem, Tries {
  readonly key: string;
  readonly due: number;
  readonly state: Verdict["state"] | "done";
}

/** A queue in memory, whose items run in the order of their keys, and a clock that is set by hand. */
function startQueue(
  run: (row: Row, signal: AbortSignal) => Promise<void | typeof QUIET>,
  {
    policy,
    refuse,
    looksAhead = false,
    onRead = async () => {},
  }: {
    looksAhead?: boolean;
    policy?: Partial<Policy>;
    refuse?: () => Error | undefined;
    /** Waited for between reading the rows and answering with those that do not run. */
    onRead?: () => Promise<void>;
  } = {},
) {
  const rows = new Map<string, Row>();
  /** Each look for work, and why it was made. */
  const looks: ("rung" | "after an end")[] = [];
  let busy: ReadonlySet<string> = new Set();
  const time = { now: 0 };
  const wakeup = createWakeup();
  const stopping = new AbortController();
  const heads = () => {
    const waiting = [...rows.values()].filter(({ state }) => state === "waiting");
    return waiting.filter((row) => waiting.find(({ key }) => key === row.key) === row);
  };
  const kind: WorkKind<Row> = {
    name: "reply",
    wakeup,
    looksAhead,
    async take({ now, limit, running, hasEnded = false }) {
      looks.push(hasEnded ? "after an end" : "rung");
      const due = heads().filter((row) => row.due <= now);
      await onRead();
      const taken = due.filter(({ id }) => !running.has(id)).slice(0, limit);
      busy = new Set([...running.keys(), ...taken.map(({ id }) => id)]);
      return taken;
    },
    async nextDue() {
      const left = looksAhead ? heads().filter(({ id }) => !busy.has(id)) : heads();
      const times = left.map(({ due }) => due);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    async run(row, signal) {
      const outcome = await run(row, signal);
      rows.set(row.id, { ...row, state: "done" });
      return outcome;
    },
    triesOf: (row) => row,
    async settle(row, { nextAt, ...verdict }) {
      const error = refuse?.();
      if (error) throw error;
      rows.set(row.id, { ...row, ...verdict, due: nextAt });
    },
  };
  const deps = {
    clock: { now: () => time.now },
    log: silentLog,
    random: () => 0,
    quarantine: OPEN_QUARANTINE,
  };
  const policies = { reply: { firstMs: 1000, ...policy } };
  const running = runWork(kind, { ...deps, policies }, stopping.signal);
  return {
    time,
    looks,
    add(id: string, key = id) {
      const row = { id, key, due: time.now, attempts: 0, outages: 0, createdAt: time.now };
      rows.set(id, { ...row, state: "waiting" });
      wakeup.notify();
    },
    at(now: number) {
      time.now = now;
      wakeup.notify();
    },
    state: (id: string) => {
      const { state = "none", attempts, outages } = rows.get(id) ?? {};
      return `${state} ${attempts} ${outages}`;
    },
    abort: () => stopping.abort(),
    running,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}

test("items of one key run in order, and of others side by side", async () => {
  const ran: string[] = [];
  const gate = Promise.withResolvers<void>();
  await using queue = startQueue(async ({ id }) => {
    ran.push(id);
    if (id === "a1") await gate.promise;
  });
  queue.add("a1", "a");
  queue.add("a2", "a");
  queue.add("b1", "b");
  await expect.poll(() => queue.state("b1")).toBe("done 0 0");
  expect(ran).toEqual(["a1", "b1"]);
  gate.resolve();
  await expect.poll(() => queue.state("a2")).toBe("done 0 0");
});

test("no more run at once than the policy allows", async () => {
  const gates = new Map<string, () => void>();
  await using queue = startQueue(
    async ({ id }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(id, resolve);
      await promise;
    },
    { policy: { concurrency: 2 } },
  );
  for (const id of ["a", "b", "c"]) queue.add(id);
  await expect.poll(() => [...gates.keys()]).toEqual(["a", "b"]);
  gates.get("a")?.();
  await expect.poll(() => [...gates.keys()]).toEqual(["a", "b", "c"]);
  for (const end of gates.values()) end();
});

test("an item whose handler throws is set aside, and its key continues", async () => {
  await using queue = startQueue(
    async ({ id }) => {
      if (id === "poison") throw new Error("a bug");
    },
    { policy: { maxErrors: 2 } },
  );
  queue.add("poison", "a");
  queue.add("good", "a");
  await expect.poll(() => queue.state("poison")).toBe("waiting 1 0");
  expect(queue.state("good")).toBe("waiting 0 0");
  queue.at(1000);
  await expect.poll(() => queue.state("poison")).toBe("failed 2 0");
  await expect.poll(() => queue.state("good")).toBe("done 0 0");
});

test("an outage of days counts no attempt, and the item runs when it is over", async () => {
  let isDown = true;
  await using queue = startQueue(async () => {
    if (isDown) throw new Fault("unavailable", "the network is down");
  });
  queue.add("a");
  for (let outages = 1; outages <= 12; outages += 1) {
    await expect.poll(() => queue.state("a")).toBe(`waiting 0 ${outages}`);
    queue.at(outages * 12 * 3_600_000);
  }
  isDown = false;
  queue.at(13 * 12 * 3_600_000);
  await expect.poll(() => queue.state("a")).toBe("done 0 12");
});

test("a failure is stored as soon as the store can be written to", async () => {
  const refusals = [new Error("disk full")];
  let runs = 0;
  await using queue = startQueue(
    async () => {
      runs += 1;
      throw new Fault("unavailable", "down");
    },
    { refuse: () => refusals.pop() },
  );
  queue.add("a");
  await expect.poll(() => queue.state("a"), { timeout: 5000 }).toBe("waiting 0 1");
  expect(runs).toBe(1);
});

test("what the end of the process cuts off is not held against the item", async () => {
  const queue = startQueue(async (_row, signal) => {
    queue.abort();
    signal.throwIfAborted();
  });
  queue.add("a");
  await queue.running;
  expect(queue.state("a")).toBe("waiting 0 0");
});

test("an item that ends while the rows are read does not run again", async () => {
  const ran: string[] = [];
  const gate = Promise.withResolvers<void>();
  await using queue = startQueue(
    async ({ id }) => {
      ran.push(id);
      if (id === "a") await gate.promise;
    },
    {
      onRead: async () => {
        if (ran.length === 0) return;
        gate.resolve();
        await expect.poll(() => queue.state("a")).toBe("done 0 0");
        await setImmediate();
      },
    },
  );
  queue.add("a");
  await expect.poll(() => queue.state("a")).toBe("done 0 0");
  queue.add("b");
  await expect.poll(() => queue.state("b")).toBe("done 0 0");
  expect(ran).toEqual(["a", "b"]);
});

test("nobody looks again for an item that ends quietly, unless others wait for its room", async () => {
  const gate = Promise.withResolvers<void>();
  await using queue = startQueue(
    async ({ id }) => {
      if (id === "b") await gate.promise;
      return QUIET;
    },
    { policy: { concurrency: 1 }, looksAhead: true },
  );
  await expect.poll(() => queue.looks).toEqual(["after an end"]);
  queue.add("a");
  await expect.poll(() => queue.state("a")).toBe("done 0 0");
  // Its room was all there is.
  await expect.poll(() => queue.looks).toEqual(["after an end", "rung", "after an end"]);
  queue.add("b");
  queue.add("c");
  gate.resolve();
  await expect.poll(() => queue.state("c")).toBe("done 0 0");
});

test("with room left, a quiet end is no reason to look", async () => {
  await using queue = startQueue(async () => QUIET, { looksAhead: true });
  await expect.poll(() => queue.looks).toEqual(["after an end"]);
  queue.add("a");
  await expect.poll(() => queue.state("a")).toBe("done 0 0");
  queue.add("b");
  await expect.poll(() => queue.state("b")).toBe("done 0 0");
  expect(queue.looks).toEqual(["after an end", "rung", "rung"]);
});
