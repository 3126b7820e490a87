import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { LogFields } from "../../platform/log.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Lease } from "../../store/messages/chats.ts";
import type { Store } from "../../store/store.ts";
import { addChat, newMessage } from "../../store/testing/rows.ts";
import { leaseEnd } from "./commit-with-lease.ts";
import { whileLeased } from "./while-leased.ts";

const MINUTE_MS = 60_000;
const chat = toId<"chat">("p1");
const never = new AbortController().signal;

let folder: string;
let own: Store;
/** The same database, as if other workers used it, too. */
let shared: Store;
let now: number;
let warned: [string, LogFields | undefined][];
/** Ends the pause before the next renewal, and resolves when the one after it begins. */
let pass: (ms: number) => Promise<void>;
/** Ends the pause. */
let letGo: () => void;
let pause: (ms: number, signal: AbortSignal) => Promise<void>;
let refusal: Error | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-lease-"));
  own = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  refusal = undefined;
  shared = Object.create(own, {
    isExclusive: { value: false },
    commit: {
      value: async (...args: Parameters<Store["commit"]>) => {
        if (refusal) throw refusal;
        return own.commit(...args);
      },
    },
  });
  now = 1000;
  warned = [];
  let begun = Promise.withResolvers<void>();
  let over = Promise.withResolvers<void>();
  pause = async (ms, signal) => {
    expect(ms).toBeLessThanOrEqual((leaseEnd(shared, 0) * 2) / 5);
    over = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => over.resolve());
    begun.resolve();
    await over.promise;
  };
  letGo = () => over.resolve();
  pass = async (ms) => {
    await begun.promise;
    begun = Promise.withResolvers<void>();
    now += ms;
    over.resolve();
    await begun.promise;
  };
  await addChat(own);
  await own.commit("accept", async (tx) => {
    await tx.inbox.add(newMessage("m1"));
    await tx.chats.enqueue(chat, { now: 1, interrupt: false });
  });
});
afterEach(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function unused(): never {
  return expect.fail("nothing is renewed");
}

/** Leases the chat, if it is free at the time of the clock. In this database, leases do not end by themselves. */
async function lease(owner: string): Promise<Lease | undefined> {
  using database = new DatabaseSync(path.join(folder, "reeve.db"));
  database.prepare("update chats set lease_owner = null where lease_until <= ?").run(now);
  const claim = { owner, now, leaseUntil: leaseEnd(shared, now) };
  const claimed = await own.commit("claim", (tx) => tx.chats.claim(claim));
  return claimed && { chat, owner, epoch: claimed.epoch };
}

async function leased(): Promise<Lease> {
  return (await lease("one")) ?? expect.fail("the chat is not free");
}

const clock = { now: () => now };
const log = {
  warn: (sentence: string, fields?: LogFields) => void warned.push([sentence, fields]),
};
const deps = () => ({ store: shared, clock, log, pause, signal: never });

test("nobody takes over a chat whose work lasts longer than a lease, and then somebody may", async () => {
  const held = await leased();
  const work = Promise.withResolvers<string>();
  const running = whileLeased(held, () => work.promise, deps());
  for (let n = 0; n < 6; n++) {
    await pass(2 * MINUTE_MS);
    expect(await lease("two")).toBe(undefined);
  }
  work.resolve("done");
  expect(await running).toBe("done");
  now += 10 * MINUTE_MS;
  expect(await lease("two")).toMatchObject({ owner: "two" });
});

test("work whose chat was taken over is aborted", async () => {
  const held = await leased();
  const aborted = Promise.withResolvers<void>();
  const running = whileLeased(
    held,
    async (signal) => {
      signal.addEventListener("abort", () => aborted.resolve());
      await aborted.promise;
      return signal.aborted;
    },
    deps(),
  );
  now += 10 * MINUTE_MS;
  expect(await lease("two")).toMatchObject({ owner: "two" });
  letGo();
  expect(await running).toBe(true);
});

test("a renewal that fails is logged, and the next one holds the chat", async () => {
  const held = await leased();
  const work = Promise.withResolvers<void>();
  const running = whileLeased(held, () => work.promise, deps());
  refusal = new Error("the server is away");
  await pass(2 * MINUTE_MS);
  expect(warned).toEqual([["failed to renew a lease", { chat, error: refusal }]]);
  refusal = undefined;
  await pass(2 * MINUTE_MS);
  now += 2 * MINUTE_MS;
  expect(await lease("two")).toBe(undefined);
  work.resolve();
  await running;
});

test("a store that is ours alone needs no renewal", async () => {
  const work = async () => {
    await Promise.resolve();
    return own.commits;
  };
  const held = await leased();
  const before = own.commits;
  expect(await whileLeased(held, work, { ...deps(), store: own, pause: unused })).toBe(before);
});
