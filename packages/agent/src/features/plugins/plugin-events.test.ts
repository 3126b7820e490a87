import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { addPeople, ann, bob, newChat } from "../../store/testing/rows.ts";
import { runUntilIdle } from "../../work/testing/run-until-idle.ts";
import type { PluginEvent } from "../../store/items/plugin-events.ts";
import { createInvoices, type InvoicePost } from "./invoices.ts";
import { createKeyboards, type KeyboardPost } from "./keyboards.ts";
import { createPluginEvents } from "./plugin-events.ts";

const chat = toId<"chat">("c1");
const address = { channel: "telegram-bot", externalId: "-5" };
const policies = { press: { firstMs: 0, longestMs: 0, ageLimitMs: 0 } };

const secret = async () => "secret";

/** Opens a poll in the chat `c1` with the buttons "Yes" and "No". */
async function openPoll() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  await addPeople(store);
  await store.commit("accept", (tx) =>
    tx.chats.add(newChat("c1", { ...address, kind: "group", uid: "g" })),
  );
  const state = new Map<string, string>();
  let now = 1000;
  const clock = { now: () => now };
  const kept = {
    get: async (key: string) => state.get(key),
    set: async (key: string, value: string) => void state.set(key, value),
  };
  const keyboards = createKeyboards({ state: kept, secret, clock });
  const invoices = createInvoices({ state: kept, secret, clock });
  const posts: KeyboardPost[] = [];
  const send = (plugin: string, labels: readonly string[], expiresInSeconds?: number) =>
    keyboards.send(
      {
        plugin,
        chat,
        key: "poll",
        text: "Tea?",
        rows: [labels.map((label) => ({ label, data: `vote:${label}` }))],
        expiresInSeconds,
      },
      async (post) => void posts.push(post),
    );
  const invoice = async (title: string) => {
    const sent: InvoicePost[] = [];
    const fields = { title, description: "Ten", stars: "50", payload: "gems" };
    await invoices.send({ plugin: "game", chat, key: "i1", ...fields }, async (post) => {
      sent.push(post);
    });
    return sent[0]?.part.payload ?? "";
  };
  const handled: PluginEvent[] = [];
  const plugin = { isDown: false };
  const kernel = { store, clock, newId: () => "n" };
  const start = () =>
    createPluginEvents({
      ...kernel,
      keyboards,
      invoices,
      mayRun: async () => !plugin.isDown,
      async deliver(event) {
        if (plugin.isDown) throw new Fault("unavailable", "The plugin is down.");
        handled.push(event);
        return "Thanks.";
      },
    });
  return {
    send,
    invoice,
    start,
    store,
    posts,
    handled,
    plugin,
    pass: (ms: number) => void (now += ms),
    /** The keyboard and mark of a button in the newest version. */
    button(label: string) {
      const found = posts
        .at(-1)
        ?.part.rows.flat()
        .find((one) => one.label === label);
      const data = found && "data" in found ? found.data : "";
      const [, button = "", keyboard = ""] = data.split(":");
      return { button, keyboard };
    },
    run: (events: ReturnType<typeof start>) =>
      events.upkeep.run((kind) => runUntilIdle(kind, { clock, policies }), signal),
  };
}

const { signal } = new AbortController();
const pressed = { id: "1", by: bob, address };

test("a press is stored and handled once, and its text returns", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes", "No"]);
  const events = poll.start();
  const press = { ...pressed, ...poll.button("Yes") };
  const [first, repeat] = [await events.press(press), await events.press(press)];
  await poll.run(events);
  for (const receipt of [first, repeat])
    expect(receipt.outcome === "stored" && (await receipt.answer)).toBe("Thanks.");
  await events.press(press);
  await poll.run(events);
  expect(poll.handled).toMatchObject([
    { plugin: "poll", chat, person: bob.id, body: { data: "vote:Yes", key: "poll" } },
  ]);
});

test("a press that was stored is handled by the next process", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes"]);
  const receipt = await poll.start().press({ ...pressed, ...poll.button("Yes") });
  expect(receipt.outcome).toBe("stored");
  await poll.run(poll.start());
  expect(poll.handled).toHaveLength(1);
});

test("a press that no plugin handles in time is given up", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes"]);
  poll.plugin.isDown = true;
  const events = poll.start();
  const receipt = await events.press({ ...pressed, ...poll.button("Yes") });
  await poll.run(events);
  expect(receipt.outcome === "stored" && (await receipt.answer)).toBeUndefined();
  poll.plugin.isDown = false;
  await poll.run(events);
  expect(poll.handled).toEqual([]);
});

