import { hooks as hookOperations } from "@reeve/operations/agent/hooks";
import { notes } from "@reeve/operations/memory/notes";
import { people } from "@reeve/operations/people/people";
import { schedules } from "@reeve/operations/work/schedules";
import { approvals } from "@reeve/operations/work/approvals";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannelMemory } from "../src/app/channels/create-channel-memory.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { askAs } from "../src/operations/ask.ts";
import { toId } from "../src/kernel/ids.ts";
import { createLanes } from "../src/platform/keyed-queue.ts";
import { Secret } from "../src/platform/secret.ts";
import type { ApiToken } from "../src/store/people/tokens.ts";
import { toPublicAddress } from "../src/kernel/public-address.ts";
import { redeliverTo } from "../src/channels/whatsapp/outgoing/redelivery.ts";
import { createSentMessages } from "../src/channels/whatsapp/outgoing/sent-messages.ts";
import { createUndelivered } from "../src/channels/whatsapp/outgoing/undelivered.ts";
import { textsIn } from "./kit/approval-story.ts";
import { codeOn, onPhone, peopleOf, PHONE, sayOn, saysMine } from "./kit/whatsapp/on-phone.ts";
import { type OwnedAgent, type OwnedHome, openOwnedHome } from "./kit/open-owned-home.ts";

const NUMBER = "4915112345678";
const ONE = { telegramBot: { owners: [1001] } };
const BOTH = { telegramBot: { owners: [1001, 1002] } };
const MEMBER = { telegramBot: { allow: [1001] } };
const AT_WORK = { externalId: NUMBER, sender: NUMBER, name: "Ann W." };
const GROUP = { externalId: "-500", kind: "group", sender: "1001", name: "Ann T." } as const;
const SECRET = "The alarm's code is 4711.";

