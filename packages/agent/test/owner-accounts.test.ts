import { notes } from "@reeve/operations/memory/notes";
import { people } from "@reeve/operations/people/people";
import { preferences } from "@reeve/operations/people/preferences";
import { schedules } from "@reeve/operations/work/schedules";
import { askAs } from "../src/operations/ask.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { textsIn } from "./kit/approval-story.ts";
import { onPhone, peopleOf, PHONE, saysMine } from "./kit/whatsapp/on-phone.ts";
import { type OwnedAgent, type OwnedHome, openOwnedHome } from "./kit/open-owned-home.ts";

const ONE = { telegramBot: { owners: [1001] } };
const BOTH = { telegramBot: { owners: [1001, 1002] } };
const OTHER = { telegramBot: { owners: [1002] } };

let home: OwnedHome;
beforeEach(async () => {
  home = await openOwnedHome();
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

function linksOf({ agent: { store } }: OwnedAgent) {
  return store.read.accountLinks.list("home");
}

function lastRequest(): string {
  return JSON.stringify(home.provider.requests.at(-1)?.body);
}

test("a channel's only owner is the one at the terminal: notes, chats and the API are one person's", async () => {
  await using run = await home.start(ONE);
  await run.ask(notes.create, { text: "the key is under the mat" });
  expect(await onPhone(run, "My cat is called Tom.")).toBe("ok");
  expect(await onPhone(run, "/notes")).toContain("the key is under the mat");
  expect(await run.overApi("What is my cat called?")).toBe("telegram-bot/1001");
  expect(lastRequest()).toContain("My cat is called Tom.");
  await run.telegram.received(3, "1001");
  expect(await run.atTerminal("hello")).toBe("answered");
  // Replies go to the chat where they arrive, even if the owner wrote at the terminal last.
  expect(await run.overApi("And my dog?")).toBe("telegram-bot/1001");
  expect(await peopleOf(run)).toEqual({ owner: "Ann owner cli:owner telegram-bot:1001" });
});

test("what the owner calls himself on a channel changes nothing and costs no commit", async () => {
  await using run = await home.start({ ...ONE, whatsapp: { owners: ["+49 151 12345678"] } });
  const before = run.commits.length;
  const { core } = run.agent;
  const knows = (name: string) => core.resolveSender("telegram-bot", { id: "1001", name });
  expect(await knows("Ann T.")).toEqual(run.agent.owner);
  expect(await knows("Ann Other")).toEqual(run.agent.owner);
  await run.whatsapp.say("hello", {
    externalId: "4915112345678",
    sender: "4915112345678",
    name: "A",
  });
  await run.whatsapp.received(1);
  expect(run.commits.slice(before)).not.toContain("change-people");
  const { owner, store } = run.agent;
  const said = { name: "A", role: "stranger" } as const;
  expect(await store.commit("accept", (tx) => tx.people.updateFromChannel(owner, said))).toEqual(
    owner,
  );
  expect(await peopleOf(run)).toEqual({
    owner: "Ann owner cli:owner telegram-bot:1001 whatsapp:4915112345678",
  });
});

test("another start with the same settings joins nobody again", async () => {
  await using first = await home.start(ONE);
  const links = await linksOf(first);
  await first[Symbol.asyncDispose]();
  await using second = await home.start(ONE);
  expect(second.commits).not.toContain("change-people");
  expect(await linksOf(second)).toEqual(links);
  expect(links).toHaveLength(1);
});

test("several owners of a channel stay people of their own, until one is left", async () => {
  await using several = await home.start(BOTH);
  expect(await onPhone(several, "hello")).toBe("ok");
  await onPhone(several, "remember the milk");
  expect(await several.overApi("hello")).toBe("http/owner/main");
  expect(await peopleOf(several)).toEqual({
    owner: "Ann owner cli:owner",
    "1001": "Ann T. owner telegram-bot:1001",
  });
  await several[Symbol.asyncDispose]();

  await using single = await home.start(ONE);
  expect(await peopleOf(single)).toEqual({ owner: "Ann owner cli:owner telegram-bot:1001" });
  expect(await single.overApi("What shall I remember?")).toBe("telegram-bot/1001");
  expect(lastRequest()).toContain("remember the milk");
  await single[Symbol.asyncDispose]();

  await using again = await home.start(BOTH);
  expect(await peopleOf(again)).toEqual({
    owner: "Ann owner cli:owner",
    "1001": "Ann T. owner telegram-bot:1001",
  });
});

test.each([
  ["nobody", {}, "1001 stranger telegram-bot:1001"],
  ["somebody else", OTHER, "1001 stranger telegram-bot:1001"],
  ["them as a member", { telegramBot: { allow: [1001] } }, "1001 member telegram-bot:1001"],
])(
  "whom settings named before they named %s has no rights of the owner's any more",
  async (_whom, later, left) => {
    await home.remember("The alarm's code is 4711.");
    await using before = await home.start(ONE);
    expect(await onPhone(before, "hello")).toBe("ok");
    expect(lastRequest()).toContain("4711");
    await before.ask(notes.create, { text: "the key is under the mat" });
    await before[Symbol.asyncDispose]();

    await using after = await home.start(later);
    const known = await peopleOf(after);
    expect(known["1001"]).toBe(left);
    expect(known["owner"]).toMatch(/^Ann owner cli:owner( telegram-bot:1002)?$/);
    // Neither programs nor questions reach the chat that was the owner's.
    expect(await after.overApi("hello")).toBe("http/owner/main");
    const chats = await after.agent.store.read.chats.directOf("home", ["owner"]);
    expect(chats.map(({ channel }) => channel)).toEqual(["http"]);
    const receipt = await after.telegram.say("/notes", { ...PHONE, id: "later" });
    const isMember = left.includes("member");
    expect(receipt.outcome).toBe(isMember ? "answered" : "ignored");
    if (!isMember) return;
    await after.telegram.received(1, "1001");
    expect(textsIn(after.telegram, "1001").join()).not.toContain("under the mat");
    expect(await onPhone(after, "what is the alarm's code?")).toBe("ok");
    expect(lastRequest()).not.toContain("4711");
  },
);

test("what the owner had under way in a chat ends when the chat is somebody else's", async () => {
  await using before = await home.start(ONE);
  home.provider.push(
    { text: "Hello." },
    { calls: [{ name: "note_delete", args: { id: "n1" } }] },
    { text: "It waits for you." },
  );
  await onPhone(before, "hello");
  await before.ask(notes.create, { text: "milk" }, { key: "n1" });
  await onPhone(before, "delete the note");
  const { core, store, owner } = before.agent;
  const [question] = await store.read.approvals.list(9);
  expect(question).toMatchObject({ state: "pending", tool: "note_delete" });
  const caller = { person: owner, channel: "telegram-bot", externalId: "1001" };
  const soon = { text: "the safe's number is 7", isReminder: true, at: "in 2 hours" };
  await askAs(core.control, caller)(schedules.create, { id: "r1", ...soon });
  await askAs(core.control, caller)(preferences.update, { chat: "here", briefing: "07:30" });
  const [chat] = await store.read.chats.byAddress("telegram-bot", "1001");
  await store.commit("delivered", (tx) =>
    tx.outbox.add([
      {
        id: "part",
        chat: toId(chat?.id ?? ""),
        turn: null,
        position: 0,
        clientId: "part",
        body: { type: "text", text: "the safe's number is 7" },
        nextAt: Date.now() + 3_600_000,
      },
    ]),
  );
  await before[Symbol.asyncDispose]();
  await using silent = await home.start(ONE, { isServing: false });
  const waiting = await silent.agent.core.inbox.deliver({
    id: "waiting",
    edit: 0,
    address: { channel: "telegram-bot", externalId: "1001", kind: "direct" },
    sender: { id: "1001", name: "Ann T." },
    text: "what is the safe's number?",
    sentAt: Date.now(),
  });
  expect(waiting.outcome).toBe("queued");
  await silent[Symbol.asyncDispose]();

  await using after = await home.start(OTHER);
  const { read } = after.agent.store;
  expect(await read.inbox.byId(waiting.message)).toMatchObject({
    state: "withdrawn",
    reason: "stopped",
  });
  expect((await read.approvals.list(9)).map(({ state }) => state)).toEqual(["expired"]);
  expect(await read.jobs.byId(toId("r1"))).toMatchObject({
    state: "cancelled",
    why: "its chat belongs to someone else now",
  });
  expect(await read.jobs.count({ tenant: "home", states: ["active"] })).toBe(0);
  expect(await after.ask(preferences.show, {})).toMatchObject({ chat: null, briefing: null });
  expect((await read.outbox.due(0, 0)).nextAt).toBe(undefined);
});

test("what settings said is not undone by hand", async () => {
  await using run = await home.start(ONE);
  const [link] = await linksOf(run);
  await expect(run.ask(people.unlink, { id: link?.id ?? "" })).rejects.toMatchObject({
    code: "denied",
    message: "The config file lists 1001 on telegram-bot as the owner.",
    hint: "Remove 1001 from channels.telegramBot.owners, then restart the agent: reeve agent restart",
  });
  expect(await peopleOf(run)).toEqual({ owner: "Ann owner cli:owner telegram-bot:1001" });
});

test("a link by a code that is undone ends what was under way in the chat that goes", async () => {
  await using run = await home.start({});
  const offered = await run.ask(people.createCode, {});
  await onPhone(run, `/link ${offered.code}`);
  await saysMine(run);
  await onPhone(run, "hello");
  const { core, store, owner } = run.agent;
  const caller = { person: owner, channel: "telegram-bot", externalId: "1001" };
  const soon = { text: "the safe's number is 7", isReminder: true, at: "in 2 hours" };
  await askAs(core.control, caller)(schedules.create, { id: "r1", ...soon });
  const [chat] = await store.read.chats.byAddress("telegram-bot", "1001");
  const [link] = await linksOf(run);
  await run.ask(people.unlink, { id: link?.id ?? "" });
  expect(await store.read.jobs.byId(toId("r1"))).toMatchObject({ state: "cancelled" });
  const after = await store.read.chats.byId(toId(chat?.id ?? ""));
  expect(after?.uid).toBe(link?.joined);
  expect(after?.sessionId).not.toBe(chat?.sessionId);
  expect(await run.overApi("hello")).toBe("http/owner/main");
});

test("who was linked by a code stays linked when settings name nobody", async () => {
  await using first = await home.start({ telegramBot: { owners: [1001, 1002] } });
  const offered = await first.ask(people.createCode, {});
  const code = offered.code;
  await onPhone(first, `/link ${code}`);
  await saysMine(first);
  await first[Symbol.asyncDispose]();
  await using named = await home.start(ONE);
  await named[Symbol.asyncDispose]();
  await using last = await home.start({});
  expect(await peopleOf(last)).toEqual({ owner: "Ann owner cli:owner telegram-bot:1001" });
});

test("an account that the owner's was linked with comes along, and goes along", async () => {
  const number = "4915112345678";
  const atWork = { externalId: number, sender: number };
  await using several = await home.start(BOTH);
  await onPhone(several, "hello");
  const identity = { tenant: "home", channel: "telegram-bot", externalId: "1001" };
  const person = await several.agent.store.read.people.byIdentity(identity);
  if (!person) throw new Error("nobody said hello");
  const asked = { person, channel: "telegram-bot", externalId: "1001" };
  const offered = await askAs(several.agent.core.control, asked)(people.createCode, {});
  await several.whatsapp.say(`/link ${offered.code}`, atWork);
  await several.whatsapp.received(1);
  await saysMine(several);
  await several[Symbol.asyncDispose]();

  await using single = await home.start({ ...ONE, whatsapp: { owners: [`+${number}`] } });
  expect(await peopleOf(single)).toEqual({
    owner: `Ann owner cli:owner telegram-bot:1001 whatsapp:${number}`,
  });
  expect(await linksOf(single)).toHaveLength(2);
  await single[Symbol.asyncDispose]();

  // The config gives the number to no one, yet it is the owner's.
  await using left = await home.start(ONE);
  let changes = 0;
  using _ = left.agent.store.accessChanged.subscribe(() => (changes += 1));
  const caller = { person: left.agent.owner, channel: "whatsapp", externalId: number };
  await askAs(left.agent.core.control, caller)(schedules.create, { text: "hi", at: "in 1 second" });
  await left.whatsapp.say("hello", { ...atWork, id: "hello" });
  await left.whatsapp.received(2);
  expect(changes).toBe(0);
  expect((await peopleOf(left))["owner"]).toMatch(/^Ann owner /);
  await left[Symbol.asyncDispose]();

  await using none = await home.start({});
  expect(await peopleOf(none)).toEqual({
    owner: "Ann owner cli:owner",
    [`1001,${number}`]: `Ann T. stranger telegram-bot:1001 whatsapp:${number}`,
  });
});

test("a program is answered where the person prefers, then where answers arrive, then where they wrote", async () => {
  await using run = await home.start({ ...ONE, whatsapp: { owners: ["+49 151 12345678"] } });
  expect(await run.overApi("hello")).toBe("http/owner/main");
  expect(await run.atTerminal("hello")).toBe("answered");
  expect(await run.overApi("hello")).toBe("cli/main");
  await onPhone(run, "hello");
  expect(await run.overApi("hello")).toBe("telegram-bot/1001");
  await run.whatsapp.say("hello", { externalId: "4915112345678", sender: "4915112345678" });
  await run.whatsapp.received(1);
  expect(await run.overApi("hello")).toBe("whatsapp/4915112345678");
  await run.ask(preferences.update, { chat: "telegram-bot/1001" });
  expect(await run.overApi("hello")).toBe("telegram-bot/1001");
});
