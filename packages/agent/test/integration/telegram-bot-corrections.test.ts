import { expect, test } from "vitest";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "../kit/approval-story.ts";
import { fileStory } from "../kit/fake-files.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { politeModel } from "../kit/models/polite-model.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";

/** Opens a story in which each of Ann's requests needs approval. */
async function openQuestions(
  externalId: "direct" | "group",
  wishes: readonly string[] = ["send to Bob"],
) {
  const { tool, sent } = sendingTool();
  const story = await openTelegramStory({ model: politeModel(), tools: [tool] });
  const { ann, botId, group } = story;
  const where = externalId === "direct" ? botId : group;
  const asked: SeenMessage[] = [];
  for (const wish of wishes) {
    await ann.send(where, externalId === "direct" ? wish : `@reeve_bot ${wish}`);
    const ids = new Set(asked.map(({ id }) => id));
    asked.push(
      await ann.receive(
        ({ id, buttons, chat: at }) => at === where && buttons.length > 0 && !ids.has(id),
        {
          edits: "too",
        },
      ),
    );
  }
  return {
    story,
    where,
    sent,
    asked,
    /** Taps edit; resolves to the message that asks for the correction. */
    edit: async (question: SeenMessage): Promise<SeenMessage> => {
      const after = ann.seen.length;
      await ann.click(question, "✏️ Edit");
      return ann.receive(({ text }) => text.includes("What should I change?"), { after });
    },
    say: async (text: string, options?: { readonly replyTo?: number }): Promise<void> => {
      await ann.send(where, text, options);
    },
    hear: async (text: string): Promise<void> => {
      await ann.receive((one) => one.chat === where && one.text === text, { edits: "too" });
    },
    [Symbol.asyncDispose]: () => story[Symbol.asyncDispose](),
  };
}

/** Returns each approval of the agent, with its state. */
async function questionsOf({ agent }: TelegramStory): Promise<readonly string[]> {
  const all = await agent.store.read.approvals.list(9);
  return all.map(({ preview, state }) => `${preview} ${state}`).toSorted();
}

test.each([
  ["✅ Confirm", "done"],
  ["❌ Cancel", "cancelled"],
])("after %s, the message that was to be a correction is answered", async (label, state) => {
  await using open = await openQuestions("direct");
  const { story, asked, edit, say, hear } = open;
  const [question] = asked;
  if (!question) throw new Error("nothing was asked");
  const prompt = await edit(question);
  await story.ann.click(question, label);
  await hear(state === "done" ? "✅ Done: Send to Bob" : "❌ Not done: Send to Bob");
  await say("What is the weather?");
  await hear("You said: What is the weather?");
  await say("And tomorrow?", { replyTo: prompt.id });
  await hear("You said: And tomorrow?");
  expect(await questionsOf(story)).toEqual([`Send to Bob? ${state}`]);
});

test("a command ends the correction, and what follows is answered", async () => {
  await using open = await openQuestions("direct");
  const { story, asked, edit, say, hear } = open;
  for (const question of asked) await edit(question);
  await say("/status");
  await say("Good morning");
  await hear("You said: Good morning");
  expect(await questionsOf(story)).toEqual(["Send to Bob? pending"]);
});

test("of two questions, a reply corrects the one that it replies to, and another message the other", async () => {
  await using open = await openQuestions("direct", ["send to Bob", "send to Eve"]);
  const { story, asked, edit, say, hear } = open;
  const prompts: SeenMessage[] = [];
  for (const question of asked) prompts.push(await edit(question));
  const [first] = asked;
  await say("to Carol", { replyTo: prompts[0]?.id ?? 0 });
  await hear("Send to Carol?\n(edited once)");
  await say("to Dan");
  await hear("Send to Dan?\n(edited once)");
  expect(first?.text).toMatch(/^Send to (Bob|Eve)\?$/);
  expect(await questionsOf(story)).toEqual([
    "Send to Bob? cancelled",
    "Send to Carol? pending",
    "Send to Dan? pending",
    "Send to Eve? cancelled",
  ]);
  const kept = await story.agent.store.read.approvals.list(9);
  const of = (preview: string) => kept.find((one) => one.preview === preview);
  const wanted = of(first?.text ?? "")?.id;
  expect(of("Send to Carol?")?.revises).toBe(wanted);
});

