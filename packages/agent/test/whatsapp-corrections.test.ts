import { expect, test } from "vitest";
import { sendingTool } from "./kit/approval-story.ts";
import { fileStory } from "./kit/fake-files.ts";
import { politeModel } from "./kit/models/polite-model.ts";
import {
  type SeenMessage,
  startWhatsAppGraph,
  type WhatsAppGraph,
} from "./kit/whatsapp/whatsapp-graph.ts";
import { say, tap } from "./kit/whatsapp/whatsapp-phone.ts";
import { ANN, openWhatsAppStory } from "./kit/whatsapp/whatsapp-story.ts";

const ASKED =
  "What should I change? I'll treat your next message here as the correction if you send it within 15 minutes.";

/** Opens a story in which each of Ann's requests needs approval. */
async function openQuestions(graph: WhatsAppGraph, wishes: readonly string[] = ["send to bob"]) {
  const { tool, sent } = sendingTool();
  const { understanding } = fileStory({ holds: {} });
  const story = await openWhatsAppStory({
    graph,
    model: politeModel(),
    tools: [tool],
    understanding,
  });
  for (const [index, wish] of wishes.entries()) {
    await story.tell({ content: say(wish) });
    await graph.received(2 * (index + 1), ANN);
  }
  const questions = graph.sent.filter((_message, index) => index % 2 === 1);
  let seconds = 0;
  /** Performs Ann's actions, each a little later; resolves to the `count` messages that she then receives. */
  const act = async (
    content: Readonly<Record<string, unknown>>,
    {
      replied,
      count: wanted = 1,
    }: { replied?: SeenMessage | undefined; count?: number | undefined } = {},
  ) => {
    seconds += 2;
    const before = graph.sent.length;
    const context = replied && { context: { id: replied.id } };
    await story.tell({ at: story.seconds() + seconds, content: { ...content, ...context } });
    await graph.received(before + wanted, ANN);
    return graph.sent.slice(before).map(({ text }) => text);
  };
  return {
    story,
    sent,
    questions,
    act,
    /** Taps a button of a question. */
    press: (question: SeenMessage | undefined, title: string, count?: number) =>
      act(tap(question?.buttons[title] ?? "", title), { replied: question, count }),
    [Symbol.asyncDispose]: () => story[Symbol.asyncDispose](),
  };
}

test.each([
  ["✅ Confirm", ["✅ Done: Send to bob", "You said:"]],
  ["❌ Cancel", ["❌ Not done: Send to bob", "You said:"]],
])("after %s, the message that was to be a correction is answered", async (title, shown) => {
  await using graph = await startWhatsAppGraph();
  await using open = await openQuestions(graph);
  const { questions, act, press } = open;
  expect(await press(questions[0], "✏️ Edit")).toEqual([ASKED]);
  // A denial and the reply are posted at the same time.
  expect((await press(questions[0], title, shown.length)).toSorted()).toEqual(shown.toSorted());
  expect(await act(say("What is the weather?"))).toEqual(["You said: What is the weather?"]);
});

test("after a while, and after a command, the next message is answered", async () => {
  await using graph = await startWhatsAppGraph();
  await using open = await openQuestions(graph);
  const { story, questions, act, press } = open;
  await press(questions[0], "✏️ Edit");
  story.pass(0.3);
  expect(await act(say("Good evening"))).toEqual(["You said: Good evening"]);
  await press(questions[0], "✏️ Edit");
  await act(say("/help"));
  expect(await act(say("Good night"))).toEqual(["You said: Good night"]);
});

test("of two questions, a reply corrects the one that it replies to, and another message the other", async () => {
  await using graph = await startWhatsAppGraph();
  await using open = await openQuestions(graph, ["send to bob", "send to eve"]);
  const { story, questions, act, press } = open;
  const [first, second] = questions;
  await press(first, "✏️ Edit");
  const prompt = graph.sent.at(-1);
  await press(second, "✏️ Edit");
  const carol = await act(say("to Carol"), { replied: prompt, count: 2 });
  expect(carol).toEqual(["It waits.", "Send to Carol?\n(edited once)"]);
  const dan = await act(say("to Dan"), { count: 2 });
  expect(dan).toEqual(["It waits.", "Send to Dan?\n(edited once)"]);
  const kept = await story.agent.store.read.approvals.list(9);
  const nameOf = (id: string | null) => kept.find((one) => one.id === id)?.preview;
  expect(kept.map(({ preview, revises }) => [preview, nameOf(revises)])).toEqual(
    expect.arrayContaining([
      ["Send to Carol?", first?.text],
      ["Send to Dan?", second?.text],
    ]),
  );
});

test("a voice note is heard, and is the correction", async () => {
  await using graph = await startWhatsAppGraph();
  await using open = await openQuestions(graph);
  const { questions, act, press } = open;
  await press(questions[0], "✏️ Edit");
  const id = graph.keep({ mediaType: "audio/ogg", data: Buffer.from("to Carol") });
  const voice = { type: "audio", audio: { id, mime_type: "audio/ogg; codecs=opus", voice: true } };
  expect(await act(voice, { count: 3 })).toEqual([
    "❌ Not done: Send to bob (denied by Ann Ño)",
    "It waits.",
    "Send to Carol?\n(edited once)",
  ]);
});

test("what has no words is answered, and its sender is told that a correction has", async () => {
  await using graph = await startWhatsAppGraph();
  await using open = await openQuestions(graph);
  const { questions, act, press } = open;
  await press(questions[0], "✏️ Edit");
  const chat = { type: "location", location: { latitude: 52.5, longitude: 13.4 } };
  expect(new Set(await act(chat, { count: 2 }))).toEqual(
    new Set([
      "You said: [location 52.5, 13.4]",
      "I can accept corrections only as text, so I've treated this as an ordinary message. To make a correction, tap ✏️ Edit again.",
    ]),
  );
  expect(await act(say("Good evening"))).toEqual(["You said: Good evening"]);
});
