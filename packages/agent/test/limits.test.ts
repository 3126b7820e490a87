import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { limits as limitOperations } from "@reeve/operations/agent/limits";
import { Fault, type Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../src/kernel/ids.ts";
import type { ModelPrice } from "../src/llm/catalog.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { fakeNotes } from "../src/features/notes/testing/fake-notes.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

/** A dollar for a million tokens read, two for a million written. */
const price: ModelPrice = {
  input: 1_000_000_000n,
  output: 2_000_000_000n,
  cacheRead: 0n,
  cacheWrite: 0n,
  tiers: [],
};
const EVENING = Date.UTC(2026, 1, 20, 22);

/** Creates an answer that costs this many cents. */
function costing(cents: number, answer: ScriptedAnswer = { text: "Done." }): ScriptedAnswer {
  const usage = { inputTokens: 9, cachedTokens: 0, outputTokens: 9 };
  return { ...answer, usage: { ...usage, costNano: BigInt(cents) * 10_000_000n } };
}

function told(messenger: ScriptedChannel, externalId?: string): readonly string[] {
  return messenger.delivered
    .filter((one) => externalId === undefined || one.externalId === externalId)
    .map(({ part }) => (part.type === "approval" ? part.question : part.text));
}

async function show(agent: RunningAgent) {
  return askOf(agent)(limitOperations.show, {});
}

test("a budget that is used up in the middle of a turn ends it with what it did kept, and is free the next day", async () => {
  const messenger = scriptedChannel();
  let now = EVENING;
  const calls = [{ name: "note_create", args: {} }];
  const model = scriptedModel(
    [costing(30, { calls }), costing(30, { calls }), costing(1), costing(1)],
    { price },
  );
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [fakeTool("note_create")],
    clock: { now: () => now },
    limits: { money: { person: { day: "0.50" } } },
  });

  await messenger.say("write");
  await messenger.received(1);
  await messenger.say("and now?");
  await messenger.received(2);
  now += 2 * 3_600_000;
  await messenger.say("good morning");
  await messenger.received(3);

  const line =
    "The daily budget for this person is used up: $0.6 of $0.5. I'll answer again on 2026-02-21 at 00:00 (UTC).";
  expect(told(messenger)).toEqual([line, line, "Done."]);
  expect(model.requests).toHaveLength(3);
  expect(await show(agent)).toMatchObject({
    money: expect.arrayContaining([
      { subject: "platform", day: "$0.01", month: "$0.61", held: "$0" },
    ]),
  });
  expect(await endStory(agent, model)).toEqual([
    "write: refused (exhausted: $0.6 of $0.5 in a day for this person)",
    "and now?: refused (exhausted: $0.6 of $0.5 in a day for this person)",
    "good morning: answered",
  ]);
});

test("a budget of a month, of a chat and of everybody stops others, too", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => costing(60), { price });
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock: { now: () => EVENING },
    roles: { bob: "member", eve: "member" },
    limits: { money: { chat: { day: "0.60" }, tenant: { month: "1.20" } } },
  });
  const group = { externalId: "flat", kind: "group" } as const;
  await messenger.say("hello", group);
  await messenger.received(1);
  await messenger.say("hello", { ...group, sender: "bob" });
  await messenger.received(2);
  await messenger.say("hello", { externalId: "b", sender: "bob" });
  await messenger.received(3);
  await messenger.say("hello", { externalId: "e", sender: "eve" });
  await messenger.received(4);

  expect(told(messenger).slice(1)).toEqual([
    "The daily budget for this chat is used up: $0.6 of $0.6. I'll answer again on 2026-02-21 at 00:00 (UTC).",
    "Done.",
    "The monthly budget for everyone here is used up: $1.2 of $1.2. I'll answer again on 2026-03-01 at 00:00 (UTC).",
  ]);
  await endStory(agent, model);
});

test("fifty people at once are all answered, each within what one request may cost of the budget", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => costing(1), { price });
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock: { now: Date.now },
    maxTokens: 100_000,
    limits: { money: { platform: { day: "1" } }, rates: { person: { minute: 2 } } },
  });
  const people = Array.from({ length: 50 }, (_, index) => `p${index}`);
  await Promise.all(people.map((sender) => messenger.say("hello", { externalId: sender, sender })));
  await messenger.received(50);

  expect(new Set(told(messenger))).toEqual(new Set(["Done."]));
  expect(model.requests).toHaveLength(50);
  expect(await agent.store.read.limits.countReservations()).toBe(0);
  await endStory(agent, model);
});

