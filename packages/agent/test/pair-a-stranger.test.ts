import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { startAgent } from "./kit/start-agent.ts";

const HOUR_MS = 3_600_000;
const CODE = /[A-Z2-9]{4}-[A-Z2-9]{4}/;
const AT_EVE = { sender: "eve", externalId: "2" };

async function openStory({ isPairing = true }: { isPairing?: boolean } = {}) {
  const messenger = scriptedChannel(isPairing ? { isPairing } : {});
  let now = Date.UTC(2026, 1, 20, 15, 30);
  const agent = await startAgent({
    model: scriptedModel(Array.from({ length: 5 }, () => ({ text: "Hello." }))),
    channels: [messenger],
    roles: { ann: "owner", ada: "admin", eve: "stranger", mallory: "stranger" },
    clock: { now: () => now },
  });
  await messenger.say("hello");
  await messenger.received(1);
  return {
    messenger,
    agent,
    pass: (ms: number) => void (now += ms),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

/** Returns the texts sent in a chat. */
function textsIn({ delivered }: ScriptedChannel, externalId: string): string[] {
  return delivered
    .filter((one) => one.externalId === externalId)
    .map(({ part }) => (part.type === "text" || part.type === "choice" ? part.text : part.type));
}

async function codeOf(messenger: ScriptedChannel, count = 1, externalId = "2"): Promise<string> {
  const told = (await messenger.received(count, externalId)).at(-1)?.part;
  return CODE.exec(told?.type === "text" ? told.text : "")?.[0] ?? "";
}

test("somebody unknown is shown a code, the owner is told, and lets them in once", async () => {
  await using story = await openStory();
  const { messenger } = story;
  expect(await messenger.say("/start", { ...AT_EVE, name: "Eve", username: "eve9" })).toMatchObject(
    { outcome: "ignored", reason: "stranger" },
  );
  const code = await codeOf(messenger);
  expect(textsIn(messenger, "2")).toEqual([
    `I don't know you yet. To get access, give my owner this code: ${code}`,
  ]);
  await messenger.received(2, "1");
  expect(textsIn(messenger, "1").at(-1)).toBe(
    ["Eve (@eve9), ID eve, is asking for access on scripted.", "They wrote: /start"].join("\n"),
  );
  expect(messenger.delivered.at(-1)?.part).toMatchObject({
    type: "choice",
    subject: "pairing",
    about: code,
    choices: ["member", "guest", "refuse"],
  });

  await messenger.say("/pair");
  await messenger.received(3, "1");
  expect(textsIn(messenger, "1").at(-1)).toBe(`Eve, scripted eve: ${code}`);
  await messenger.say(`/pair ${code} guest`);
  await messenger.received(4, "1");
  expect(textsIn(messenger, "1").at(-1)).toBe("Eve is now a guest.");
  expect(await messenger.say("thank you", AT_EVE)).toMatchObject({ outcome: "queued" });
  await messenger.received(3, "2");
  await messenger.say(`/pair ${code} admin`);
  await messenger.received(5, "1");
  expect(textsIn(messenger, "1").at(-1)).toMatch(`No pending request has the code ${code}.`);
});

test("a code is shown once an hour and holds for a day; then there is another", async () => {
  await using story = await openStory();
  const { messenger, pass } = story;
  await messenger.say("hi", AT_EVE);
  const code = await codeOf(messenger);
  await messenger.say("hi?", AT_EVE);
  pass(HOUR_MS + 1);
  await messenger.say("hi!", AT_EVE);
  expect(await codeOf(messenger, 2)).toBe(code);
  pass(24 * HOUR_MS);
  await messenger.say(`/pair ${code}`);
  await messenger.received(3, "1");
  expect(textsIn(messenger, "1").at(-1)).toMatch(/^No pending request has the code/);
  await messenger.say("hi!!", AT_EVE);
  const next = await codeOf(messenger, 3);
  expect(next).not.toBe(code);
  await messenger.received(4, "1");
  expect(
    textsIn(messenger, "1").filter((text) => text.includes(" is asking for access")),
  ).toHaveLength(2);
});

test("what somebody wrote last is answered once they have access", async () => {
  await using story = await openStory();
  const { messenger, agent } = story;
  await messenger.say("is anybody there?", { ...AT_EVE, id: "m1" });
  await messenger.say("can you help me?", { ...AT_EVE, id: "m2" });
  const code = await codeOf(messenger);
  await messenger.say(`/pair ${code} member`);
  await messenger.received(3, "2");
  expect(textsIn(messenger, "2").slice(1)).toEqual([
    "You now have access. Send me a message, or send /help to see the commands.",
    "Hello.",
  ]);
  const { inbox } = agent.store.read;
  const states = await Promise.all(
    ["m1", "m2"].map(async (id) => (await inbox.find(id))[0]?.state),
  );
  expect(states).toEqual(["ignored", "answered"]);
});

test("a pause holds for those who have just been given access, too", async () => {
  await using story = await openStory();
  const { messenger } = story;
  await messenger.say("can you help me?", AT_EVE);
  const code = await codeOf(messenger);
  await messenger.say("/pause all");
  await messenger.say(`/pair ${code} member`);
  await messenger.received(2, "2");
  await messenger.say("/ping");
  await messenger.received(5, "1");
  expect(textsIn(messenger, "2")).not.toContain("Hello.");
});

test("who is refused is told nothing any more", async () => {
  await using story = await openStory();
  const { messenger, pass } = story;
  await messenger.say("hi", AT_EVE);
  const code = await codeOf(messenger);
  await messenger.say(`/pair ${code} refuse`);
  await messenger.received(3, "1");
  expect(textsIn(messenger, "1").at(-1)).toBe("eve's request was rejected.");
  pass(48 * HOUR_MS);
  await messenger.say("hi", AT_EVE);
  await messenger.say("hello again");
  await messenger.received(4, "1");
  expect(textsIn(messenger, "2")).toHaveLength(1);
});

test("an admin lets members in, and no admins; a member lets nobody in", async () => {
  await using story = await openStory();
  const { messenger } = story;
  await messenger.say("hello", { sender: "ada", externalId: "3" });
  await messenger.received(1, "3");
  await messenger.say("hi", AT_EVE);
  const code = await codeOf(messenger);
  await messenger.received(2, "3");
  expect(textsIn(messenger, "3").at(-1)).toContain("They wrote: hi");
  await messenger.say(`/pair ${code} admin`, { sender: "ada", externalId: "3" });
  await messenger.received(3, "3");
  expect(textsIn(messenger, "3").at(-1)).toBe("Only the owner can make someone an admin.");
  await messenger.say(`/pair ${code} member`, { sender: "ada", externalId: "3" });
  // The welcome, and the answer to what was said before.
  await messenger.received(3, "2");
  await messenger.say("hi", { sender: "mallory", externalId: "4" });
  const other = await codeOf(messenger, 1, "4");
  await messenger.say(`/pair ${other} member`, AT_EVE);
  await messenger.received(4, "2");
  expect(textsIn(messenger, "2").at(-1)).toBe("Only the owner and admins can use /pair.");
});

test("no code is shown in groups, to bots, for what was passed on, or where there is no pairing", async () => {
  await using story = await openStory();
  const { messenger } = story;
  await messenger.say("hi", { sender: "eve", externalId: "g", kind: "group" });
  await messenger.say("hi", { ...AT_EVE, isBot: true });
  await messenger.say("hi", { ...AT_EVE, forwardedFrom: "Bob" });
  await messenger.say("hello again");
  await messenger.received(2, "1");
  expect(messenger.delivered.map(({ externalId }) => externalId)).toEqual(["1", "1"]);

  await using silent = await openStory({ isPairing: false });
  await silent.messenger.say("hi", AT_EVE);
  await silent.messenger.say("hello again");
  await silent.messenger.received(2);
  expect(silent.messenger.delivered.map(({ externalId }) => externalId)).toEqual(["1", "1"]);
});

test("more than twenty strangers an hour are not told anything", async () => {
  const messenger = scriptedChannel({ isPairing: true });
  const names = Array.from({ length: 25 }, (_, n) => `eve${n}`);
  await using agent = await startAgent({
    model: scriptedModel([]),
    channels: [messenger],
    roles: Object.fromEntries(names.map((name) => [name, "stranger"] as const)),
  });
  for (const name of names) await messenger.say("hi", { sender: name, externalId: name });
  const told = await messenger.received(20);
  expect(told.map(({ externalId }) => externalId).toSorted()).toEqual(
    names.slice(0, 20).toSorted(),
  );
  expect(await agent.store.read.pairings.open("home", Date.now())).toHaveLength(20);
});
