import { people } from "@reeve/operations/people/people";
import { askAs } from "../src/operations/ask.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const waits = { text: "It waits for you." };

/** Wants to send whenever a message says so. */
function sendingModel() {
  return scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    const asks = last?.role === "user" && last.text.includes("<user_message>send");
    return asks ? transferTo("Bob") : { text: "So be it." };
  });
}

test("an approver is asked on every channel, and an answer on one closes the question on the others", async () => {
  const desk = scriptedChannel();
  const phone = scriptedChannel({ name: "phone" });
  const { tool, sent } = sendingTool();
  const model = sendingModel();
  const roles = { ann: "owner", "ann-phone": "guest", bob: "member" } as const;
  await using agent = await startAgent({
    model,
    channels: [desk, phone],
    tools: [tool],
    roles,
  });

  await desk.say("hello");
  await phone.say("hello", { externalId: "9", sender: "ann-phone" });
  await phone.received(1);
  const ann = await callerOf(agent);
  const { code } = await askAs(agent.core.control, ann)(people.createCode, {});
  expect(
    await phone.say(`/link ${code.toLowerCase()}`, { externalId: "9", sender: "ann-phone" }),
  ).toMatchObject({ outcome: "noted", reason: "waits for a yes of ann" });
  const [asking] = await agent.store.read.pairings.open("home", Date.now());
  const yes = (await desk.received(2)).at(-1)?.part;
  expect(yes).toMatchObject({
    subject: "pairing",
    about: asking?.code,
    choices: ["mine", "refuse"],
  });
  await desk.say(`/pair ${asking?.code} mine`);
  await phone.received(3);
  expect(textsIn(phone, "9").slice(1)).toEqual([
    `The owner has to confirm this in a chat that they already use, or on the machine: reeve people pair ${asking?.code} mine`,
    "This account is now linked to ann.",
  ]);
  await desk.received(3);

  await desk.say("send", { externalId: "7", sender: "bob", kind: "group" });
  const asked = await questionIn(phone, 4);
  expect(asked.question).toBe(
    "Send to Bob?\nBased on message of bob.\n(requested by bob in scripted/7)",
  );
  await questionIn(desk, 4, "1");
  const approval = toId<"approval">(asked.approval);
  const identity = { tenant: "home", channel: "phone", externalId: "ann-phone" };
  const by = await agent.store.read.people.byIdentity(identity);
  expect(by).toEqual(ann.person);
  const from = { channel: "phone", externalId: "9" };
  const decision = { approval, verdict: "allow", by: ann.person, from } as const;
  expect(
    await Promise.all([
      agent.core.inbox.decide(decision),
      agent.core.inbox.decide({ ...decision, verdict: "deny", from: { ...from, externalId: "1" } }),
    ]),
  ).toEqual(["recorded", "too-late"]);
  await desk.received(3, "1");
  await desk.received(3, "7");

  expect(sent).toEqual(["Bob"]);
  expect(textsIn(desk, "1").slice(3)).toEqual([
    "Send to Bob?\nBased on message of bob.\n(requested by bob in scripted/7)",
  ]);
  // Ann reads in her own chats what it came to, and the others also who allowed it.
  await expect
    .poll(() =>
      [...desk.results, ...phone.results].map((one) => `${one.externalId}: ${one.text}`).toSorted(),
    )
    .toEqual([
      "1: ✅ Done: Send to Bob",
      "7: ✅ Done: Send to Bob (allowed by ann)",
      "9: ✅ Done: Send to Bob",
    ]);
  expect(textsIn(desk, "7").toSorted()).toEqual([
    "Send to Bob?\nBased on message of bob.",
    "So be it.",
    "So be it.",
  ]);
  expect(phone.delivered.length).toBe(4);
  await endStory(agent, model);
});