test("a stopped request counts as all that was set aside for it, one that failed as nothing", async () => {
  const messenger = scriptedChannel();
  const held = Promise.withResolvers<void>();
  const model = scriptedModel(
    [{ text: "Well", hold: held.promise }, { error: { code: "invalid", message: "no" } }],
    { price },
  );
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock: { now: () => EVENING },
    maxTokens: 100_000,
    limits: { money: { tenant: { day: "5" } } },
  });
  await messenger.say("think");
  while (model.requests.length === 0) await new Promise(setImmediate);
  await askAs(agent.core.control, await callerOf(agent))(sessions.stop, {});
  await messenger.received(1);
  const spent = async () => {
    const days = { from: "2026-02-20", to: "2026-02-20" };
    const [account] = await agent.store.read.limits.accounts(["platform"], days);
    return [account?.heldNano, account && account.spentNano > 200_000_000n];
  };
  expect(await spent()).toEqual([0n, true]);
  const before = await agent.store.read.limits.allAccounts({
    from: "2026-02-20",
    to: "2026-02-20",
  });
  await messenger.say("again");
  await messenger.received(2);
  expect(
    await agent.store.read.limits.allAccounts({ from: "2026-02-20", to: "2026-02-20" }),
  ).toEqual(before);
  await endStory(agent, model);
});

const pay = (sent: string[]): Tool =>
  fakeTool("ton_send", {
    effect: "write",
    spends: () => ({ asset: "TON", amount: "4", to: "EQshop" }),
    run: async () => {
      sent.push("4 TON");
      return "sent";
    },
  });

const paying: readonly ScriptedAnswer[] = [
  { calls: [{ name: "ton_send", args: {} }] },
  { text: "Done." },
];

test("an asset is paid up to its limit of a day, and again when a day has passed", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  let now = EVENING;
  const model = scriptedModel([...paying, ...paying, ...paying, ...paying]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [pay(sent)],
    clock: { now: () => now },
    limits: { assets: { TON: { perDay: "10", to: ["EQshop"] } } },
  });
  for (const count of [1, 2, 3]) {
    await messenger.say("pay");
    await messenger.received(count);
  }
  expect(sent).toEqual(["4 TON", "4 TON"]);
  expect(model.requests[5]?.messages.at(-1)?.text).toBe(
    "exhausted: 4 TON more would exceed the limit: 8 of 10 TON were paid in the last 24 hours. It can be paid on 2026-02-21 at 22:00 (UTC).",
  );
  expect(await show(agent)).toMatchObject({ assets: [{ asset: "TON", paid: "8" }] });
  now += 24 * 3_600_000;
  await messenger.say("pay again");
  await messenger.received(4);
  expect(sent).toHaveLength(3);
  await endStory(agent, model);
});

test("what was paid counts also where its result may not be shown", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const model = scriptedModel([{ text: "Hello." }, ...paying, ...paying]);
  const tool: Tool = {
    ...pay(sent),
    needs: ["notes"],
    resultOrigin: "services",
    run: async (_params, { notes }) => {
      sent.push("4 TON");
      return notes.list({ limit: 1 });
    },
  };
  const note = {
    id: "n1",
    title: undefined,
    text: "kx-74819",
    tags: [],
    createdAt: 1,
    updatedAt: 1,
  };
  const limits = { assets: { TON: { perDay: "5" } } };
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    limits,
    services: {
      // Lists the note in groups, too, labeled as the person's own.
      notes: ({ person, labels }) => ({
        ...fakeNotes(),
        async list() {
          labels?.mark({ integrity: "owner", audience: `person:${person}` });
          return [note];
        },
      }),
    },
  });
  await messenger.say("hello");
  await messenger.received(1);

  for (const count of [1, 2]) {
    await messenger.say("pay", { externalId: "7", kind: "group" });
    await messenger.received(count, "7");
  }

  expect(sent).toEqual(["4 TON"]);
  expect(JSON.stringify(model.requests)).not.toContain("kx-74819");
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("4 of 5 TON were paid");
  await endStory(agent, model);
});

const pays = (jetton: string, amount: string) => ({
  calls: [{ name: "jetton_send", args: { jetton, amount } }],
});

