import { expect, test } from "vitest";
import type { Model } from "../../src/llm/model.ts";
import { type ScriptedModel, scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "../kit/approval-story.ts";
import {
  startTelegramAgent,
  type TelegramAgentOptions,
} from "../kit/telegram/start-telegram-agent.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram/telegram-server.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";

type Own = Partial<TelegramAgentOptions> & { readonly model: Model };

/** Ann, who owns the agent, her bot, and a group of both. */
async function openStory(own: Own) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer());
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
  const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const group = await server.addGroup({
    title: "House",
    kind: "supergroup",
    creator: annId,
    members: [botId],
  });
  const ann = stack.use(await logIn(server, ANN));
  const people = { [annId]: "owner" } as const;
  const agent = stack.use(await startTelegramAgent({ server, token: TOKEN, people, ...own }));
  const held = stack.move();
  return {
    server,
    ann,
    annId,
    botId,
    group,
    agent,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const says = (...texts: readonly string[]): ScriptedModel =>
  scriptedModel(texts.map((text) => ({ text })));

test("a direct chat gets one rich message", async () => {
  await using story = await openStory({ model: says("Hello **Ann**, how are you?") });
  const { ann, botId } = story;
  await ann.send(botId, "hello");
  const got = await ann.receive();
  expect(got).toMatchObject({ isRich: true, from: botId, text: "Hello Ann, how are you?" });
});

test("in a rich message signs that are no formats are seen, and lines stay lines", async () => {
  const said = "2*3*4 = **24**\nH~2~O in __init__.py\n**重要:**文 <b> $5 and $6";
  await using story = await openStory({ model: says(said) });
  const { ann, botId } = story;
  await ann.send(botId, "hello");
  expect(await ann.receive()).toMatchObject({
    isRich: true,
    text: "2*3*4 = 24\nH~2~O in __init__.py\n重要:文 <b> $5 and $6",
  });
});

test("a table beside the name of a file is rich, and nothing in it is a link", async () => {
  const said = "See README.md:\n\n| Day | Sky |\n|---|---|\n| Monday | sunny |";
  await using story = await openStory({ model: says(said) });
  const { ann, botId, server } = story;
  await ann.send(botId, "hello");
  expect(await ann.receive()).toMatchObject({
    isRich: true,
    text: "See README.md:\nDay | Sky\nMonday | sunny",
  });
  const sent = () => server.events.filter(({ method }) => method === "sendRichMessage");
  await expect.poll(() => JSON.stringify(sent())).toContain("skip_entity_detection");
});

test("an answer with an address is no rich message, and has no preview", async () => {
  await using story = await openStory({ model: says("See [this](https://ex.com/x).") });
  const { ann, annId, botId, server } = story;
  await ann.send(botId, "hello");
  expect(await ann.receive()).toMatchObject({
    isRich: false,
    text: "See this (https://ex.com/x).",
  });
  const [, answer] = await readTranscript(server, { viewer: annId, chat: botId });
  expect(answer?.linkPreview).toEqual({ is_disabled: true });
});

test("an answer longer than a message comes in several, whole", async () => {
  const lines = Array.from({ length: 400 }, (_, n) => `Line number ${n} of the answer.`);
  await using story = await openStory({
    model: says(lines.join("\n\n")),
    bot: { rich: "off" },
  });
  const { ann, botId } = story;
  await ann.send(botId, "tell me much");
  await ann.receive(({ text }) => text.includes("number 399"), { edits: "too" });
  const texts = await saidIn(story, botId);
  expect(texts.every(({ length }) => length <= 4096)).toBe(true);
  expect(texts.flatMap((text) => text.split(/\n+/))).toEqual(lines);
});

test("in a group three dots become the answer, as a reply", async () => {
  await using story = await openStory({ model: says("Six.") });
  const { ann, group } = story;
  const asked = await ann.send(group, "@reeve_bot what is three and three?");
  const answer = await ann.receive(({ text }) => text === "Six.", { edits: "too" });
  expect(answer.replyTo).toBe(asked);
});

test("a question has buttons, and its message changes with the answer", async () => {
  const { tool, sent } = sendingTool();
  await using story = await openStory({
    model: scriptedModel([transferTo("Bob"), { text: "It waits for you." }, { text: "Sent." }]),
    tools: [tool],
  });
  const { ann, botId } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  expect(question.text).toContain("Send to Bob?");
  expect(question.buttons.flat().map(({ label }) => label)).toEqual([
    "✅ Confirm",
    "❌ Cancel",
    "✏️ Edit",
  ]);
  expect(await ann.click(question, "✅ Confirm")).toMatchObject({ isAlert: false });
  await ann.receive(({ text }) => text === "Sent.");
  const after = await ann.receive(({ id }) => id === question.id, { edits: "only" });
  expect(after.buttons).toEqual([]);
  expect(sent).toEqual(["Bob"]);
});

type Story = Awaited<ReturnType<typeof openStory>>;

/** Returns the bot's messages in a chat, as Ann sees them now. */
async function saidIn({ server, annId, botId }: Story, chat: number): Promise<readonly string[]> {
  const messages = await readTranscript(server, { viewer: annId, chat });
  return messages.filter(({ from }) => from === botId).map(({ text }) => text);
}

const LOST = [
  ["that arrived", { drop: true, applied: true }],
  ["that did not arrive", { drop: true }],
  ["that failed at the other side", { error: { code: 500, message: "Internal Server Error" } }],
] as const;

test.each(LOST)("a rich message %s and was not confirmed is there once", async (_name, fault) => {
  await using story = await openStory({ model: says("Only once.") });
  const { ann, botId, server } = story;
  await server.command("stub", { method: "bot:sendRichMessage", times: 1, ...fault });
  await ann.send(botId, "hello");
  await ann.receive(({ text }) => text === "Only once.", { edits: "too" });
  await delivered(story);
  expect(await saidIn(story, botId)).toEqual(["Only once."]);
});

test.each(LOST)(
  "in a group an answer %s and was not confirmed is there once",
  async (_n, fault) => {
    await using story = await openStory({ model: says("Only once.") });
    const { ann, group, server } = story;
    await server.command("stub", { method: "bot:sendMessage", times: 1, ...fault });
    await ann.send(group, "@reeve_bot hello");
    await ann.receive(({ text }) => text === "Only once.", { edits: "too" });
    await delivered(story);
    expect(await saidIn(story, group)).toEqual(["Only once."]);
  },
);

test("an answer whose entities Telegram refuses is sent without them", async () => {
  await using story = await openStory({ model: says("It is **bold**."), bot: { rich: "off" } });
  const { ann, botId, server } = story;
  const error = { code: 400, message: "Bad Request: can't parse entities: no" };
  await server.command("stub", { method: "bot:editMessageText", times: 1, error });
  await ann.send(botId, "hello");
  const got = await ann.receive(({ text }) => text === "It is bold.", { edits: "too" });
  expect(got.entities).toEqual([]);
});

test("a server that does not know rich messages gets plain ones", async () => {
  await using story = await openStory({ model: says("It is **bold**.") });
  const { ann, botId, server } = story;
  const error = { code: 404, message: "Not Found: method not found" };
  await server.command("stub", { method: "bot:sendRichMessage", error });
  await server.command("stub", { method: "bot:sendRichMessageDraft", error });
  await ann.send(botId, "hello");
  const got = await ann.receive(({ text }) => text === "It is bold.", { edits: "too" });
  expect(got.entities).toEqual([{ kind: "bold", text: "bold" }]);
});

test("long code comes as a file between the words around it", async () => {
  const code = Array.from({ length: 300 }, (_, n) => `const value${n} = ${n};`).join("\n");
  const answer = `Here it is:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nThat is all.`;
  await using story = await openStory({ model: says(answer) });
  const { ann, botId } = story;
  await ann.send(botId, "code, please");
  await ann.receive(({ text }) => text.includes("That is all."), { edits: "too" });
  const media = ann.seen.flatMap((one) => (one.kind === "message" ? [one.media ?? "text"] : []));
  expect(media.filter((kind) => kind !== "webpage")).toEqual(["text", "document", "text"]);
});

/** Waits until the outbox is empty. */
async function delivered({ agent }: Story): Promise<void> {
  await expect.poll(async () => (await agent.store.read.outbox.due(0, 0)).nextAt).toBe(undefined);
}
