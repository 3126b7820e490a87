import { InputMedia } from "@mtcute/node";
import { Api } from "grammy";
import { expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { drippingModel } from "../kit/models/dripping-model.ts";
import {
  openTelegramStory,
  TOKEN,
  type TelegramStory,
} from "../kit/telegram/open-telegram-story.ts";
import { openTelegramHouse } from "../kit/telegram/open-telegram-house.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { startTelegramAgent } from "../kit/telegram/start-telegram-agent.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram/telegram-server.ts";

/** Returns the last input of the model. */
function toldTo(model: ReturnType<typeof scriptedModel>): string {
  return model.requests.at(-1)?.messages.at(-1)?.text ?? "";
}

const TRAINS = "# Trains\n\n- **07:10** from platform 2\n- 09:30";

test("a reply to an old rich answer is told with what it said, and so is one that is passed on", async () => {
  const model = scriptedModel([{ text: TRAINS }, { text: "Two." }, { text: "It is mine." }]);
  await using story = await openTelegramStory({ model });
  const { server, ann, botId } = story;
  await ann.send(botId, "which trains are there?");
  const shown = await ann.receive(({ isRich }) => isRich);
  await ann.send(botId, "and how many is that?", { replyTo: shown.id });
  await ann.receive(({ text }) => text === "Two.", { edits: "too" });
  expect(toldTo(model)).toContain(
    '[in reply to Reeve: "# Trains - 07:10 from platform 2 - 09:30"]\n',
  );
  const copied = { fromChatId: "reeve_bot", messages: [shown.id], toChatId: "reeve_bot" };
  await ann.client.forwardMessagesById(copied);
  await ann.receive(({ text }) => text === "It is mine.", { edits: "too" });
  expect(toldTo(model)).toMatch(
    /\[forwarded from Reeve\] .*<user_message># Trains\n\n- 07:10 from platform 2\n- 09:30<\/user_message>/,
  );
  const lines = await readTranscript(server, { viewer: ann.id, chat: botId });
  expect(lines.filter(({ rich }) => rich).map(({ from }) => from)).toContain(ann.id);
});

test("a reply to a voice note of the agent's is told with what it said", async () => {
  const model = scriptedModel([{ text: "It rains." }, { text: "Yes." }]);
  const usage = { model: "test/voice", inputTokens: 0, outputTokens: 0, costNano: 0n };
  const say = async () => ({ data: Buffer.from("OggS"), seconds: 1, usage });
  await using story = await openTelegramStory({ model, say, spoken: { maxWords: 500 } });
  const { ann, botId } = story;
  await ann.send(botId, "tell me: what is the weather?");
  const spoken = await ann.receive(({ raw }) => raw.media?.type === "voice");
  const isKept = async () => (await story.agent.store.read.outbox.due(0, 0)).nextAt === undefined;
  await expect.poll(isKept).toBe(true);
  await ann.send(botId, "all day?", { replyTo: spoken.id });
  await ann.receive(({ text }) => text === "Yes.", { edits: "too" });
  expect(toldTo(model)).toContain('[in reply to Reeve: "It rains."]\n');
});

test("an album that is passed on is one message, and each of its files has its own id", async () => {
  await using house = await openTelegramHouse({ answer: () => "Two of them." });
  const { ann, provider } = house;
  const answered = (after: number) =>
    ann.receive(({ text }) => text === "Two of them.", { after, edits: "too" });
  const files = ["one.txt", "two.txt"].map((fileName, at) =>
    InputMedia.document(Buffer.from(`file ${at}`), {
      fileName,
      fileMime: "text/plain",
      ...(at === 0 && { caption: "my files" }),
    }),
  );
  const sent = await ann.client.sendMediaGroup("reeve_bot", files);
  await answered(0);
  const after = ann.seen.length;
  const passed = await ann.client.forwardMessagesById({
    fromChatId: "reeve_bot",
    messages: sent.map(({ id }) => id),
    toChatId: "reeve_bot",
  });
  await answered(after);
  expect(provider.requests).toHaveLength(2);
  const told = JSON.stringify(provider.requests.at(-1)?.body).replaceAll('\\"', '"');
  const inputs = told.slice(told.lastIndexOf("[forwarded from")).split("\\n");
  const [one, two] = passed.map(({ id }) => id);
  expect(inputs[0]?.replaceAll(/attachment_id=\S+ /g, "")).toMatch(
    `[forwarded from Ann] [document msg_id=${one} name="one.txt"] [document msg_id=${two} name="two.txt"] [Telegram User `,
  );
  expect(inputs[0]).toContain("<user_message>my files</user_message>");
  expect(told).toContain("file 1");
});

test("in a group a command is one before or behind the bot's name, and is answered as a reply", async () => {
  const model = scriptedModel([]);
  await using story = await openTelegramStory({ model });
  const { server, ann, bob, botId, group } = story;
  const commands = ["/stop", "/stop@reeve_bot", "@reeve_bot /stop"];
  const ids: number[] = [];
  for (const command of commands) {
    const after = ann.seen.length;
    ids.push(await bob.send(group, command));
    await ann.receive(({ from }) => from === botId, { after });
  }
  const lines = await readTranscript(server, { viewer: ann.id, chat: group });
  const said = lines.filter(({ from }) => from === botId);
  expect(said.map(({ text, replyTo }) => [text, replyTo])).toEqual(
    ids.map((id) => ["Nothing is running in this chat.", id]),
  );
  expect(model.requests).toEqual([]);
});

async function explain({ ann, botId }: TelegramStory, command: string): Promise<string> {
  const after = ann.seen.length;
  await ann.send(botId, command);
  return (await ann.receive(undefined, { after })).text;
}

test("/why tells of the newest message, also where that was a command", async () => {
  const model = scriptedModel([{ text: "Hello." }]);
  await using story = await openTelegramStory({ model });
  const { ann, botId } = story;
  expect(await explain(story, "/why")).toContain("You haven't sent me a message in this chat yet.");
  await explain(story, "/tasks");
  expect(await explain(story, "/why")).toBe("“/tasks”: answered");
  await ann.send(botId, "hello");
  await ann.receive(({ text }) => text === "Hello.", { edits: "too" });
  expect(await explain(story, "/why")).toContain("“hello”: answered");
  expect(await explain(story, "/why")).toContain("“hello”: answered");
});

test("a bot that answers the agent is heard twenty times a minute, and again once it was quiet", async () => {
  await using server = await startTelegramServer();
  const phone = "9996620001";
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone });
  const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const parrot = { firstName: "Parrot", username: "parrot_bot", token: "43:secret" };
  const parrotId = await server.addBot({ ...parrot, botToBot: true });
  const group = await server.addGroup({
    title: "House",
    kind: "supergroup",
    creator: annId,
    members: [botId, parrotId],
  });
  await using ann = await logIn(server, phone);
  const time = { now: 1_000_000 };
  const model = drippingModel(() => ({ text: "And you?" }), 200);
  await using agent = await startTelegramAgent({
    server,
    token: TOKEN,
    people: { [annId]: "owner", [parrotId]: "member" },
    model,
    botClock: { now: () => time.now },
  });
  const api = new Api(parrot.token, { apiRoot: server.botApi });
  const heard = async () => {
    const [chat] = await agent.store.read.chats.byAddress("telegram-bot", String(group));
    const entries = chat ? await agent.store.read.messages.page(chat.id, { limit: 100 }) : [];
    return entries.filter(({ name }) => name === "Parrot").length;
  };

  const sayTo = (message: number) =>
    api.sendMessage(group, "And you?", { reply_parameters: { message_id: message } });

  // The parrot bot answers each message of the agent a dozen times.
  let offset = 0;
  const parrotOnce = async () => {
    const updates = await api.getUpdates({ offset, allowed_updates: ["message"] });
    for (const { update_id: id, message } of updates) {
      offset = id + 1;
      if (message?.from?.id !== botId) continue;
      for (let n = 0; n < 12; n += 1) await sayTo(message.message_id);
    }
    return heard();
  };
  await ann.send(group, "@reeve_bot say hello to the parrot");
  await expect.poll(parrotOnce, { timeout: 40_000, interval: 100 }).toBe(20);
  /** Returns the agent's messages so far, and which messages they reply to. */
  const said = async () => {
    const lines = await readTranscript(server, { viewer: annId, chat: group });
    return lines.filter(({ from }) => from === botId);
  };
  const answered = async () => (await said()).map(({ replyTo }) => replyTo);
  const [first] = await said();
  const ignored = await sayTo(first?.id ?? 0);
  const asked = await ann.send(group, "@reeve_bot what did it say?");
  await expect.poll(answered, { timeout: 60_000 }).toContain(asked);
  expect([await heard(), await answered()]).toEqual([
    20,
    expect.not.arrayContaining([ignored.message_id]),
  ]);

  time.now += 60_000;
  const again = await sayTo(first?.id ?? 0);
  await expect.poll(answered, { timeout: 60_000 }).toContain(again.message_id);
  expect(await heard()).toBe(21);
});