test("one jetton is one asset, and what cannot be counted is not paid", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const asset = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
  const spellings = [asset, "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA"];
  const tool = fakeTool("jetton_send", {
    effect: "write",
    params: z.object({ jetton: z.string(), amount: z.string() }),
    spends: (given) => {
      const { jetton, amount } = z.object({ jetton: z.string(), amount: z.string() }).parse(given);
      return { asset: jetton, amount };
    },
    run: async (given) => sent.push(JSON.stringify(given)),
  });
  const model = scriptedModel(
    [...spellings.map((one) => pays(one, "4")), pays("USD", "1e-7"), pays("other", "4,5")].flatMap(
      (thought) => [thought, { text: "Done." }],
    ),
  );
  const limits = { assets: { [asset]: { perDay: "5" } } };
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool], limits });
  for (const count of [1, 2, 3, 4]) {
    await messenger.say("pay");
    await messenger.received(count);
  }

  expect(sent).toEqual([JSON.stringify({ jetton: asset, amount: "4" })]);
  expect(told(messenger)).toEqual(["Done.", "Done.", "Done.", "Done."]);
  expect(model.requests[3]?.messages.at(-1)?.text).toContain("4 of 5");
  expect(model.requests[5]?.messages.at(-1)?.text).toContain("cannot be counted");
  expect(await show(agent)).toMatchObject({ assets: [{ asset, paid: "4" }] });
  await endStory(agent, model);
});

test("calls of one thought that pay together do not exceed a limit, and the others run", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const three = ["a", "b", "c"].map((to) => ({ name: "ton_send", args: { to } }));
  const model = scriptedModel([
    { calls: [...three, { name: "note_create", args: {} }] },
    { text: "Done." },
  ]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [pay(sent), fakeTool("note_create")],
    clock: { now: () => EVENING },
    limits: { assets: { TON: { perDay: "5" } } },
  });
  await messenger.say("pay");
  await messenger.received(1);
  expect(sent).toEqual(["4 TON"]);
  expect(model.requests[1]?.messages.slice(-4).map(({ text }) => text.slice(0, 9))).toEqual([
    "sent",
    "exhausted",
    "exhausted",
    "done",
  ]);
  await endStory(agent, model);
});

test("what a person allowed is not paid when the limit was reached meanwhile, and the model is told", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const model = scriptedModel([
    { calls: [{ name: "ton_send", args: {} }] },
    { text: "It waits." },
    { text: "Too much." },
  ]);
  const asked: Tool = { ...pay(sent), effect: "pay", confirm: () => "Pay 4 TON?" };
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [asked],
    clock: { now: () => EVENING },
    limits: { assets: { TON: { perCall: "4", perDay: "5" } } },
  });
  await messenger.say("pay");
  const [, question] = await messenger.received(2);
  if (question?.part.type !== "approval") throw new Error("nothing was asked");
  await askOf(agent)(limitOperations.set, { key: "assets.TON.perCall", value: "3.5" });
  const { person: by } = await callerOf(agent);
  const approval = toId<"approval">(question.part.approval);
  await agent.core.inbox.decide({ approval, verdict: "allow", by });
  await messenger.received(3);
  expect(sent).toEqual([]);
  expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain(
    "4 TON exceeds the limit of 3.5 TON per payment.",
  );
  expect((await agent.store.read.approvals.byId(approval))?.state).toBe("failed");
  await endStory(agent, model);
});

test("nobody is asked about a payment that the limits forbid", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const model = scriptedModel([
    { calls: [{ name: "ton_send", args: {} }] },
    { text: "I may not." },
  ]);
  const asked: Tool = { ...pay(sent), effect: "pay", confirm: () => "Pay 4 TON?" };
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [asked],
    limits: { assets: { TON: { to: ["EQfriend"] } } },
  });
  await messenger.say("pay");
  await messenger.received(1);
  expect(told(messenger)).toEqual(["I may not."]);
  expect(model.requests[1]?.messages.at(-1)?.text).toBe(
    "exhausted: EQshop is not one of the 1 recipients that limits.assets.TON.to allows.",
  );
  await endStory(agent, model);
});

