import { expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "../kit/approval-story.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readPressedButtons, readTranscript } from "../kit/telegram/read-telegram.ts";
import type { TelegramPerson } from "../kit/telegram/telegram-person.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";

const ALREADY = "This has already been decided.";
const WAITS = { text: "It waits for you." };

/** Telegram's limits may have it wait. */

const hasButtons = ({ buttons }: SeenMessage) => buttons.length > 0;

/** Returns a message in its current form, and whether it can still be tapped. */
async function stands(
  { server, ann }: TelegramStory,
  { chat, id }: Pick<SeenMessage, "chat" | "id">,
): Promise<{ text: string | undefined; buttons: readonly string[] }> {
  const lines = await readTranscript(server, { viewer: ann.id, chat });
  const line = lines.find((one) => one.id === id);
  return { text: line?.text, buttons: (line?.buttons ?? []).flat().map(({ text }) => text) };
}

test("a cancelled question says so, and a second tap finds it decided", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), WAITS, { text: "All right." }]);
  await using story = await openTelegramStory({ model, tools: [tool] });
  const { ann, botId, server } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(hasButtons);
  const tap = async (label: string) => (await ann.click(question, label)).text;
  const taps = await Promise.all([tap("❌ Cancel"), tap("❌ Cancel")]);
  expect(new Set(taps)).toEqual(new Set(["Got it.", ALREADY]));
  await ann.receive(({ text }) => text === "All right.", { edits: "too" });
  await expect
    .poll(() => stands(story, question))
    .toEqual({ text: "❌ Not done: Send to Bob", buttons: [] });
  expect(sent).toEqual([]);
  const pressed = await readPressedButtons(server);
  expect(pressed.map(({ answered }) => answered)).toEqual([true, true]);
});

test("a question that nobody answers in time says so, and its call never runs", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), WAITS]);
  await using story = await openTelegramStory({ model, tools: [tool], approvalMs: 2000 });
  const { ann, botId } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(hasButtons);
  const text = "⌛ Not done, nobody answered in time: Send to Bob";
  await expect.poll(() => stands(story, question)).toEqual({ text, buttons: [] });
  expect(sent).toEqual([]);
});

test("two corrections make two new previews, and only the last can be confirmed", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([
    transferTo("Bob"),
    WAITS,
    transferTo("Carol"),
    WAITS,
    transferTo("Dan"),
    WAITS,
    { text: "Sent it." },
  ]);
  await using story = await openTelegramStory({ model, tools: [tool] });
  const { ann, botId, agent } = story;
  await ann.send(botId, "send to Bob");
  const first = await ann.receive(hasButtons);
  const second = await correct(story, first, "to Carol, please");
  const third = await correct(story, second, "no, to Dan");
  expect([second.text, third.text]).toEqual([
    "Send to Carol?\n(edited once)",
    "Send to Dan?\n(edited 2 times)",
  ]);
  await ann.click(third, "✅ Confirm");
  await ann.receive(({ text }) => text === "Sent it.", { edits: "too" });
  expect(sent).toEqual(["Dan"]);
  const kept = await agent.store.read.approvals.list(9);
  expect(kept.map(({ preview, state, edits }) => [preview, state, edits])).toEqual([
    ["Send to Dan?", "done", 2],
    ["Send to Carol?", "cancelled", 1],
    ["Send to Bob?", "cancelled", 0],
  ]);
  for (const question of [first, second, third])
    await expect.poll(async () => (await stands(story, question)).buttons).toEqual([]);
});

/** Taps edit and sends the change; returns the new approval request. */
async function correct(
  { ann, botId }: TelegramStory,
  question: SeenMessage,
  words: string,
): Promise<SeenMessage> {
  await ann.click(question, "✏️ Edit");
  await ann.receive(
    ({ text, replyTo }) => text.startsWith("What should I change?") && replyTo === question.id,
  );
  const after = ann.seen.length;
  await ann.send(botId, words);
  return ann.receive(hasButtons, { after, edits: "too" });
}

test("what a member asks for in a group is confirmed by the owner in her own chat, and the group sees it", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([
    { text: "Hello." },
    transferTo("Carol"),
    WAITS,
    { text: "Sent it." },
  ]);
  await using story = await openTelegramStory({ model, tools: [tool] });
  const { ann, bob, botId, group } = story;
  await ann.send(botId, "hello");
  await ann.receive(({ text }) => text === "Hello.", { edits: "too" });
  await bob.send(group, "@reeve_bot send to Carol");
  const [own, shown] = await Promise.all([
    ann.receive((one) => one.chat === botId && hasButtons(one)),
    bob.receive(hasButtons),
  ]);
  expect(own.text).toContain("(requested by Bob in telegram-bot/");
  expect((await bob.click(shown, "✅ Confirm")).text).toBe(
    "You can't approve or deny this request.",
  );
  expect((await ann.click(own, "✅ Confirm")).text).toBe("Got it.");
  await receiveIn(bob, group, "Sent it.");
  expect(sent).toEqual(["Carol"]);
  await expect
    .poll(() => stands(story, shown))
    .toEqual({ text: "✅ Done: Send to Carol (allowed by Ann)", buttons: [] });
  await expect.poll(async () => (await stands(story, own)).buttons).toEqual([]);
});

async function receiveIn(person: TelegramPerson, chat: number, text: string): Promise<void> {
  await person.receive((one) => one.chat === chat && one.text === text, { edits: "too" });
}

test("a question is asked in the person's language", async () => {
  const { tool } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), WAITS]);
  await using story = await openTelegramStory({ model, tools: [tool], languageCode: "de" });
  const { ann, botId } = story;
  await ann.send(botId, "sende an Bob");
  const question = await ann.receive(hasButtons);
  expect(question.buttons.flat().map(({ label, data }) => [label, data?.split(":", 2)])).toEqual([
    ["✅ Bestätigen", ["approve", "allow"]],
    ["❌ Abbrechen", ["approve", "deny"]],
    ["✏️ Ändern", ["approve", "edit"]],
  ]);
  expect((await ann.click(question, "✏️ Ändern")).text).toBe("Notiert.");
  await ann.receive(({ text }) => text.startsWith("Was möchtest du ändern?"));
});