test("in a group only a reply is the correction, and who is asked is named", async () => {
  await using open = await openQuestions("group");
  const { story, where, asked, edit, say, hear } = open;
  const [question] = asked;
  if (!question) throw new Error("nothing was asked");
  const prompt = await edit(question);
  expect(prompt.text).toBe("Ann: What should I change? Reply to this message with the correction.");
  expect(prompt.entities).toEqual([{ kind: "text_mention", text: "Ann" }]);
  expect(prompt.raw.markup).toMatchObject({ type: "force_reply", selective: true });
  await say("to Nobody");
  await say("@reeve_bot what time is it?");
  await hear("You said: @reeve_bot what time is it?");
  expect(await questionsOf(story)).toEqual(["Send to Bob? pending"]);
  await say("to Eve", { replyTo: prompt.id });
  await hear("Send to Eve?\n(edited once)");
  await say("thanks", { replyTo: prompt.id });
  await hear("You said: thanks");
  const lines = await readTranscript(story.server, { viewer: story.ann.id, chat: where });
  expect(lines.find(({ id }) => id === question.id)?.text).toBe("❌ Not done: Send to Bob");
});

test("what has no words is no correction: it is answered, and its sender is told", async () => {
  await using open = await openQuestions("direct");
  const { story, asked, edit, say, hear } = open;
  for (const question of asked) await edit(question);
  const { ann, botId } = story;
  await ann.client.sendMedia(botId, { type: "poll", question: "Tea?", answers: ["Yes", "No"] });
  await hear(
    "I can accept corrections only as text, so I've treated this as an ordinary message. To make a correction, tap ✏️ Edit again.",
  );
  await say("Good evening");
  await hear("You said: Good evening");
  expect(await questionsOf(story)).toEqual(["Send to Bob? pending"]);
});

test.each([
  ["takes several messages", 6000],
  ["fills its message", 4096],
])("in place of a question that %s stands how it ended", async (_how, length) => {
  const long = "Send this? ".padEnd(length, "x");
  const { tool } = sendingTool({ confirm: () => long });
  const model = scriptedModel([transferTo("Bob"), { text: "It waits." }, { text: "Sent it." }]);
  await using story = await openTelegramStory({ model, tools: [tool] });
  const { ann, botId } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  await ann.click(question, "✅ Confirm");
  const closed = await ann.receive(
    ({ id, text }) => id === question.id && text === "✅ Done: Send this",
    { edits: "only" },
  );
  expect(closed.buttons).toEqual([]);
});

test("a voice note is heard, and is the correction", async () => {
  const { tool, sent } = sendingTool();
  // The transcriber returns the bytes of a recording as text.
  const { understanding } = fileStory({ holds: {} });
  await using story = await openTelegramStory({
    model: politeModel(),
    tools: [tool],
    understanding,
  });
  const { ann, botId } = story;
  await ann.send(botId, "send to Bob");
  const question = await ann.receive(({ buttons }) => buttons.length > 0);
  await ann.click(question, "✏️ Edit");
  await ann.receive(({ text }) => text.startsWith("What should I change?"));
  const after = ann.seen.length;
  await ann.sendVoice(botId, { data: Buffer.from("to Carol"), seconds: 1 });
  const anew = await ann.receive(({ buttons }) => buttons.length > 0, { after, edits: "too" });
  expect(anew.text).toBe("Send to Carol?\n(edited once)");
  await ann.receive((one) => one.id === question.id && one.buttons.length === 0, { edits: "too" });
  await ann.click(anew, "✅ Confirm");
  await ann.receive(({ text }) => text === "You said:", { edits: "too" });
  expect(sent).toEqual(["Carol"]);
});