test("what a call costs in dollars counts for budgets, and nothing of it where it fails before anything was done", async () => {
  const messenger = scriptedChannel();
  let ran = 0;
  const draw = fakeTool("image_draw", {
    effect: "write",
    spends: () => ({ asset: "USD", amount: "0.04" }),
    run: async () => {
      ran += 1;
      if (ran === 1) throw new Fault("missing", "There is no brush.");
      return "drawn";
    },
  });
  const drawing = [costing(0, { calls: [{ name: "image_draw", args: {} }] }), costing(0)];
  const model = scriptedModel([...drawing, ...drawing, ...drawing, costing(0)], { price });
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [draw],
    clock: { now: () => EVENING },
    limits: { money: { chat: { day: "0.04" } } },
  });
  for (const count of [1, 2, 3]) {
    await messenger.say("draw");
    await messenger.received(count);
  }
  expect(told(messenger)).toEqual([
    "Done.",
    "The daily budget for this chat is used up: $0.04 of $0.04. I'll answer again on 2026-02-21 at 00:00 (UTC).",
    "The daily budget for this chat is used up: $0.04 of $0.04. I'll answer again on 2026-02-21 at 00:00 (UTC).",
  ]);
  expect(ran).toBe(2);
  await endStory(agent, model);
});

test("summing up a conversation counts for whoever it was with, and no model is asked for it without a budget", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => costing(1), { price });
  const utility = scriptedModel(() => costing(10, { text: "They said hello." }), { price });
  const summaries: string[] = [];
  let heard = Promise.withResolvers<void>();
  await using agent = await startAgent({
    model,
    utility,
    channels: [messenger],
    clock: { now: () => EVENING },
    limits: { money: { person: { day: "0.12" } } },
    async saveDailySummary({ text }) {
      summaries.push(text);
      heard.resolve();
    },
  });
  for (const count of [1, 2]) {
    heard = Promise.withResolvers();
    await messenger.say("hello");
    await messenger.received(count);
    await askAs(agent.core.control, await callerOf(agent))(sessions.new, {});
    await heard.promise;
  }
  await messenger.say("hello");
  await messenger.received(3);

  expect(utility.requests).toHaveLength(1);
  expect(summaries).toEqual(["They said hello.", expect.stringContaining("hello")]);
  expect(told(messenger).map((text) => text.slice(0, 79))).toEqual([
    "Done.",
    "Done.",
    "The daily budget for this person is used up: $0.12 of $0.12. I'll answer again ",
  ]);
});

test("by default, the owner and admins have no rate, and members do", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "owner", ada: "admin", bob: "member" },
    limits: { rates: { person: { minute: 1, day: 1 } } },
  });
  for (const sender of ["ann", "ada", "bob"]) {
    for (const count of [1, 2]) {
      await messenger.say("hello", { sender, externalId: sender });
      await messenger.received(count, sender);
    }
  }
  expect(told(messenger, "ann")).toEqual(["Hello.", "Hello."]);
  expect(told(messenger, "ada")).toEqual(["Hello.", "Hello."]);
  expect(told(messenger, "bob")[1]).toMatch(/^Too many messages/);
  const { chats, limits } = agent.store.read;
  const isCounted = async (person: string) => {
    const [chat] = await chats.byAddress("scripted", person);
    return chat && (await limits.nthTaken({ chat: chat.id }, 1)) !== undefined;
  };
  // What has no rate is not counted.
  expect([await isCounted("ann"), await isCounted("ada"), await isCounted("bob")]).toEqual([
    false,
    false,
    true,
  ]);
  await endStory(agent, model);
});

test("the owner's messages that come too fast wait for their time in order, and are told of once", async () => {
  const messenger = scriptedChannel();
  let now = EVENING;
  const model = scriptedModel(({ messages }) => ({
    text: (messages.at(-1)?.text ?? "").match(/hello \d/g)?.join(" and ") ?? "",
  }));
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock: { now: () => now },
    limits: { rates: { person: { minute: 2 }, admins: true } },
  });
  await messenger.say("hello 1");
  await messenger.received(1);
  await messenger.say("hello 2");
  await messenger.received(2);
  expect(await messenger.say("hello 3")).toMatchObject({
    outcome: "queued",
    reason:
      "I'll answer this later: I answer up to 2 messages per person per minute and can answer again at 22:01 (UTC).",
  });
  await messenger.say("hello 4");
  await messenger.received(3);
  await messenger.say("hello 5", { externalId: "2", sender: "bob" });
  await messenger.received(4);
  now += 60_000;
  await messenger.say("hello 6", { externalId: "3", sender: "eve" });
  await messenger.received(6);

  expect(told(messenger, "1")).toEqual([
    "hello 1",
    "hello 2",
    "I'll answer this later: I answer up to 2 messages per person per minute and can answer again at 22:01 (UTC).",
    "hello 3 and hello 4",
  ]);
  await endStory(agent, model);
});

