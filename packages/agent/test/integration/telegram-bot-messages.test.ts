import { expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { drippingModel } from "../kit/models/dripping-model.ts";
import { heldAnswer } from "../kit/models/held-answer.ts";
import { openTelegramHouse } from "../kit/telegram/open-telegram-house.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readChatActions, readTranscript } from "../kit/telegram/read-telegram.ts";

async function saidIn({ server, ann, botId }: TelegramStory, chat: number) {
  const lines = await readTranscript(server, { viewer: ann.id, chat });
  return lines.filter(({ from }) => from === botId).map(({ text }) => text);
}

test("a message that is changed while it waits is answered as it reads then", async () => {
  const held = heldAnswer({ text: "First." });
  const model = scriptedModel([held.answer, { text: "Second." }]);
  await using story = await openTelegramStory({ model, mode: "queue" });
  const { ann, botId, agent } = story;
  await ann.send(botId, "one");
  await held.begun;
  const second = await ann.send(botId, "tow");
  await expect
    .poll(async () => (await agent.store.read.inbox.newest())?.body)
    .toMatchObject({
      text: "tow",
    });
  await ann.edit(botId, second, "two");
  await expect
    .poll(async () => (await agent.store.read.inbox.newest())?.body)
    .toMatchObject({
      text: "two",
    });
  held.letGo();
  await ann.receive(({ text }) => text === "Second.", { edits: "too" });
  const told = model.requests.at(-1)?.messages.at(-1)?.text ?? "";
  expect(told).toContain("<user_message>two</user_message>");
  expect(JSON.stringify(model.requests)).not.toContain("tow");
  expect(await saidIn(story, botId)).toEqual(["First.", "Second."]);
});

test("an edit of an answered message is known, and not answered", async () => {
  const model = scriptedModel([{ text: "First." }, { text: "Second." }]);
  await using story = await openTelegramStory({ model });
  const { ann, botId, agent } = story;
  const first = await ann.send(botId, "one");
  await ann.receive(({ text }) => text === "First.", { edits: "too" });
  await ann.edit(botId, first, "one, and a half");
  await expect.poll(async () => (await agent.store.read.inbox.newest())?.state).toBe("noted");
  await ann.send(botId, "two");
  await ann.receive(({ text }) => text === "Second.", { edits: "too" });
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("one, and a half");
  expect(await saidIn(story, botId)).toEqual(["First.", "Second."]);
});

test("what others say in a group goes along with what is asked there", async () => {
  const model = scriptedModel([{ text: "Take an umbrella." }]);
  await using story = await openTelegramStory({ model });
  const { ann, bob, group } = story;
  await bob.send(group, "it will rain all day");
  await ann.send(group, "@reeve_bot what shall I take?");
  await ann.receive(({ text }) => text === "Take an umbrella.", { edits: "too" });
  const told = model.requests.at(-1)?.messages.at(-1)?.text ?? "";
  expect(told).toContain("it will rain all day");
  expect(told.indexOf("it will rain")).toBeLessThan(told.indexOf("what shall I take?"));
  expect(await saidIn(story, group)).toEqual(["Take an umbrella."]);
});

test("commands are answered in the person's language, and ask no model", async () => {
  await using house = await openTelegramHouse({ answer: () => "no", languageCode: "de" });
  const { ann, botId, provider } = house;
  const told = async (command: string) => {
    const after = ann.seen.length;
    await ann.send(botId, command);
    return (await ann.receive(undefined, { after, edits: "too" })).text;
  };
  expect((await told("/start")).split("\n")).toEqual([
    "Hallo Ann, ich bin Reeve, dein Agent.",
    expect.stringMatching(/^Schreib mir wie einem Menschen/),
    "Ich gehöre dir: Du entscheidest, was ich darf. /help zeigt die Befehle.",
  ]);
  const help = await told("/help");
  expect(help).toContain("/notes – deine 5 neuesten Notizen anzeigen\n");
  expect(help).toMatch(/\nAlles andere ist eine Nachricht an mich\.$/);
  expect(await told("/notes")).toBe("Du hast noch keine Notizen.");
  expect(await told("/tasks")).toBe("Es ist nichts zu tun.");
  expect(await told("/reminders")).toBe("Es ist keine Erinnerung gesetzt.");
  expect(await told("/readlater")).toBe("Es ist nichts zum Lesen gespeichert.");
  expect(await told("/approvals")).toBe("Nichts wartet auf deine Entscheidung.");
  expect(await told("/stop")).toBe("Hier läuft nichts.");
  expect(await told("/new")).toBe("Ein neues Gespräch beginnt.");
  expect(await told("/status")).toMatch(/^[^\n]+\.\nReeve \S+, läuft seit \d+ Min\.\nModell: /);
  expect(await told("/history")).toBe("Es wurde noch nichts geändert.");
  expect(await told("/why")).toBe("„/history“: beantwortet");
  expect(provider.requests).toEqual([]);
});

test("an address that a model wrote is shown without preview, in every kind of chat", async () => {
  const text = "Look at https://example.org/page or [here](https://example.org/else).";
  const model = scriptedModel([{ text }, { text }]);
  await using story = await openTelegramStory({ model });
  const { server, ann, botId, group } = story;
  for (const chat of [botId, group]) {
    await ann.send(chat, "@reeve_bot where is it?");
    await ann.receive((one) => one.chat === chat && one.text.includes("example.org/page"), {
      edits: "too",
    });
    const lines = await readTranscript(server, { viewer: ann.id, chat });
    const said = lines.filter(({ from }) => from === botId);
    expect(said.map(({ linkPreview }) => linkPreview)).toEqual([{ is_disabled: true }]);
  }
});

test("what a person asks to have as a file comes as one", async () => {
  await using story = await openTelegramStory({ model: scriptedModel([]) });
  const { ann, botId } = story;
  await ann.send(botId, "/export");
  const file = await ann.receive(({ media }) => media === "document");
  expect(file.text).toMatch(/^All the data I have about you: \d+ records?\.$/);
  const { media } = file.raw;
  if (media?.type !== "document") throw new Error("no document");
  expect(media.fileName).toMatch(/^reeve-.*\.jsonl$/);
  const lines = Buffer.from(await ann.client.downloadAsBuffer(media))
    .toString()
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line))).toHaveLength(Number(/\d+/.exec(file.text)?.[0]));
});

test("somebody is seen typing for as long as the answer takes, and not longer", async () => {
  const model = drippingModel([{ text: "It takes its time. ".repeat(25) }], 120);
  await using story = await openTelegramStory({ model, bot: { rich: "off" } });
  const { server, ann, botId } = story;
  await ann.send(botId, "hello");
  const typed = async () => (await readChatActions(server)).map(({ t }) => t);
  await ann.receive(({ text }) => text === "It takes its time. ".repeat(25).trim(), {
    edits: "only",
  });
  const before = await typed();
  expect(before.length).toBeGreaterThanOrEqual(2);
  for (const [n, t] of before.slice(1).entries()) expect(t - (before[n] ?? 0)).toBeLessThan(5000);
  await ann.send(botId, "/notes");
  await ann.receive(({ text }) => text === "You have no notes yet.");
  expect(await typed()).toEqual(before);
});
