import { expect, test } from "vitest";
import { toId, type ApprovalId } from "../../../kernel/ids.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { createWakeup } from "../../../kernel/wakeup.ts";
import { silentLog, type LogFields } from "../../../platform/log.ts";
import { newChat } from "../../../store/testing/rows.ts";
import { runUntilIdle } from "../../../work/testing/run-until-idle.ts";
import { openTurnKit, toolThat } from "../../turns/testing/open-turn-kit.ts";
import { approvalWork } from "./approval-work.ts";
import { withRepositories } from "../../../store/testing/with-repositories.ts";

const cid: Principal = { id: toId("cid"), tenant: "home", role: "admin", name: "Cid" };

interface StoryOptions {
  readonly isPush?: (channel: string) => boolean;
  /** How many people have to allow a call. */
  readonly needed?: number;
}

/** Ann was asked in the chat `p1` whether Bob is paid; Cid, an admin, has the chat `p2`. */
async function askAnn({ isPush = () => true, needed = 1 }: StoryOptions = {}) {
  await using stack = new AsyncDisposableStack();
  const settings = { approversFor: () => needed };
  const kit = stack.use(await openTurnKit({ tools: [toolThat()], settings }));
  const { read } = kit.store;
  await kit.store.commit("accept", async (tx) => {
    await tx.people.add(cid, { tenant: "home", channel: "cli", externalId: "cid" });
    await tx.chats.add(newChat("p2", { uid: "cid" }));
    await tx.chats.add(newChat("p3", { uid: "bob" }));
    await tx.chats.add(newChat("p4", { uid: "cid", kind: "group" }));
  });
  await kit.accept("m1");
  const id = await kit.ask("c1", "ton_send", { to: "Bob" });
  const clock = { now: () => kit.time.now, isTrusted: true };
  const seen = {
    rings: 0,
    published: [] as string[],
    logged: [] as [string, LogFields | undefined][],
  };
  const work = approvalWork({
    ...kit.deps,
    clock,
    isPush,
    wakeup: createWakeup(),
    outboxWakeup: { notify: () => void (seen.rings += 1) },
    events: {
      ...kit.deps.events,
      publish: (chat, facts) => {
        seen.published.push(...facts.map(({ type }) => `${type} in ${chat.externalId}`));
      },
    },
    log: { ...silentLog, info: (sentence, fields) => void seen.logged.push([sentence, fields]) },
  });
  const owned = stack.move();
  return {
    ...kit,
    id,
    clock,
    seen,
    work,
    run: () => runUntilIdle(work, { clock }),
    expiresAt: async () => (await read.approvals.byId(id))?.expiresAt ?? 0,
    state: async () => (await read.approvals.byId(id))?.state,
    /** Returns the parts that a chat was sent, oldest first. */
    async sent(chat: string) {
      const turn = await read.turns.ofCall(toId("c1"));
      const rows = turn ? await read.outbox.ofTurn(turn) : [];
      return rows
        .filter((row) => row.chat === chat)
        .toSorted((one, other) => one.order - other.order)
        .map(({ body }) => (body.type === "approval" ? body.question : body.text));
    },
    facts: async (chat: string) => {
      const events = await read.events.since(toId(chat), 0, 99);
      return events.filter(({ type }) => type.startsWith("approval"));
    },
    async vote(approval: ApprovalId, by: Principal, externalId: string) {
      return kit.decide(approval, { by, from: { channel: "cli", externalId } });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const asked = "ton_send?\n(requested by Ann in cli/p1)";

test("a question is shown in the direct chats of the others who may answer it, once", async () => {
  await using story = await askAnn();
  await story.run();
  await story.run();
  expect(await story.sent("p2")).toEqual([asked]);
  expect(await story.sent("p3")).toEqual([]);
  expect(await story.sent("p4")).toEqual([]);
  expect(await story.sent("p1")).toEqual(["Hello.", "ton_send?"]);
  expect(await story.facts("p2")).toMatchObject([
    {
      type: "approval-request",
      approval: story.id,
      tool: "ton_send",
      args: { to: "Bob" },
      question: "ton_send?",
      asked: "Ann, in cli/p1",
      expires: await story.expiresAt(),
    },
  ]);
  expect((await story.facts("p2"))[0]).not.toHaveProperty("needed");
  expect(story.seen.published).toEqual(["approval-request in p2"]);
  expect(story.seen.rings).toBe(1);
});

test("a question that several have to allow says so in its event", async () => {
  await using story = await askAnn({ needed: 2 });
  await story.run();
  expect(await story.facts("p2")).toMatchObject([{ needed: 2 }]);
});

test.each([
  // The result of the call follows.
  ["allow", []],
  ["deny", ["❌ Not done: ton_send (denied by Ann)"]],
] as const)("an answer closes the question where it was shown: %s", async (verdict, lines) => {
  await using story = await askAnn();
  await story.run();
  await story.decide(story.id, { verdict, from: { channel: "cli", externalId: "p1" } });
  await story.run();
  await story.run();
  expect(await story.sent("p2")).toEqual([asked, ...lines]);
  expect(await story.sent("p1")).toEqual(["Hello.", "ton_send?"]);
  expect((await story.facts("p2")).at(-1)).toMatchObject({
    type: "approval-decision",
    approval: story.id,
    verdict,
    by: "Ann",
  });
  expect(story.seen.published).toEqual(["approval-request in p2", "approval-decision in p2"]);
});

test("an answer of somebody else closes the question where it was asked, and their channel does so itself", async () => {
  await using story = await askAnn();
  await story.run();
  const from = { channel: "cli", externalId: "p2" };
  await story.decide(story.id, { by: cid, from, verdict: "deny" });
  await story.run();
  expect(await story.sent("p1")).toEqual([
    "Hello.",
    "ton_send?",
    "❌ Not done: ton_send (denied by Cid)",
  ]);
  expect(await story.sent("p2")).toEqual([asked]);
  expect((await story.facts("p2")).at(-1)).toMatchObject({ type: "approval-decision", by: "Cid" });
});

test("a question that was answered before it was shown elsewhere is shown nowhere else", async () => {
  await using story = await askAnn();
  await story.decide(story.id);
  await story.run();
  expect(await story.sent("p2")).toEqual([]);
  expect(await story.facts("p2")).toEqual([]);
  expect(await story.store.read.approvals.unannounced(9)).toEqual([]);
  expect(await story.store.read.approvals.hasOpen()).toBe(false);
});

test("who may not answer any more hears nothing of the end", async () => {
  await using story = await askAnn();
  await story.run();
  await story.store.commit("accept", (tx) => tx.people.settleRole(cid.id, "member"));
  await story.decide(story.id);
  await story.run();
  expect(await story.sent("p2")).toEqual([asked]);
});

test("how many have allowed it is shown to all who were asked, but not where that was said", async () => {
  await using story = await askAnn({ needed: 2 });
  await story.store.commit("accept", async (tx) => {
    const dan = { ...cid, id: toId<"person">("dan"), name: "Dan" };
    await tx.people.add(dan, { tenant: "home", channel: "cli", externalId: "dan" });
    await tx.chats.add(newChat("p5", { uid: "dan" }));
  });
  await story.run();
  expect(await story.vote(story.id, cid, "p2")).toBe("counted");
  expect(await story.vote(story.id, cid, "p2")).toBe("counted");
  const counted = "ton_send?\n(1 of 2 approvals, latest: Cid)";
  expect(await story.sent("p1")).toEqual(["Hello.", "ton_send?", counted]);
  expect(await story.sent("p5")).toEqual([asked, counted]);
  expect(await story.sent("p2")).toEqual([asked]);
  for (const chat of ["p1", "p2", "p5"])
    expect((await story.facts(chat)).at(-1)).toMatchObject({
      type: "approval-vote",
      by: "Cid",
      given: 1,
      needed: 2,
    });
});

test("a question whose time is over ends, and everybody is told so", async () => {
  await using story = await askAnn();
  await story.run();
  story.time.now = await story.expiresAt();
  await story.run();
  await story.run();
  expect(await story.state()).toBe("expired");
  expect(await story.sent("p1")).toEqual([
    "Hello.",
    "ton_send?",
    "⌛ Not done, nobody answered in time: ton_send",
  ]);
  expect(await story.sent("p2")).toEqual([asked, "⌛ Not done, nobody answered in time: ton_send"]);
  expect((await story.facts("p1")).at(-1)).toMatchObject({
    type: "approval-decision",
    verdict: "expired",
    by: "",
  });
  expect(story.seen.logged).toEqual([["approval expired", { approval: story.id, trace: "m1" }]]);
  expect(story.seen.published).toEqual([
    "approval-request in p2",
    "approval-decision in p1",
    "approval-decision in p2",
  ]);
  expect(story.seen.rings).toBe(3);
});

test("where replies are fetched, nothing of a question waits to be sent", async () => {
  await using story = await askAnn({ isPush: () => false });
  await story.run();
  story.time.now = await story.expiresAt();
  await story.run();
  expect(await story.sent("p1")).toEqual(["Hello.", "ton_send?"]);
  expect(await story.sent("p2")).toEqual([]);
  expect(await story.facts("p1")).toMatchObject([
    { type: "approval-request" },
    { verdict: "expired" },
  ]);
  expect(await story.facts("p2")).toMatchObject([
    { type: "approval-request" },
    { verdict: "expired" },
  ]);
});

test("the next look is when a question ends, and within a minute, since a clock may be set", async () => {
  await using story = await askAnn();
  await story.run();
  const ends = await story.expiresAt();
  story.time.now = ends - 59_999;
  expect(await story.work.nextDue()).toBe(ends);
  story.time.now = ends - 60_001;
  expect(await story.work.nextDue()).toBe(ends - 1);
});

test("while the clock is doubted, no question ends, and time is looked at again in a minute", async () => {
  await using story = await askAnn();
  await story.run();
  const ends = await story.expiresAt();
  story.time.now = ends;
  story.clock.isTrusted = false;
  await story.run();
  expect(await story.state()).toBe("pending");
  story.time.now = ends - 30_000;
  expect(await story.work.nextDue()).toBe(ends + 30_000);
});

test("without a question nothing has to be looked at", async () => {
  await using kit = await openTurnKit();
  const { approvals } = kit.store.read;
  const open = { ...approvals, hasOpen: async () => false };
  const store = Object.create(kit.store, {
    read: { value: withRepositories(kit.store.read, { approvals: open }) },
  });
  const deps = { ...kit.deps, store, log: silentLog, wakeup: createWakeup() };
  const work = approvalWork(deps);
  expect(await work.take({ now: 0, limit: 9, running: new Map() })).toEqual([]);
  expect(await work.nextDue()).toBe(undefined);
});

test("the end of a question and its announcement are pieces of work of their own", async () => {
  await using story = await askAnn();
  const now = await story.expiresAt();
  const items = await story.work.take({ now, limit: 9, running: new Map() });
  expect(items === "again" ? [] : items.map(({ id }) => id)).toEqual([
    `expire:${story.id}`,
    `announce:${story.id}`,
  ]);
});
