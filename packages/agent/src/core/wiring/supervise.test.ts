import { setImmediate as tick } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Log, LogFields } from "../../platform/log.ts";
import type { Inbox } from "../inbox.ts";
import { superviseListening } from "./supervise.ts";

const inbox: Inbox = {
  deliver: () => Promise.reject(new Error("nobody delivers here")),
  decide: async () => "too-late",
  retryWaiting: async () => {},
  mayPay: async () => false,
  pay: async () => {},
  press: async () => ({ outcome: "expired" }),
  withdraw: async () => {},
};

function silentLog() {
  const logged: [string, LogFields | undefined][] = [];
  const add = (sentence: string, fields?: LogFields) => void logged.push([sentence, fields]);
  const log: Log = { debug: add, info: add, warn: add, error: add, child: () => log };
  return { log, logged };
}

/** A channel that ends `times` times as `end` says, then listens until it is told to stop. */
function channelThat(end: () => Promise<void>, times: number) {
  const state = { starts: 0 };
  const listening = Promise.withResolvers<void>();
  const listen = async (_inbox: Inbox, signal: AbortSignal) => {
    state.starts += 1;
    if (state.starts <= times) return end();
    listening.resolve();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  return { channel: { name: "odd", listen }, state, listening: listening.promise };
}

test("a channel that fails is logged and started again", async () => {
  const stop = new AbortController();
  const { log, logged } = silentLog();
  const error = new Error("gone");
  const { channel, state, listening } = channelThat(() => Promise.reject(error), 1);
  const done = superviseListening(channel, { inbox, log, signal: stop.signal });
  await listening;
  stop.abort();
  await done;

  expect(state.starts).toBe(2);
  expect(logged).toEqual([["channel failed", { channel: "odd", error }]]);
});

test("a channel that ends before its time rests too, so that it cannot spin", async () => {
  const stop = new AbortController();
  const { log } = silentLog();
  const { channel, state } = channelThat(async () => undefined, 10);
  const done = superviseListening(channel, { inbox, log, signal: stop.signal });
  await tick();
  stop.abort();
  await done;

  expect(state.starts).toBe(1);
});
