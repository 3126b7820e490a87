import { expect, test } from "vitest";
import { silentLog } from "../../platform/log.ts";
import { memoryIn } from "../testing/channel-state.ts";
import { createDeadLetters } from "./dead-letters.ts";

interface Update {
  readonly update_id: number;
  readonly message?: number;
}

const nameOf = ({ update_id: id, message }: Update) => `${id} ${message}`;

test("what was put aside is tried again by the next process, until it is taken in", async () => {
  const kept = new Map<string, string>();
  const first = createDeadLetters({ state: memoryIn(kept), log: silentLog }, nameOf);
  await Promise.all([5, 6, 5].map((id) => first.park([{ update_id: id }], new Error("broken"))));

  const next = createDeadLetters({ state: memoryIn(kept), log: silentLog }, nameOf);
  const tried: number[] = [];
  await next.retry(async ({ update_id: id }) => {
    tried.push(id);
    if (id === 6) throw new Error("still broken");
  });
  await next.retry(async ({ update_id: id }) => void tried.push(id));
  await next.retry(async ({ update_id: id }) => void tried.push(id));
  expect(new Set(tried.slice(0, 2))).toEqual(new Set([5, 6]));
  expect(tried.slice(2)).toEqual([6]);
  expect(kept.size).toBe(0);
});

test("messages of an album are put aside together, and while others are tried again", async () => {
  const parked = createDeadLetters({ state: memoryIn(new Map()), log: silentLog }, nameOf);
  await parked.park([{ update_id: 5 }], new Error("broken"));
  await parked.retry(async () => {
    const album = [3, 4].map((message) => ({ update_id: 5, message }));
    expect(await parked.park(album, new Error("broken"))).toBe(true);
  });
  const tried: unknown[] = [];
  await parked.retry(async ({ message }) => void tried.push(message));
  expect(tried).toEqual([3, 4]);
});

test("what cannot be put aside is not at fault", async () => {
  const full = { ...memoryIn(new Map()), set: () => Promise.reject(new Error("the disk is full")) };
  const parked = createDeadLetters({ state: full, log: silentLog }, nameOf);
  expect(await parked.park([{ update_id: 5 }], new Error("broken"))).toBe(false);
});
