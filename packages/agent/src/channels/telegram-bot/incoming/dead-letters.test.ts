import type { Message } from "grammy/types";
import { expect, test } from "vitest";
import { memoryIn } from "../../testing/channel-state.ts";
import { createDeadLetters } from "./dead-letters.ts";

test("what was put aside is tried again by the next process, until it is taken in", async () => {
  const kept = new Map<string, string>();
  const first = createDeadLetters(memoryIn(kept));
  await Promise.all([5, 6, 5].map((id) => first.park({ update_id: id })));

  const next = createDeadLetters(memoryIn(kept));
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

function picture(id: number): Message {
  return { message_id: id, date: 1, chat: { id: 7, type: "private", first_name: "Ann" } };
}

test("messages of an album are put aside together, and while others are tried again", async () => {
  const parked = createDeadLetters(memoryIn(new Map()));
  await parked.park({ update_id: 5 });
  await parked.retry(async () => {
    const album = [picture(3), picture(4)];
    await parked.park(...album.map((message) => ({ update_id: 5, message })));
  });
  const tried: unknown[] = [];
  await parked.retry(async ({ message }) => void tried.push(message?.message_id));
  expect(tried).toEqual([3, 4]);
});