test("two different people have to allow it, neither of them the one who asked", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = sendingModel();
  const roles = { ann: "owner", bea: "admin", cid: "admin" } as const;
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    roles,
    twoPerson: ["pay"],
  });
  for (const [sender, externalId] of [
    ["bea", "2"],
    ["cid", "3"],
  ] as const) {
    await messenger.say("hello", { sender, externalId });
    await messenger.received(1, externalId);
  }

  await messenger.say("send");
  const approval = toId<"approval">((await questionIn(messenger, 2, "1")).approval);
  await expect(answerAs(agent, "ann", { approval, verdict: "allow" })).rejects.toMatchObject({
    code: "denied",
  });
  await expect(
    answerAs(agent, "bea", { approval, verdict: "allow", args: { to: "Eve" } }),
  ).rejects.toMatchObject({ code: "invalid" });
  await expect(
    answerAs(agent, "bea", { approval, verdict: "allow", always: true }),
  ).rejects.toMatchObject({ code: "invalid" });
  const from = { channel: "scripted", externalId: "2" };
  expect(await answerAs(agent, "bea", { approval, verdict: "allow", from })).toBe("counted");
  expect(await answerAs(agent, "bea", { approval, verdict: "allow", from })).toBe("counted");
  const count = "Send to Bob?\n(1 of 2 approvals, latest: bea)";
  await expect.poll(() => textsIn(messenger).filter((text) => text === count)).toHaveLength(2);
  expect(
    ["1", "2", "3"].map((externalId) => textsIn(messenger, externalId).includes(count)),
  ).toEqual([true, false, true]);
  expect(sent).toEqual([]);
  expect(await agent.store.read.approvals.byId(approval)).toMatchObject({
    state: "pending",
    votes: 1,
    needed: 2,
  });

  expect(await answerAs(agent, "cid", { approval, verdict: "allow" })).toBe("recorded");
  await messenger.received(4, "1");
  await expect
    .poll(() => messenger.results.map((one) => `${one.externalId}: ${one.text}`).toSorted())
    .toEqual([
      "1: ✅ Done: Send to Bob (allowed by cid)",
      "2: ✅ Done: Send to Bob (allowed by cid)",
      "3: ✅ Done: Send to Bob",
    ]);
  expect(sent).toEqual(["Bob"]);
  await endStory(agent, model);
});

test("one person who is known under two names counts once", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = sendingModel();
  const roles = { ann: "owner", bea: "admin", "bea-phone": "admin" } as const;
  const deps = { model, channels: [messenger], tools: [tool], roles, twoPerson: ["ton_*"] };
  await using agent = await startAgent(deps);
  await messenger.say("hello", { sender: "bea", externalId: "2" });
  await messenger.say("hello", { sender: "bea-phone", externalId: "3" });
  await messenger.say("send");
  const approval = toId<"approval">((await questionIn(messenger, 2, "1")).approval);
  await answerAs(agent, "bea-phone", { approval, verdict: "allow" });

  const bea = await callerOf(agent, { name: "bea" });
  const { code } = await askAs(agent.core.control, bea)(people.createCode, {});
  await messenger.say(`/link ${code}`, { sender: "bea-phone", externalId: "3" });

  expect(await answerAs(agent, "bea", { approval, verdict: "allow" })).toBe("counted");
  expect(sent).toEqual([]);
  for (const externalId of ["2", "3"]) await messenger.received(2, externalId);
});

test("a turn that somebody with fewer rights has joined may do what they may", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const tool = fakeTool("vault_open", {
    effect: "exec",
    access: "admin",
    run: async () => void ran.push("opened"),
  });
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    return last?.role === "user" && last.text.includes("open the vault")
      ? { calls: [{ name: "vault_open", args: {} }] }
      : { text: last?.text ?? "" };
  });
  const deps = { model, channels: [messenger], tools: [tool], mode: "queue" } as const;
  await using agent = await startAgent({ ...deps, roles: { eve: "member" } });
  const group = { externalId: "7", kind: "group" } as const;

  await messenger.say("open the vault", group);
  const { approval } = await questionIn(messenger, 2);
  await answerAs(agent, "ann", { approval: toId(approval), verdict: "deny" });
  await messenger.received(3);
  await Promise.all([
    messenger.say("please", { ...group, sender: "eve" }),
    messenger.say("open the vault", group),
  ]);
  await messenger.received(4);

  const eves = model.requests.filter(({ messages }) => messages.at(-1)?.text.includes("eve"));
  const answered = messenger.delivered.at(-1)?.part;
  expect(ran).toEqual([]);
  expect(eves.length).toBeGreaterThan(0);
  expect(answered).toEqual({
    type: "text",
    text: "denied: vault_open requires the role admin or above; the requester's role is member.",
  });
});

test.each([
  ["wait", ["pay"], 0, "pending"],
  ["deny", [], 0, undefined],
  ["allow", ["pay"], 1, undefined],
  ["allow", ["send"], 0, "pending"],
] as const)(
  "where nobody can be asked and the config says %s %j, %i calls run and one is %s",
  async (policy, effects, runs, state) => {
    const api = scriptedChannel({ canAsk: false });
    const { tool, sent } = sendingTool();
    const model = scriptedModel([transferTo("Bob"), { text: "So be it." }]);
    const unattended = { policy, effects };
    await using agent = await startAgent({ model, channels: [api], tools: [tool], unattended });

    await api.say("send to Bob");
    await api.received(state === "pending" ? 2 : 1);

    expect(sent.length).toBe(runs);
    const [approval] = await agent.store.read.approvals.list(1);
    expect(approval?.state).toBe(state);
    await endStory(agent, model);
  },
);