test("buttons expire, belong to their chat and cannot be made up", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes", "No"], 60);
  const events = poll.start();
  const yes = poll.button("Yes");
  const expired = { outcome: "expired" };
  const elsewhere = { ...address, externalId: "-6" };
  expect(await events.press({ ...pressed, ...yes, address: elsewhere })).toEqual(expired);
  expect(await events.press({ ...pressed, ...yes, button: "000000000000" })).toEqual(expired);
  expect(await events.press({ ...pressed, ...yes, keyboard: "x" })).toEqual(expired);
  poll.pass(60_000);
  expect(await events.press({ ...pressed, ...yes })).toEqual(expired);
});

test("two plugins cannot press each other's buttons", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes"]);
  const first = poll.button("Yes");
  await poll.send("other", ["Yes"]);
  expect(poll.button("Yes").keyboard).not.toBe(first.keyboard);
});

test("a person who presses too often is slowed down, others are not", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes"]);
  const events = poll.start();
  const yes = poll.button("Yes");
  for (let id = 0; id < 20; id++) await events.press({ ...pressed, ...yes, id: `${id}` });
  expect(await events.press({ ...pressed, ...yes, id: "20" })).toEqual({ outcome: "too-many" });
  expect((await events.press({ ...pressed, ...yes, id: "21", by: ann })).outcome).toBe("stored");
  poll.pass(10_000);
  expect((await events.press({ ...pressed, ...yes, id: "22" })).outcome).toBe("stored");
});

test("an edit is a new version, and buttons that stay can still be pressed", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes", "No"]);
  const yes = poll.button("Yes");
  const no = poll.button("No");
  await poll.send("poll", ["Yes", "No"]);
  await poll.send("poll", ["Yes", "Perhaps"]);
  expect(poll.posts.map(({ call }) => call)).toEqual([
    "plugin:poll:c1:poll:1001",
    "plugin:poll:c1:poll:1001",
    "plugin:poll:c1:poll:1002",
  ]);
  const events = poll.start();
  expect((await events.press({ ...pressed, ...yes })).outcome).toBe("stored");
  expect(await events.press({ ...pressed, ...no, id: "2" })).toEqual({ outcome: "expired" });
});

test("an invoice is paid with its amount, and its payment is handled once", async () => {
  const poll = await openPoll();
  const invoice = await poll.invoice("Gems");
  const events = poll.start();
  expect(await events.mayPay({ invoice, stars: 50n })).toBe(true);
  expect(await events.mayPay({ invoice, stars: 49n })).toBe(false);
  poll.plugin.isDown = true;
  expect(await events.mayPay({ invoice, stars: 50n })).toBe(false);
  poll.plugin.isDown = false;
  expect(await events.mayPay({ invoice: "plugin:other", stars: 50n })).toBe(false);
  const receipt = {
    channel: "telegram-bot",
    account: "7",
    charge: "stx1",
    invoice,
    stars: 50n,
    by: bob,
  };
  await events.pay(receipt);
  await poll.run(poll.start());
  const next = poll.start();
  await next.pay(receipt);
  await poll.run(next);
  expect(poll.handled).toMatchObject([
    {
      id: "payment:telegram-bot:stx1",
      plugin: "game",
      body: { account: "7", charge: "stx1", stars: "50", payload: "gems", key: "i1" },
    },
  ]);
  await expect(next.pay({ ...receipt, invoice: "plugin:x" })).rejects.toMatchObject({
    code: "missing",
  });
  poll.pass(30 * 24 * 60 * 60 * 1000);
  expect(await events.mayPay({ invoice, stars: 50n })).toBe(false);
});

test("a key names one invoice", async () => {
  const poll = await openPoll();
  expect(await poll.invoice("Gems")).toBe(await poll.invoice("Gems"));
  await expect(poll.invoice("Swords")).rejects.toMatchObject({ code: "conflict" });
});

test("a press whose commit failed is stored when it is repeated", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes"]);
  const events = poll.start();
  const press = { ...pressed, ...poll.button("Yes") };
  const commit = vi
    .spyOn(poll.store, "commit")
    .mockRejectedValueOnce(new Error("the disk is full"));
  await expect(events.press(press)).rejects.toThrow("the disk is full");
  commit.mockRestore();
  expect((await events.press(press)).outcome).toBe("stored");
  expect(await poll.store.read.pluginEvents.countWaiting("poll")).toBe(1);
});

test("a repeated press is known when the plugin has removed the button", async () => {
  const poll = await openPoll();
  await poll.send("poll", ["Yes"]);
  const press = { ...pressed, ...poll.button("Yes") };
  await poll.start().press(press);
  await poll.send("poll", ["No"]);
  expect((await poll.start().press(press)).outcome).toBe("stored");
});