test("others are refused when they write too fast, once in a while in words, and the rest of a group is answered", async () => {
  const messenger = scriptedChannel();
  let now = EVENING;
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { bob: "member" },
    clock: { now: () => now },
    limits: { rates: { person: { minute: 1 } } },
  });
  const bob = { externalId: "flat", kind: "group", sender: "bob" } as const;
  await messenger.say("one", bob);
  await messenger.received(1);
  await messenger.say("two", bob);
  await messenger.received(2);
  expect(await messenger.say("three", bob)).toMatchObject({ outcome: "refused" });
  await messenger.say("four", { ...bob, sender: "ann" });
  await messenger.received(3);
  now += 60_000;
  await messenger.say("five", bob);
  await messenger.received(4);

  const limit =
    "I answer up to 1 message per person per minute and can answer again at 22:01 (UTC)";
  expect(told(messenger)).toEqual([
    "Hello.",
    `Too many messages: ${limit}. Please send this again later.`,
    "Hello.",
    "Hello.",
  ]);
  expect(await endStory(agent, model)).toEqual([
    "one: answered",
    `two: refused (exhausted: too fast: ${limit})`,
    `three: refused (too fast: ${limit})`,
    "four: answered",
    "five: answered",
  ]);
});

test("a group has a rate of its own, a day's rate holds for 24 hours, and the config may have everybody wait or nobody", async () => {
  const messenger = scriptedChannel();
  let now = EVENING;
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock: { now: () => now },
    limits: {
      rates: { person: { minute: 0, day: 2 }, group: { minute: 1 }, admins: true },
      overRate: "refuse",
    },
  });
  const group = { externalId: "flat", kind: "group" } as const;
  await messenger.say("one", { ...group, sender: "bob" });
  await messenger.received(1);
  await messenger.say("two", { ...group, sender: "eve" });
  await messenger.received(2);
  now += 60_000;
  for (const count of [3, 4]) {
    await messenger.say("mine", { externalId: "e", sender: "eve" });
    await messenger.received(count);
  }
  await messenger.say("mine", { externalId: "e", sender: "eve" });
  await messenger.received(5);

  expect(told(messenger)).toEqual([
    "Hello.",
    "Too many messages: I answer up to 1 message per minute in a group and can answer again at 22:01 (UTC). Please send this again later.",
    "Hello.",
    "Hello.",
    "Too many messages: I answer up to 2 messages per person per day and can answer again on 2026-02-21 at 22:01 (UTC). Please send this again later.",
  ]);
  await endStory(agent, model);
});

test("only the owner sets limits, at once, and none that there are not", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => costing(1), { price });
  const roles = { bob: "member" } as const;
  await using agent = await startAgent({ model, channels: [messenger], roles, limits: {} });
  await messenger.say("hello", { externalId: "b", sender: "bob" });
  await messenger.received(1);
  await messenger.say("hello");
  await messenger.received(2);
  const set = (params: { key: string; value: string }, by = {}) =>
    askOf(agent, by)(limitOperations.set, params);

  await expect(
    set({ key: "money.person.day", value: "9" }, { name: "bob", externalId: "b" }),
  ).rejects.toMatchObject({ code: "denied" });
  for (const params of [
    { key: "money.person.day", value: "much" },
    { key: "money.person.week", value: "1" },
    { key: "rates.person.minute", value: "many" },
  ])
    await expect(set(params)).rejects.toMatchObject({ code: "invalid" });

  await set({ key: "money.person.day", value: "0.01" });
  await messenger.say("hello", { externalId: "b", sender: "bob" });
  await messenger.received(3);
  await askOf(agent)(limitOperations.unset, { key: "money.person.day" });
  await messenger.say("hello", { externalId: "b", sender: "bob" });
  await messenger.received(4);
  expect(told(messenger).map((text) => text.slice(0, 10))).toEqual([
    "Done.",
    "Done.",
    "The daily ",
    "Done.",
  ]);
  await endStory(agent, model);
});
