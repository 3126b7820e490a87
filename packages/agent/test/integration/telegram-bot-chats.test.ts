import { expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "../kit/approval-story.ts";
import { drippingModel } from "../kit/models/dripping-model.ts";
import { heldAnswer } from "../kit/models/held-answer.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readChatActions, readTranscript } from "../kit/telegram/read-telegram.ts";

async function saidIn({ server, ann, botId }: TelegramStory, chat: number) {
  const lines = await readTranscript(server, { viewer: ann.id, chat });
  return lines.filter(({ from }) => from === botId);
}

test("in a topic of a forum everything stays there: typing, answers, questions and what follows", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), { text: "It waits." }, { text: "Sent it." }]);
  await using story = await openTelegramStory({ model, tools: [tool] });
  const { server, ann, bob, botId } = story;
  const forum = await server.addGroup({
    title: "Forum",
    kind: "forum",
    creator: ann.id,
    members: [bob.id, botId],
  });
  const { id: topic } = await ann.client.createForumTopic({ chatId: forum, title: "Trips" });
  await ann.send(forum, "@reeve_bot send to Bob", { topic });
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  await ann.click(question, "✏️ Edit");
  await ann.receive(({ replyTo }) => replyTo === question.id);
  const lines = await saidIn(story, forum);
  expect(new Set(lines.map((line) => line.topic))).toEqual(new Set([topic]));
  const actions = await readChatActions(server);
  expect(new Set(actions.map((action) => action.topic))).toEqual(new Set([topic]));
  await ann.click(question, "✅ Confirm");
  await ann.receive(({ text }) => text === "Sent it.", { edits: "too" });
  expect(sent).toEqual(["Bob"]);
  expect(new Set((await saidIn(story, forum)).map((line) => line.topic))).toEqual(new Set([topic]));
});

test("two people who ask in a group at once are each answered, as a reply to them", async () => {
  const model = drippingModel(({ messages }) => {
    const asked = /ask (\w+)<\/user_message>\s*$/.exec(messages.at(-1)?.text ?? "");
    return { text: `That is for ${asked?.[1] ?? "nobody"}.` };
  }, 100);
  await using story = await openTelegramStory({ model });
  const { ann, bob, group } = story;
  const ids = await Promise.all([
    ann.send(group, "@reeve_bot ask Ann"),
    bob.send(group, "@reeve_bot ask Bob"),
  ]);
  const said = async () =>
    (await saidIn(story, group)).map(({ text, replyTo }) => `${replyTo} ${text}`);
  await expect.poll(async () => (await said()).length).toBe(2);
  const wanted = new Set([`${ids[0]} That is for Ann.`, `${ids[1]} That is for Bob.`]);
  await expect.poll(async () => new Set(await said())).toEqual(wanted);
});

test("what somebody replies to goes along with what they say", async () => {
  const model = scriptedModel([{ text: "At nine." }]);
  await using story = await openTelegramStory({ model });
  const { ann, bob, group } = story;
  await bob.send(group, "the train leaves from platform 7");
  const shown = await ann.receive(({ text }) => text.startsWith("the train"));
  await ann.send(group, "@reeve_bot when is that?", { replyTo: shown.id });
  await ann.receive(({ text }) => text === "At nine.", { edits: "too" });
  const told = model.requests.at(-1)?.messages.at(-1)?.text ?? "";
  expect(told).toContain("platform 7");
});

test("a message that comes while another is answered joins it in a direct chat", async () => {
  const model = drippingModel(
    [{ text: "A long answer to the first. ".repeat(8) }, { text: "And to the second." }],
    60,
  );
  await using story = await openTelegramStory({ model });
  const { ann, botId } = story;
  await ann.send(botId, "one");
  await ann.see(({ kind }) => kind === "draft");
  await ann.send(botId, "two");
  await ann.receive(({ text }) => text === "And to the second.", { edits: "too" });
  const [first, ...more] = await saidIn(story, botId);
  expect([first?.text.startsWith("A long answer"), more.map(({ text }) => text)]).toEqual([
    true,
    ["And to the second."],
  ]);
});

test("an answer to a message that was deleted meanwhile is still said", async () => {
  const held = heldAnswer({ text: "Here it is." });
  await using story = await openTelegramStory({ model: scriptedModel([held.answer]) });
  const { ann, group } = story;
  const asked = await ann.send(group, "@reeve_bot what is it?");
  await held.begun;
  await ann.delete(group, [asked]);
  held.letGo();
  await ann.receive(({ text }) => text === "Here it is.", { edits: "too" });
  expect((await saidIn(story, group)).map(({ text }) => text)).toEqual(["Here it is."]);
});
