import { expect, test } from "vitest";
import { pollUpdates } from "./poll-updates.ts";

/** Telegram, reduced to a list of updates that stay until they are acknowledged. */
function fakeUpdates(ids: readonly number[], stop: AbortController) {
  const offsets: (number | undefined)[] = [];
  return {
    offsets,
    ask: async (offset: number | undefined) => {
      offsets.push(offset);
      const pending = ids.filter((id) => offset === undefined || id >= offset);
      if (pending.length === 0) stop.abort();
      return pending.map((update_id) => ({ update_id }));
    },
  };
}

/** Lets other work go on, and no time pass. */
async function pause(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("updates are acknowledged once they have been taken", async () => {
  const stop = new AbortController();
  const telegram = fakeUpdates([5, 6, 7], stop);
  const taken: number[] = [];
  const take = async ({ update_id: id }: { update_id: number }) => {
    taken.push(id);
    return true;
  };
  await pollUpdates({ ask: telegram.ask, take, pause }, stop.signal);
  expect([taken, telegram.offsets]).toEqual([
    [5, 6, 7],
    [undefined, 8],
  ]);
});

test("one that takes long holds up no other, and is not acknowledged before it is taken", async () => {
  const stop = new AbortController();
  const telegram = fakeUpdates([5, 6, 7], stop);
  const taken: number[] = [];
  const slow = Promise.withResolvers<void>();
  const take = async ({ update_id: id }: { update_id: number }) => {
    if (id === 6) await slow.promise;
    taken.push(id);
    return true;
  };
  const ask = async (offset: number | undefined) => {
    if (telegram.offsets.length === 4) slow.resolve();
    return telegram.ask(offset);
  };
  await pollUpdates({ ask, take, pause }, stop.signal);
  expect(taken).toEqual([5, 7, 6]);
  expect(new Set(telegram.offsets)).toEqual(new Set([undefined, 6, 8]));
});

test("what was not taken when it stops is not acknowledged", async () => {
  const stop = new AbortController();
  const telegram = fakeUpdates([5, 6], stop);
  const take = async ({ update_id: id }: { update_id: number }) => {
    if (id === 5) return true;
    stop.abort();
    return false;
  };
  await pollUpdates({ ask: telegram.ask, take, pause }, stop.signal);
  expect(telegram.offsets).toEqual([undefined]);
});
