import { expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "../kit/approval-story.ts";
import { heldAnswer } from "../kit/models/held-answer.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { attempt } from "../../src/kernel/attempt.ts";

/** Returns the states of the parts of a message's reply. */
async function partsOf({ agent }: TelegramStory, message: number) {
  const { inbox, outbox } = agent.store.read;
  const [row] = await inbox.find(String(message));
  const parts = row?.turn ? await outbox.ofTurn(row.turn) : [];
  return parts.map(({ state, attempts, reason }) => ({ state, attempts, reason }));
}

async function saidIn({ server, ann, botId }: TelegramStory, chat: number) {
  const lines = await readTranscript(server, { viewer: ann.id, chat });
  return lines.flatMap(({ from, text }) => (from === botId ? [text] : []));
}

const BLOCKED = {
  state: "waiting",
  attempts: 0,
  reason: expect.stringContaining("bot was blocked by the user"),
};

test("what was to be said to somebody who blocked the bot waits until they let it in again", async () => {
  const held = heldAnswer({ text: "Found it." });
  const model = scriptedModel([held.answer]);
  await using story = await openTelegramStory({ model });
  const { ann, botId } = story;
  const asked = await ann.send(botId, "look for it");
  await held.begun;
  await ann.client.blockUser("reeve_bot");
  held.letGo();
  await expect.poll(() => partsOf(story, asked)).toEqual([BLOCKED]);

  await ann.client.unblockUser("reeve_bot");
  const sent = { state: "sent", attempts: 0, reason: null };
  await expect.poll(() => partsOf(story, asked)).toEqual([sent]);
  expect(await saidIn(story, botId)).toEqual(["Found it."]);
  expect(model.requests).toHaveLength(1);
});

test.each([
  ["the account is gone", { code: 403, message: "Forbidden: user is deactivated" }],
  [
    "the bot was thrown out",
    { code: 403, message: "Forbidden: bot was kicked from the supergroup chat" },
  ],
])("where %s, what was to be said is given up at once, and says why", async (_why, error) => {
  const held = heldAnswer({ text: "Found it." });
  await using story = await openTelegramStory({ model: scriptedModel([held.answer]) });
  const { ann, botId, server } = story;
  const asked = await ann.send(botId, "look for it");
  await held.begun;
  await server.command("stub", { method: "bot:send*", error, times: 50 });
  held.letGo();
  const dead = { state: "dead", attempts: 1, reason: expect.stringContaining(error.message) };
  await expect.poll(() => partsOf(story, asked)).toEqual([dead]);
});

test("a tap that Telegram has waited for too long counts, and the question says so", async () => {
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), { text: "It waits." }, { text: "Sent it." }]);
  await using story = await openTelegramStory({ model, tools: [tool] });
  const { ann, botId, server } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  const error = {
    code: 400,
    message: "Bad Request: query is too old and response timeout expired or query ID is invalid",
  };
  await server.command("stub", { method: "bot:answerCallbackQuery", error, times: 9 });
  const clicked = attempt(ann.click(question, "✅ Confirm"));
  await ann.receive(({ text }) => text === "Sent it.", { edits: "too" });
  expect(sent).toEqual(["Bob"]);
  await expect.poll(() => saidIn(story, botId)).toContain("✅ Done: Send to Bob");
  await clicked;
});