test("a code works once and for ten minutes, and whoever guesses is slowed down", async () => {
  const messenger = scriptedChannel();
  let now = Date.UTC(2026, 1, 20, 15, 30);
  const clock = { now: () => now };
  const model = scriptedModel(() => ({ text: "Hello." }));
  const roles = { ann: "owner", eve: "stranger", dan: "stranger" } as const;
  await using agent = await startAgent({ model, channels: [messenger], roles, clock });
  await messenger.say("hello");
  await messenger.received(1);
  const ann = await callerOf(agent);
  const codeOf = async () => (await askAs(agent.core.control, ann)(people.createCode, {})).code;
  const tries = async (code: string, sender = "eve") =>
    (await messenger.say(`/link ${code}`, { sender, externalId: sender })).reason;
  const unknown = "this code is invalid, has been used or has expired";

  const late = await codeOf();
  now += 10 * 60_000;
  expect(await tries(late)).toBe(unknown);
  const voided = await codeOf();
  const valid = await codeOf();
  expect(await tries(voided)).toBe(unknown);
  expect(await tries(valid)).toBe("waits for a yes of ann");
  expect(await tries(valid, "dan")).toBe(unknown);
  for (let guess = 0; guess < 4; guess++)
    expect(await tries(`AAAA-000${guess}`, "dan")).toBe(unknown);
  expect(await tries(await codeOf(), "dan")).toBe("too many attempts; try again in an hour");
  now += 60 * 60_000 + 1;
  expect(await tries(await codeOf(), "dan")).toBe("waits for a yes of ann");
});

test("a code of somebody with fewer rights takes nobody over, and links can be undone", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  const roles = { ann: "owner", eve: "member", "eve-phone": "guest" } as const;
  await using agent = await startAgent({ model, channels: [messenger], roles });
  for (const sender of ["ann", "eve", "eve-phone"]) {
    await messenger.say("hello", { sender, externalId: sender });
    await messenger.received(1, sender);
  }
  const [ann, eve, phone] = await Promise.all(
    ["ann", "eve", "eve-phone"].map((name) => callerOf(agent, { name })),
  );
  if (!ann || !eve || !phone) throw new Error("nobody spoke");
  const control = agent.core.control;
  const asAnn = askAs(control, ann);
  const code = async () => (await askAs(control, eve)(people.createCode, {})).code;
  const note = { id: "n1", title: undefined, text: "milk", tags: [], createdAt: 1, updatedAt: 1 };
  await agent.store.commit("note", (tx) =>
    tx.notes.add({ tenant: "home", person: phone.person.id }, note),
  );

  await expect(asAnn(people.link, { code: await code() })).rejects.toMatchObject({
    code: "denied",
  });
  const everyone = () => asAnn(people.list, {});
  const before = await everyone();
  await askAs(control, phone)(people.link, { code: await code() });
  const noteOwners = async () =>
    Promise.all(
      [eve, phone].map(async ({ person }) => {
        const notes = await agent.store.read.notes.list({ tenant: "home", person: person.id }, 9);
        return notes.length;
      }),
    );
  expect(await noteOwners()).toEqual([1, 0]);
  const shown = await asAnn(people.show, { id: eve.person.id });
  expect(shown).toMatchObject({
    role: "member",
    identities: [
      { surface: "scripted", externalId: "eve" },
      { surface: "scripted", externalId: "eve-phone" },
    ],
    links: [{ person: eve.person.id, joined: phone.person.id }],
  });

  const [link] = shown.links;
  await asAnn(people.unlink, { id: link?.id ?? "" });
  expect(await noteOwners()).toEqual([0, 1]);
  expect(await everyone()).toEqual(before);
  await expect(asAnn(people.unlink, { id: link?.id ?? "" })).rejects.toMatchObject({
    code: "missing",
  });
});

test("a question is answered after the process was lost, and runs once", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), waits]);
  const first = await startAgent({ model, channels: [messenger], tools: [tool], home });
  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await first[Symbol.asyncDispose]();

  const again = scriptedChannel();
  const next = scriptedModel([{ text: "Sent." }]);
  const agent = await startAgent({ model: next, channels: [again], tools: [tool], home });
  expect(await answerAs(agent, "ann", { approval, verdict: "allow" })).toBe("recorded");
  await again.received(1);
  expect(sent).toEqual(["Bob"]);
  await endStory(agent, model, next);
  await agent[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});
