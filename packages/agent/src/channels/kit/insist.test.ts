import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { insist } from "./insist.ts";
import { keepConnected } from "./keep-connected.ts";

/** Deps that count what happens. */
function openDeps({ isAsideFull = false } = {}) {
  const stop = new AbortController();
  const aside: unknown[] = [];
  const pauses: number[] = [];
  const warned: string[] = [];
  const reported: (string | undefined)[] = [];
  const deps = {
    async putAside(error: unknown) {
      aside.push(error);
      return !isAsideFull || aside.length > 1;
    },
    pause: async (ms: number) => void pauses.push(ms),
    log: { warn: (sentence: string) => void warned.push(sentence) },
    report: (reason: string | undefined) => void reported.push(reason),
    signal: stop.signal,
  };
  return { stop, aside, pauses, warned, reported, deps };
}

test("an update is stored after some failures", async () => {
  const { deps, aside, pauses } = openDeps();
  let tries = 0;
  const store = async () => {
    tries += 1;
    if (tries < 3) throw new Error("the disk is full");
  };
  expect(await insist(store, deps)).toBe(true);
  expect([tries, aside, pauses]).toEqual([3, [], [1000, 2000]]);
});

test.each([
  [false, 6],
  [true, 7],
])("an update that always fails is put aside; full at first: %s", async (isAsideFull, expected) => {
  const { deps, aside } = openDeps({ isAsideFull });
  let tries = 0;
  const store = async () => {
    tries += 1;
    throw new Error("broken");
  };
  expect(await insist(store, deps)).toBe(true);
  expect([tries, aside.length]).toEqual([expected, isAsideFull ? 2 : 1]);
});

test("an update is left to the platform when the channel ends", async () => {
  const { deps, stop } = openDeps();
  const store = async () => {
    stop.abort();
    throw new Error("broken");
  };
  expect(await insist(store, deps)).toBe(false);
});

test("a lost connection is reported and built again, with growing pauses", async () => {
  const { deps, stop, pauses, warned, reported } = openDeps();
  let tries = 0;
  const serve = async (onUp: () => void) => {
    tries += 1;
    if (tries === 3) onUp();
    if (tries === 5) stop.abort();
    throw new Fault("unavailable", "down");
  };
  await keepConnected(serve, { ...deps, platform: "x" }, stop.signal);
  expect(pauses).toEqual([1000, 2000, 1000, 2000]);
  expect(reported).toEqual(["down", "down", undefined, "down", "down"]);
  // The same reason is logged once, until it works again.
  expect(warned).toEqual(["failed to connect to x", "failed to connect to x"]);
});

async function breakDown(): Promise<void> {
  throw new TypeError("a bug");
}

test("a bug ends the channel", async () => {
  const { deps, stop } = openDeps();
  await expect(keepConnected(breakDown, { ...deps, platform: "x" }, stop.signal)).rejects.toThrow(
    "a bug",
  );
});