let home: OwnedHome;
beforeEach(async () => {
  home = await openOwnedHome();
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

/** Links the account on the phone to the terminal's owner with a code; returns the link's id. */
async function linkPhone(run: OwnedAgent): Promise<string> {
  const offered = await run.ask(people.createCode, {});
  await onPhone(run, `/link ${offered.code}`);
  const before = textsIn(run.telegram, PHONE.externalId).length;
  await saysMine(run);
  await run.telegram.received(before + 1, PHONE.externalId);
  return newestLink(run);
}

async function newestLink({ agent: { store } }: OwnedAgent): Promise<string> {
  const [link] = await store.read.accountLinks.list("home");
  return link?.id ?? expect.fail("there is no link");
}

async function chatOf({ agent: { store } }: OwnedAgent, externalId: string) {
  const [chat] = await store.read.chats.byAddress("telegram-bot", externalId);
  return chat ?? expect.fail(`there is no chat ${externalId}`);
}

async function addToken(
  { agent: { store } }: OwnedAgent,
  { createdAt = Date.now(), ...token }: Pick<ApiToken, "id" | "person"> & { createdAt?: number },
): Promise<void> {
  const { id: name } = token;
  const rest = { tenant: "home", name, scopes: ["chat"], digest: name, expiresAt: null } as const;
  await store.commit("change-access", (tx) => tx.tokens.add({ ...token, ...rest, createdAt }));
}

/** Creates an answer that is held back, once requested, until it is released. */
function heldAnswer(text: string) {
  const begun = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const answer = {
    text,
    get hold() {
      begun.resolve();
      return open.promise;
    },
  };
  return { answer, begun: begun.promise, letGo: open.resolve };
}

/** Makes the model request a deletion there; returns the approval request. */
async function askOnPhone(run: OwnedAgent) {
  home.provider.push(
    { calls: [{ name: "note_delete", args: { id: "n1" } }] },
    { text: "It waits for you." },
  );
  await run.ask(notes.create, { text: "milk" }, { key: "n1" });
  await onPhone(run, "delete the note");
  const [question] = await run.agent.store.read.approvals.list(1);
  return question ?? expect.fail("nothing was asked");
}

test("a code of the owner's is void once settings name nobody", async () => {
  await using before = await home.start(ONE);
  const code = await codeOn(before.telegram, PHONE);
  await before[Symbol.asyncDispose]();
  await using after = await home.start({});
  await after.telegram.say(`/link ${code}`, { ...PHONE, id: "again" });
  expect(await peopleOf(after)).toEqual({
    owner: "Ann owner cli:owner",
    "1001": "Ann T. stranger telegram-bot:1001",
  });
});

test("a code of the owner's is void once the link is undone by hand", async () => {
  await using run = await home.start({});
  const link = await linkPhone(run);
  const code = await codeOn(run.telegram, PHONE);
  await run.ask(people.unlink, { id: link });
  await run.telegram.say(`/link ${code}`, { ...PHONE, id: "again" });
  expect(await peopleOf(run)).toEqual({
    owner: "Ann owner cli:owner",
    "1001": "Ann T. stranger telegram-bot:1001",
  });
});

test("a code of somebody who was joined with another since makes nobody them", async () => {
  await using run = await home.start({ ...BOTH, whatsapp: { allow: [NUMBER] } });
  const code = await codeOn(run.telegram, PHONE);
  await linkPhone(run);
  await run.whatsapp.say(`/link ${code}`, AT_WORK);
  expect((await peopleOf(run))[NUMBER]).toBe(`Ann W. member whatsapp:${NUMBER}`);
});

test("a link below one that settings made is undone after it, and gives the owner's things to nobody", async () => {
  await home.remember(SECRET);
  const allowed = { ...MEMBER, whatsapp: { allow: [NUMBER] } };
  await using first = await home.start(allowed);
  const code = await codeOn(first.whatsapp, AT_WORK);
  await onPhone(first, `/link ${code}`);
  const link = await newestLink(first);
  await first[Symbol.asyncDispose]();

  await using named = await home.start({ ...MEMBER, whatsapp: { owners: [NUMBER] } });
  await onPhone(named, "hello", { ...PHONE, externalId: "1001/5" });
  const newer = await newestLink(named);
  await expect(named.ask(people.unlink, { id: link })).rejects.toMatchObject({
    code: "conflict",
    message: `Link ${link} cannot be undone before the newer link ${newer}.`,
    hint: `Remove ${NUMBER} from channels.whatsapp.owners, then restart the agent: reeve agent restart`,
  });
  expect((await chatOf(named, "1001/5")).uid).toBe("owner");
  await named[Symbol.asyncDispose]();

  await using last = await home.start(allowed);
  await last.ask(people.unlink, { id: link });
  expect(await peopleOf(last)).toEqual({
    owner: "Ann owner cli:owner",
    "1001": "Ann T. member telegram-bot:1001",
    [NUMBER]: `Ann W. member whatsapp:${NUMBER}`,
  });
  const chats = await last.agent.store.read.chats.directOf("home", ["owner"]);
  expect(chats).toEqual([]);
  expect(await onPhone(last, "what is the alarm's code?")).toBe("ok");
  expect(JSON.stringify(home.provider.requests.at(-1)?.body)).not.toContain("4711");
});

test("of links made one after the other the newer is undone first", async () => {
  await using run = await home.start({ ...MEMBER, whatsapp: { allow: [NUMBER] } });
  await onPhone(run, `/link ${await codeOn(run.whatsapp, AT_WORK)}`);
  const older = await newestLink(run);
  const offered = await run.ask(people.createCode, {});
  await sayOn(run.whatsapp, `/link ${offered.code}`, AT_WORK);
  await saysMine(run);
  const newer = await newestLink(run);
  await expect(run.ask(people.unlink, { id: older })).rejects.toMatchObject({
    code: "conflict",
    hint: `Undo the newer link first: reeve people unlink ${newer}`,
  });
  await run.ask(people.unlink, { id: newer });
  await run.ask(people.unlink, { id: older });
  const known = await peopleOf(run);
  expect(Object.keys(known).toSorted()).toEqual(["1001", NUMBER, "owner"]);
});

test("of accounts that are the owner's side by side any is parted, and the others stay as they are", async () => {
  await using run = await home.start({});
  const phone = await linkPhone(run);
  const offered = await run.ask(people.createCode, {});
  await sayOn(run.whatsapp, `/link ${offered.code}`, AT_WORK);
  await saysMine(run);
  await sayOn(run.whatsapp, "hello", AT_WORK);
  await onPhone(run, "hello");
  const { core, store, owner } = run.agent;
  const stays = { person: owner, channel: "whatsapp", externalId: NUMBER };
  const soon = { text: "milk", isReminder: true, at: "in 2 hours" };
  await askAs(core.control, stays)(schedules.create, { id: "stays", ...soon });
  const [before] = await store.read.chats.byAddress("whatsapp", NUMBER);

  await run.ask(people.unlink, { id: phone });
  expect(await store.read.jobs.byId(toId("stays"))).toMatchObject({ state: "active" });
  expect(await store.read.chats.byAddress("whatsapp", NUMBER)).toEqual([before]);
  expect((await peopleOf(run))["owner"]).toBe(`Ann owner cli:owner whatsapp:${NUMBER}`);
});

test("what programs tell in a chat, what was always allowed there and what is sent anew there ends with it", async () => {
  await using before = await home.start(ONE);
  await onPhone(before, "hello");
  const here = { channel: "telegram-bot", externalId: "1001" };
  await before.ask(hookOperations.create, {
    name: "mail",
    place: toPublicAddress(here),
    role: "owner",
  });
  await before.ask(hookOperations.create, { name: "elsewhere", role: "owner" });
  const { id: approval } = await askOnPhone(before);
  const { core, store, owner } = before.agent;
  const answer = { id: approval, verdict: "allow", always: true } as const;
  await askAs(core.control, { person: owner, ...here })(approvals.decide, answer);
  const { id: chat } = await chatOf(before, "1001");
  const grants = () => store.read.approvals.grants(chat, Date.now());
  await expect.poll(async () => (await grants()).map(({ tool }) => tool)).toEqual(["note_delete"]);
  const kept = { tenant: "home", channel: "telegram-bot", key: "sent" };
  await store.commit("keep-surface-state", (tx) =>
    tx.channelState.put(kept, { value: SECRET, at: Date.now(), externalId: "1001" }),
  );
  await before[Symbol.asyncDispose]();

  await using after = await home.start(MEMBER);
  const { read } = after.agent.store;
  const hooks = await read.incomingWebhooks.list("home");
  expect(hooks.map(({ name, state }) => `${name} ${state}`)).toEqual(["elsewhere on", "mail off"]);
  expect(await read.approvals.grants(chat, Date.now())).toEqual([]);
  expect(await read.channelState.get(kept)).toBe(undefined);
});

test("a plan that is not over is given up in a chat that goes", async () => {
  await using run = await home.start({});
  const link = await linkPhone(run);
  const { store, owner } = run.agent;
  const plan = {
    id: toId<"plan">("plan"),
    tenant: "home",
    chat: (await chatOf(run, "1001")).id,
    requester: owner.id,
    role: "owner",
    approval: null,
    goal: "tell everybody",
    steps: [],
    at: 0,
    state: "failed",
    reason: null,
    label: { integrity: "owner", audience: "person:owner" },
    trace: "t",
    version: 1,
    createdAt: 1,
    updatedAt: 1,
  } as const;
  await store.commit("start-plan", (tx) => tx.plans.add(plan));
  await run.ask(people.unlink, { id: link });
  expect(await store.read.plans.byId(plan.id)).toMatchObject({ state: "aborted" });
});

test("what WhatsApp did not deliver is not sent anew to a number that is somebody else's", async () => {
  const sends: string[] = [];
  const client = {
    send: async ({ to }: { readonly to: string }) => {
      sends.push(to);
      return `m${sends.length}`;
    },
  };
  const lastingOf = ({ agent: { store } }: OwnedAgent) => {
    const memory = createChannelMemory(store, {
      tenant: "home",
      channel: "whatsapp",
      clock: systemClock,
    });
    const sent = createSentMessages({ client, state: memory, pause: async () => {} });
    return { sent, undelivered: createUndelivered(memory) };
  };
  const { signal } = new AbortController();
  await using before = await home.start({ whatsapp: { owners: [NUMBER] } });
  await sayOn(before.whatsapp, "hello", AT_WORK);
  const kept = lastingOf(before);
  for (const [key, to] of [
    ["k1", NUMBER],
    ["k2", "50"],
  ] as const) {
    const content = async () => ({ type: "text", text: SECRET }) as const;
    const message = await kept.sent.send({ key, to, content, signal });
    await kept.sent.record({ mark: key, message, state: "failed" });
    await kept.undelivered.add({ mark: key, to, until: "they-write" });
  }
  await before[Symbol.asyncDispose]();

  await using after = await home.start({});
  const lasting = lastingOf(after);
  const lost: string[] = [];
  const rest = {
    lanes: createLanes(),
    pause: async () => {},
    log: after.log,
    onLost: (externalId: string) => void lost.push(externalId),
    signal,
  };
  for (const to of [NUMBER, "50"]) await redeliverTo(to, { ...lasting, ...rest });
  expect([sends, lost]).toEqual([[NUMBER, "50", "50"], []]);
  expect(await lasting.undelivered.list()).toEqual([]);
});

test("whoever may not answer any more hears nothing of the end of a question", async () => {
  await using before = await home.start(ONE);
  await onPhone(before, "hello");
  home.provider.push(
    { calls: [{ name: "note_delete", args: { id: "n1" } }] },
    { text: "It waits for you." },
  );
  await before.ask(notes.create, { text: SECRET }, { key: "n1" });
  await before.atTerminal("delete the note");
  await before.telegram.received(2, "1001");
  expect(textsIn(before.telegram, "1001").at(-1)).toContain("n1");
  const [question] = await before.agent.store.read.approvals.list(1);
  const { id: approval } = question ?? expect.fail("nothing was asked");
  await before[Symbol.asyncDispose]();

  await using after = await home.start({});
  const { read } = after.agent.store;
  const chat = await chatOf(after, "1001");
  const last = await read.chats.lastSeq(chat.id);
  await after.ask(approvals.decide, { id: approval, verdict: "deny" });
  await expect.poll(() => read.approvals.hasOpen()).toBe(false);
  expect(textsIn(after.telegram, "1001")).toEqual([]);
  expect(await read.chats.lastSeq(chat.id)).toBe(last);
});

test("where the owner asked, nobody else hears what was answered", async () => {
  await using before = await home.start(ONE);
  await before.atTerminal("hello");
  await onPhone(before, "hello");
  const { id: approval } = await askOnPhone(before);
  await before[Symbol.asyncDispose]();
  await using silent = await home.start(ONE, { isServing: false });
  await silent.ask(approvals.decide, { id: approval, verdict: "deny" });
  await silent[Symbol.asyncDispose]();

  await using after = await home.start({});
  const { read } = after.agent.store;
  await expect.poll(() => read.approvals.hasOpen()).toBe(false);
  await expect.poll(async () => (await read.outbox.due(0, 0)).nextAt).toBe(undefined);
  expect(textsIn(after.telegram, "1001")).toEqual([]);
});

test("whoever may not answer any more hears nothing of a vote", async () => {
  const rules = { twoPerson: ["note_delete"] };
  const channels = { ...ONE, whatsapp: { allow: [NUMBER] } };
  await using before = await home.start(channels, rules);
  await onPhone(before, "hello");
  await sayOn(before.whatsapp, "hello", AT_WORK);
  await before.ask(people.setRole, { id: "Ann W.", role: "admin" });
  home.provider.push(
    { calls: [{ name: "note_delete", args: { id: "n1" } }] },
    { text: "It waits for you." },
  );
  await before.ask(notes.create, { text: SECRET }, { key: "n1" });
  await before.atTerminal("delete the note");
  await before.telegram.received(2, "1001");
  await before[Symbol.asyncDispose]();

  await using after = await home.start({ whatsapp: { allow: [NUMBER] } }, rules);
  const { core, store } = after.agent;
  const chat = await chatOf(after, "1001");
  const last = await store.read.chats.lastSeq(chat.id);
  const [person] = await store.read.people.named("home", "Ann W.");
  const [question] = await store.read.approvals.list(1);
  const ann = { person: person ?? expect.fail("nobody"), channel: "cli", externalId: "other" };
  const { id } = question ?? expect.fail("nothing was asked");
  await askAs(core.control, ann)(approvals.decide, { id, verdict: "allow" });
  expect((await store.read.approvals.list(1))[0]).toMatchObject({ votes: 1, state: "pending" });
  await after.whatsapp.received(1, NUMBER);
  expect(textsIn(after.telegram, "1001")).toEqual([]);
  expect(await store.read.chats.lastSeq(chat.id)).toBe(last);
});

test.each([
  ["nobody", {}, "stranger", []],
  ["them as a member", MEMBER, "member", []],
  ["one of their accounts", { telegramBot: { owners: [1001, 1003] } }, "owner", ["1001", NUMBER]],
])(
  "an owner of several, of two accounts, is what settings say once they name %s",
  async (_whom, later, role, chats) => {
    await home.remember(SECRET);
    await using before = await home.start(BOTH);
    await onPhone(before, "hello");
    const code = await codeOn(before.telegram, PHONE);
    await sayOn(before.whatsapp, `/link ${code}`, AT_WORK);
    await saysMine(before);
    const [ann] = await before.agent.store.read.people.named("home", "Ann T.");
    const person = ann ?? expect.fail("nobody said hello");
    await addToken(before, { id: "t1", person: person.id });
    const { id: chat, sessionId } = await chatOf(before, "1001");
    const grant = { id: "g1", tool: "exec", chat, argsHash: null, grantedBy: person.id };
    await before.agent.store.commit("change-access", (tx) =>
      tx.approvals.addGrant({ ...grant, until: null }),
    );
    await before[Symbol.asyncDispose]();

    await using after = await home.start(later);
    const { read } = after.agent.store;
    expect((await peopleOf(after))[`1001,${NUMBER}`]).toBe(
      `Ann T. ${role} telegram-bot:1001 whatsapp:${NUMBER}`,
    );
    const direct = await read.chats.directOf("home", ["owner"]);
    expect(direct.map(({ externalId }) => externalId).toSorted()).toEqual(chats);
    const [token] = await read.tokens.list("home");
    expect(await read.people.byId(token?.person ?? person.id)).toMatchObject({ role });
    const isSame = (await chatOf(after, "1001")).sessionId === sessionId;
    expect(isSame).toBe(role === "owner");
    expect(await read.approvals.grants(chat, Date.now())).toHaveLength(isSame ? 1 : 0);
    await after[Symbol.asyncDispose]();
    await using again = await home.start(later);
    expect(again.commits).not.toContain("change-people");
  },
);

test("an owner of several who became the terminal's is no owner once parted, where settings name them no more", async () => {
  await using before = await home.start(BOTH);
  await onPhone(before, "hello");
  const link = await linkPhone(before);
  await before[Symbol.asyncDispose]();
  await using after = await home.start({});
  await after.ask(people.unlink, { id: link });
  expect(await peopleOf(after)).toEqual({
    owner: "Ann owner cli:owner",
    "1001": "Ann T. stranger telegram-bot:1001",
  });
});

test("what waits in a group is not answered as the owner's once its author is not, and others are", async () => {
  await using silent = await home.start(ONE, { isServing: false });
  const { inbox } = silent.agent.core;
  const say = (id: string, sender: string) =>
    inbox.deliver({
      id,
      edit: 0,
      address: { channel: "telegram-bot", externalId: "-500", kind: "group" },
      sender: { id: sender, name: "Ann T." },
      text: "run it as the owner",
      sentAt: Date.now(),
    });
  const { message } = await say("g1", "1001");
  await silent[Symbol.asyncDispose]();

  await using after = await home.start({ telegramBot: { allow: [1001, 1005] } });
  const { read } = after.agent.store;
  expect(await read.inbox.byId(message)).toMatchObject({ state: "withdrawn", reason: "stopped" });
  await after.telegram.say("hello", { ...GROUP, sender: "1005", name: "Eve", id: "g2" });
  await after.telegram.received(1, "-500");
  expect(textsIn(after.telegram, "-500")).toEqual(["ok"]);
});

test("turns that answer the owner's account end at once, in its own chat and in groups", async () => {
  await using run = await home.start({});
  const link = await linkPhone(run);
  const [own, shared] = [heldAnswer(SECRET), heldAnswer(SECRET)];
  home.provider.push(own.answer, shared.answer);
  const said = [await run.telegram.say("what is the code?", { ...PHONE, id: "d1" })];
  said.push(await run.telegram.say("what is the code?", { ...GROUP, id: "g1" }));
  await Promise.all([own.begun, shared.begun]);
  const waiting = await run.telegram.say("and the safe's?", { ...GROUP, id: "g2" });
  await run.ask(people.unlink, { id: link });

  const { read } = run.agent.store;
  const stateOf = async ({ message }: (typeof said)[number]) =>
    (await read.inbox.byId(message))?.state;
  for (const one of [...said, waiting])
    await expect.poll(() => stateOf(one), { timeout: 5000 }).toBe("withdrawn");
  own.letGo();
  shared.letGo();
  expect(textsIn(run.telegram, "-500").join()).not.toContain("4711");
  expect(textsIn(run.telegram, "1001").join()).not.toContain("4711");
});

test("what ended in a chat at the start is told to those who listen there", async () => {
  await using before = await home.start(ONE);
  await onPhone(before, "hello");
  await askOnPhone(before);
  await before[Symbol.asyncDispose]();
  await using after = await home.start({}, { isServing: false });
  expect(after.published).toEqual(["telegram-bot/1001 approval-decision"]);
});

test("what was made since an account was the owner's is named, to look through", async () => {
  await using before = await home.start({});
  const person = before.agent.owner.id;
  await addToken(before, { id: "of before", person, createdAt: 1 });
  const soon = { text: "milk", isReminder: true, at: "in 2 hours" };
  await before.atTerminal("hello");
  await before.ask(schedules.create, { id: "of before", ...soon });
  const phone = await linkPhone(before);
  await onPhone(before, "hello");
  await addToken(before, { id: "t1", person });
  const here = { person: before.agent.owner, channel: "telegram-bot", externalId: "-500" };
  await before.telegram.say("hello", { ...GROUP, id: "g1" });
  await before.telegram.received(1, "-500");
  const { control } = before.agent.core;
  await askAs(control, here)(schedules.create, { id: "j1", ...soon });
  await askAs(control, { ...here, externalId: "1001" })(schedules.create, { id: "gone", ...soon });
  await before.ask(hookOperations.create, { name: "mail" });
  const told = { url: "https://listener.test/", events: [], description: "", reason: null };
  const mine = { tenant: "home", person, secret: new Secret("s"), createdAt: Date.now() };
  await before.agent.store.commit("change-webhooks", (tx) =>
    tx.webhooks.add({ id: "w1", state: "on", ...told, ...mine }),
  );
  const offered = await before.ask(people.createCode, {});
  await sayOn(before.whatsapp, `/link ${offered.code}`, AT_WORK);
  await saysMine(before);
  const whatsapp = await newestLink(before);
  await before.ask(people.unlink, { id: phone });

  const links = await before.agent.store.read.accountLinks.list("home");
  const since = links.find(({ id }) => id === phone)?.at ?? 0;
  const sentence = "accounts were separated: review what was created while they were linked";
  expect(before.log.entries.filter((entry) => entry.sentence === sentence)).toEqual([
    {
      sentence,
      fields: {
        link: phone,
        accounts: ["telegram-bot/1001"],
        since: new Date(since).toISOString(),
        links: [whatsapp],
        jobs: ["j1"],
        hooks: ["mail"],
        webhooks: ["w1"],
        tokens: ["t1"],
      },
    },
  ]);
});

test("settings that name somebody no more tell what to look through, too", async () => {
  await using before = await home.start(ONE);
  await before.ask(hookOperations.create, { name: "mail" });
  await before[Symbol.asyncDispose]();
  await using after = await home.start({});
  expect(after.log.entries).toContainEqual({
    sentence: "accounts were separated: review what was created while they were linked",
    fields: {
      accounts: ["telegram-bot/1001"],
      since: expect.any(String),
      links: [],
      jobs: [],
      hooks: ["mail"],
      webhooks: [],
      tokens: [],
    },
  });
});
