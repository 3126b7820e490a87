import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type AgentOptions, startAgent } from "./kit/start-agent.ts";

const GATHER_MS = 1500;
const inGroup = { kind: "group", externalId: "-5" } as const;

async function start(own: Partial<AgentOptions> & { readonly hasBursts?: true } = {}) {
  const { hasBursts, ...options } = own;
  const messenger = scriptedChannel({ isPairing: true });
  const channel = Object.assign(messenger, hasBursts && { hasBursts });
  const model = scriptedModel(() => ({ text: "Hello." }));
  const agent = await startAgent({ model, channels: [channel], ...options });
  return { agent, messenger, model };
}

/** Returns the newest input of each request. */
function inputsOf({ requests }: ReturnType<typeof scriptedModel>): readonly string[] {
  return requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
}

test("a burst in a group gets one answer, and one message in a direct chat gets it at once", async () => {
  const { agent, messenger, model } = await start({ intake: { debounceMs: GATHER_MS } });
  await using _ = agent;
  for (const text of ["one", "two", "three"]) await messenger.say(text, inGroup);
  await messenger.say("and me", { externalId: "1" });
  await messenger.received(1, "1");
  expect(inputsOf(model)).toHaveLength(1);
  await messenger.received(1, "-5");
  expect(inputsOf(model)).toHaveLength(2);
  for (const text of ["one", "two", "three"]) expect(inputsOf(model).at(-1)).toContain(text);
});

test("after twenty messages, nothing more is waited for", async () => {
  const { agent, messenger, model } = await start({
    intake: { debounceMs: 2 * GATHER_MS },
    hasBursts: true,
  });
  await using _ = agent;
  const texts = Array.from({ length: 20 }, (__, n) => `message ${n}.`);
  await Promise.all(texts.map((text) => messenger.say(text, { externalId: "1" })));
  await messenger.received(1, "1");
  for (const text of texts) expect(inputsOf(model)[0]).toContain(text);
});

test("a command in a group is answered at once", async () => {
  const { agent, messenger, model } = await start({ intake: { debounceMs: 600_000 } });
  await using _ = agent;
  await messenger.say("/ping", inGroup);
  expect((await messenger.received(1, "-5")).map(({ part }) => part)).toMatchObject([
    { text: "I'm here." },
  ]);
  expect(model.requests).toEqual([]);
});

test("where only admins are answered, members and their commands are not", async () => {
  const { agent, messenger, model } = await start({
    roles: { bob: "member" },
    intake: { accessOf: () => ({ direct: "admin-only", groups: "disabled" }) },
  });
  await using _ = agent;
  const bobs = { sender: "bob", externalId: "2" };
  const reason = "only admins are answered here";
  expect(await messenger.say("hello", bobs)).toMatchObject({ outcome: "ignored", reason });
  expect(await messenger.say("/ping", bobs)).toMatchObject({ outcome: "ignored", reason });
  expect(await messenger.say("hello", inGroup)).toMatchObject({
    outcome: "ignored",
    reason: "groups are disabled",
  });
  await messenger.say("hello");
  await messenger.received(1);
  expect(model.requests).toHaveLength(1);
});

test.each([
  ["allowlist", true],
  ["admin-only", false],
  ["disabled", false],
] as const)("with the policy %s, strangers are offered a code: %s", async (direct, isOffered) => {
  const { agent, messenger } = await start({
    roles: { eve: "stranger" },
    intake: { accessOf: () => ({ direct, groups: "open" }) },
  });
  await using _ = agent;
  await messenger.say("let me in", { sender: "eve", externalId: "3" });
  await messenger.say("hello", inGroup);
  await messenger.received(1, "-5");
  const told = messenger.delivered.some(({ externalId }) => externalId === "3");
  expect(told).toBe(isOffered);
});
