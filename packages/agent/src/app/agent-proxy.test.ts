import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { expect, test } from "vitest";
import { defineOperation } from "@reeve/operations/operation";
import { createControl } from "../operations/control.ts";
import { implement } from "../operations/implement.ts";
import { createEvents } from "../core/events/events.ts";
import { toId } from "../kernel/ids.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import { createAgentProxy } from "./agent-proxy.ts";
import { createLifecycle } from "./lifecycle.ts";

const owner = { id: toId<"person">("owner"), tenant: "home", role: "owner", name: "Ann" } as const;
const caller = { person: owner, channel: "cli", externalId: "main" };
const envelope = {
  id: "m1",
  edit: 0,
  address: { channel: "cli", externalId: "main", kind: "direct" },
  sender: { id: "owner", name: "Ann" },
  text: "hello",
  sentAt: 1,
} as const;

/** An operation that answers which process or agent it was carried out by. */
function which(noun: string, answer: string) {
  const operation = defineOperation({
    name: `${noun}.which`,
    summary: "Tells them apart.",
    input: z.object({}),
    output: z.string(),
    effect: "read",
    scope: "read",
  });
  return implement({ operation }, { operation: async () => answer }, () => "k");
}

async function openDesk() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-desk-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  const stopping = Promise.withResolvers<void>();
  let count = 0;
  const lifecycle = createLifecycle({
    clock: { now: Date.now },
    async open() {
      count += 1;
      const core = {
        control: createControl([which("turns", `agent ${count}`)]),
        inbox: {
          deliver: async () => ({
            message: toId<"inbox">(`i${count}`),
            outcome: "queued" as const,
          }),
          decide: async () => "recorded" as const,
          retryWaiting: async () => {},
          mayPay: async () => false,
          pay: async () => {},
          press: async () => ({ outcome: "expired" as const }),
          withdraw: async () => {},
        },
      };
      return { part: { core }, stop: () => stopping.promise };
    },
  });
  const desk = createAgentProxy({
    lifecycle,
    own: [which("agent", "process")],
    events: createEvents(store),
  });
  return {
    desk,
    lifecycle,
    letStop: () => stopping.resolve(),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

test("what belongs to the process answers always, the rest while an agent runs, and by the newest one", async () => {
  await using opened = await openDesk();
  const { desk, lifecycle, letStop } = opened;
  const stopped = { code: "unavailable", message: "The agent is stopped." };
  const ask = (method: string) => desk.control.receive(method, {}, caller);

  expect(await ask("agent.which")).toBe("process");
  await expect(ask("turns.which")).rejects.toMatchObject(stopped);
  await expect(desk.inbox.deliver(envelope)).rejects.toMatchObject(stopped);
  expect(() => desk.refuseUnlessRunning()).toThrow("The agent is stopped.");
  expect(desk.control.implemented.map(({ operation }) => operation.name)).toEqual(["agent.which"]);

  await lifecycle.start();
  expect(await ask("turns.which")).toBe("agent 1");
  expect(await desk.inbox.deliver(envelope)).toEqual({ message: "i1", outcome: "queued" });
  desk.refuseUnlessRunning();
  expect(desk.control.implemented.map(({ operation }) => operation.name)).toEqual([
    "agent.which",
    "turns.which",
  ]);

  letStop();
  await lifecycle.restart();
  expect(await ask("turns.which")).toBe("agent 2");
});

test("while an agent ends it is still looked at, and takes in nothing new", async () => {
  await using opened = await openDesk();
  const { desk, lifecycle, letStop } = opened;
  await lifecycle.start();
  const stopped = lifecycle.stop();
  await new Promise(setImmediate);
  expect(await desk.control.receive("turns.which", {}, caller)).toBe("agent 1");
  await expect(desk.inbox.deliver(envelope)).rejects.toMatchObject({
    code: "unavailable",
    message: "The agent is stopping.",
  });
  letStop();
  await stopped;
});

test("a message that comes during a start waits for it", async () => {
  await using opened = await openDesk();
  const { desk, lifecycle } = opened;
  const started = lifecycle.start();
  expect(() => desk.refuseUnlessRunning()).toThrow("The agent is starting.");
  expect(await desk.inbox.deliver(envelope)).toEqual({ message: "i1", outcome: "queued" });
  await started;
});
