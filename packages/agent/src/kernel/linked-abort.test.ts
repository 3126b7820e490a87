import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { linkAbort } from "./linked-abort.ts";

test("a linked signal aborts with the other one, for the same reason", () => {
  const outer = new AbortController();
  using linked = linkAbort(outer.signal);
  expect(linked.signal.aborted).toBe(false);
  outer.abort("stopped");
  expect(linked.signal.reason).toBe("stopped");
  expect(linkAbort(outer.signal).signal.reason).toBe("stopped");
});

test("a linked signal aborts by itself, and the other one does not", () => {
  const outer = new AbortController();
  using linked = linkAbort(outer.signal);
  linked.abort("late");
  expect([linked.signal.reason, outer.signal.aborted]).toEqual(["late", false]);
});

test("a link that was disposed of leaves nothing behind", () => {
  const outer = new AbortController();
  const linked = linkAbort(outer.signal);
  linked[Symbol.dispose]();
  expect(getEventListeners(outer.signal, "abort")).toEqual([]);
  outer.abort();
  expect(linked.signal.aborted).toBe(false);
});
