import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  createFloodGate,
  type FloodOrder,
  type FloodTime,
  type Sending,
  SENDINGS,
} from "../kit/flood-gate.ts";
import { TELEGRAM_LIMITS } from "./flood-limits.ts";

/** Time that moves only when it is told to. */
function virtualTime() {
  let now = 0;
  const timers: { at: number; work: () => void }[] = [];
  return {
    clock: { now: () => now },
    after: (ms: number, work: () => void) => void timers.push({ at: now + ms, work }),
    async run(until: number) {
      for (;;) {
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        timers.sort((one, other) => one.at - other.at);
        const next = timers[0];
        if (!next || next.at > until) break;
        timers.shift();
        now = Math.max(now, next.at);
        next.work();
      }
      now = until;
    },
  };
}

/** The platform asks to wait. */
class TooMany extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super("too many");
    this.waitMs = waitMs;
  }
}

function waitMsOf(error: unknown): number | undefined {
  return error instanceof TooMany ? error.waitMs : undefined;
}

function openGate(time: FloodTime) {
  const gate = createFloodGate({ ...time, limits: TELEGRAM_LIMITS, waitMsOf });
  return {
    /** Returns when a call goes out; undefined for one that is dropped. */
    enter: (order: FloodOrder) => gate.run(order, async () => time.clock.now()),
    /** Sends a frame or draft, for which the platform asks to wait so long. */
    anger: (order: FloodOrder, ms: number) =>
      gate.run(order, () => Promise.reject(new TooMany(ms))),
  };
}

interface Call {
  readonly chat: string;
  readonly sending: Sending;
  readonly at: number;
}

/** When each of these calls goes out; undefined for those that are dropped. */
async function send(calls: readonly Call[], untilMs: number) {
  const time = virtualTime();
  const gate = openGate(time);
  const { signal } = new AbortController();
  const sent: (Call & { out: number | undefined })[] = [];
  const entering: Promise<void>[] = [];
  const enter = async (call: Call) => {
    sent.push({ ...call, out: await gate.enter({ ...call, signal }) });
  };
  for (const call of calls.toSorted((one, other) => one.at - other.at))
    time.after(call.at, () => {
      entering.push(enter(call));
    });
  await time.run(untilMs);
  await Promise.all(entering);
  return sent;
}

function mostWithin(times: readonly number[], ms: number): number {
  return Math.max(
    0,
    ...times.map((at) => times.filter((one) => one <= at && one > at - ms).length),
  );
}

function isMessage(sending: Sending): boolean {
  return sending !== "draft" && sending !== "deletion";
}

const someCalls = fc.array(
  fc.record({
    chat: fc.constantFrom("1", "2", "3", "-4", "-5"),
    sending: fc.constantFrom(...SENDINGS),
    at: fc.nat(30_000),
  }),
  { minLength: 60, maxLength: 200, size: "max" },
);

test("whatever is sent, Telegram's limits are kept and nothing but frames and drafts is dropped", async () => {
  await fc.assert(
    fc.asyncProperty(someCalls, async (calls) => {
      const sent = await send(calls, 3_600_000);
      expect(sent.length).toBe(calls.length);
      const out = sent.flatMap((one) => (one.out === undefined ? [] : [{ ...one, out: one.out }]));
      const times = out.map((one) => one.out);
      expect(mostWithin(times, 1000)).toBeLessThanOrEqual(30);
      for (const chat of new Set(calls.map((one) => one.chat))) {
        const here = out.filter((one) => one.chat === chat);
        const drafts = here.filter(({ sending }) => sending === "draft").map((one) => one.out);
        expect(mostWithin(drafts, 1000)).toBeLessThanOrEqual(3);
        const own = here.filter(({ sending }) => isMessage(sending)).map((one) => one.out);
        expect(mostWithin(own, 3000)).toBeLessThanOrEqual(3);
        if (chat.startsWith("-")) expect(mostWithin(own, 60_000)).toBeLessThanOrEqual(20);
      }
      const dropped = sent.filter((one) => one.out === undefined);
      expect(dropped.filter(({ sending }) => sending !== "frame" && sending !== "draft")).toEqual(
        [],
      );
    }),
    { numRuns: 40 },
  );
});

test("all chats together stay below thirty calls a second", async () => {
  const calls = Array.from({ length: 100 }, (_, n) => {
    return { chat: String(n), sending: "final", at: n % 7 } as const;
  });
  const times = (await send(calls, 60_000)).map(({ out }) => out ?? 0);
  expect([mostWithin(times, 1000), times.length]).toEqual([28, 100]);
});

test("what must arrive goes before what may wait, and each kind in its order", async () => {
  const kinds = [
    "final",
    "final",
    "final",
    "placeholder",
    "placeholder",
    "final",
    "final",
  ] as const;
  const calls = kinds.map((sending, index) => ({ chat: "1", sending, at: index }));
  const sent = await send(calls, 60_000);
  const order = sent
    .toSorted((one, other) => (one.out ?? 0) - (other.out ?? 0))
    .map(({ at }) => at);
  expect(order).toEqual([0, 1, 2, 5, 6, 3, 4]);
});

test("a chat that waits holds up no other", async () => {
  const busy = Array.from({ length: 10 }, () => ({ chat: "1", sending: "final", at: 0 }) as const);
  const sent = await send([...busy, { chat: "2", sending: "final", at: 5 }], 60_000);
  expect(sent.find(({ chat }) => chat === "2")?.out).toBe(5);
});

test("frames leave room in a group for what must arrive", async () => {
  const frames = Array.from({ length: 20 }, (_, index) => {
    return { chat: "-1", sending: "frame", at: index * 2000 } as const;
  });
  const sent = await send([...frames, { chat: "-1", sending: "final", at: 45_000 }], 60_000);
  expect(sent.filter(({ out }) => out !== undefined).length).toBe(13);
  expect(sent.find(({ sending }) => sending === "final")?.out).toBe(45_000);
});

test("a chat is left alone for as long as Telegram asks, and who gives up does not go out later", async () => {
  const time = virtualTime();
  const gate = openGate(time);
  const order: Omit<FloodOrder, "signal"> = { chat: "1", sending: "final" };
  const stop = new AbortController();
  const { signal } = new AbortController();
  await gate.anger({ chat: "1", sending: "frame", signal }, 5000);
  const given = gate.enter({ ...order, signal: stop.signal });
  const kept = gate.enter({ ...order, signal });
  await time.run(1000);
  stop.abort(new Error("given up"));
  await expect(given).rejects.toThrow("given up");
  await time.run(10_000);
  expect(await kept).toBe(5000);
});

test("drafts and deletions leave a chat's messages alone, and Telegram's anger about drafts does, too", async () => {
  const drafts = Array.from({ length: 9 }, (_, index) => {
    return { chat: "1", sending: "draft", at: index * 400 } as const;
  });
  const deletions = Array.from({ length: 5 }, () => {
    return { chat: "1", sending: "deletion", at: 3200 } as const;
  });
  const final = { chat: "1", sending: "final", at: 3201 } as const;
  const sent = await send([...drafts, ...deletions, final, final, final], 60_000);
  expect(sent.map(({ at, out }) => (out ?? 0) - at)).toEqual(sent.map(() => 0));

  const gate = openGate(virtualTime());
  const { signal } = new AbortController();
  await gate.anger({ chat: "1", sending: "draft", signal }, 5000);
  expect(await gate.enter({ chat: "1", sending: "draft", signal })).toBeUndefined();
  expect(await gate.enter({ chat: "1", sending: "frame", signal })).toBe(0);
});
