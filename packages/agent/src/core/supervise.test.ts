import { setImmediate as tick } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Log, LogFields } from "../platform/log.ts";
import type { Inbox } from "./inbox.ts";
import { superviseListening } from "./supervise.ts";

const inbox: Inbox = {
  deliver: () => Promise.reject(new Error("nobody delivers here")),
  decide: async () => "too-late",
  reach: async () => {},
};

function silentLog() {
  const logged: [string, LogFields | undefined][] = [];
  const add = (sentence: string, fields?: LogFields) => void logged.push([sentence, fields]);
  const log: Log = { debug: add, info: add, warn: add, error: add, child: () => log };
  return { log, logged };
}

/** A surface that ends `times` times as `end` says, then listens until it is told to stop. */
function surfaceThat(end: () => Promise<void>, times: number) {
  const state = { starts: 0 };
  const listening = Promise.withResolvers<void>();
  const listen = async (_inbox: Inbox, signal: AbortSignal) => {
    state.starts += 1;
    if (state.starts <= times) return end();
    listening.resolve();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  return { surface: { name: "odd", listen }, state, listening: listening.promise };
}

test("a surface that fails is logged and started again", async () => {
  const stop = new AbortController();
  const { log, logged } = silentLog();
  const error = new Error("gone");
  const { surface, state, listening } = surfaceThat(() => Promise.reject(error), 1);
  const done = superviseListening(surface, { inbox, log, signal: stop.signal });
  await listening;
  stop.abort();
  await done;

  expect(state.starts).toBe(2);
  expect(logged).toEqual([["surface failed", { surface: "odd", error }]]);
});

test("a surface that ends before its time rests too, so that it cannot spin", async () => {
  const stop = new AbortController();
  const { log } = silentLog();
  const { surface, state } = surfaceThat(async () => undefined, 10);
  const done = superviseListening(surface, { inbox, log, signal: stop.signal });
  await tick();
  stop.abort();
  await done;

  expect(state.starts).toBe(1);
});
