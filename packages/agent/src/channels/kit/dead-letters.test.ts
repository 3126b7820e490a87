import { expect, test } from "vitest";
import { memoryIn } from "../testing/channel-state.ts";
import { createDeadLetters } from "./dead-letters.ts";

interface Update {
  readonly update_id: number;
  readonly message?: number;
}

const nameOf = ({ update_id: id, message }: Update) => `${id} ${message}`;

test("what was put aside is tried again by the next process, until it is taken in", async () => {
  const kept = new Map<string, string>();
  const first = createDeadLetters(memoryIn(kept), nameOf);
  await Promise.all([5, 6, 5].map((id) => first.park({ update_id: id })));

  const next = createDeadLetters(memoryIn(kept), nameOf);
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
  const parked = createDeadLetters(memoryIn(new Map()), nameOf);
  await parked.park({ update_id: 5 });
  await parked.retry(async () => {
    const album = [3, 4];
    await parked.park(...album.map((message) => ({ update_id: 5, message })));
  });
  const tried: unknown[] = [];
  await parked.retry(async ({ message }) => void tried.push(message));
  expect(tried).toEqual([3, 4]);
});
