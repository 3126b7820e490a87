import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { sendingTool, transferTo } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { startWhatsAppGraph } from "./kit/whatsapp/whatsapp-graph.ts";
import { say } from "./kit/whatsapp/whatsapp-phone.ts";
import { ANN, openWhatsAppStory } from "./kit/whatsapp/whatsapp-story.ts";

test("two messages that come too late for the 24 hours ask the person once to write", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }, { text: "Welcome back." }]);
  const template = { name: "news", language: "en_GB" };
  await using story = await openWhatsAppStory({ graph, model, config: { template } });
  await story.tell({ content: say("a") });
  await graph.received(1, ANN);
  await story.tell({ content: say("b") });
  const both = await graph.received(2, ANN);
  await story.rest();
  const failed = { to: ANN, status: "failed", code: 131_047 };
  expect(await story.status(...both.map(({ id, mark }) => ({ ...failed, id, mark })))).toBe(200);
  await graph.received(3, ANN);

  // Both leave with her next message, so the second template would have come by then.
  await story.tell({ at: story.seconds() + 60, content: say("Here I am") });
  const seen = await graph.received(6, ANN);
  expect(seen.map(({ type, text }) => `${type} ${text}`).toSorted()).toEqual([
    "template news",
    "text One.",
    "text One.",
    "text Two.",
    "text Two.",
    "text Welcome back.",
  ]);
  await story.rest();
  await endStory(story.agent, model);
});

test("that a message is lost is said once, however often Meta tells of it", async () => {
  await using graph = await startWhatsAppGraph();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using story = await openWhatsAppStory({ graph, model });
  await story.tell({ content: say("a") });
  const [one] = await graph.received(1, ANN);
  await story.rest();
  const of = { id: one?.id ?? "", to: ANN, mark: one?.mark };
  const failed = { ...of, status: "failed", code: 131_053 };
  expect(await story.status({ ...of, status: "sent" })).toBe(200);
  for (let times = 0; times < 3; times += 1) expect(await story.status(failed)).toBe(200);
  await graph.received(2, ANN);
  await story.tell({ content: say("b") });
  await graph.received(3, ANN);
  await story.rest();
  expect(graph.sent.map(({ text }) => text)).toEqual([
    "One.",
    "A message to you could not be delivered.",
    "Two.",
  ]);
  await endStory(story.agent, model);
});

test("a question that ends with a free line where it is cut has its buttons", async () => {
  await using graph = await startWhatsAppGraph();
  const { tool } = sendingTool({ confirm: () => `Send this?\n${"x".repeat(1007)}\n` });
  const model = scriptedModel([transferTo("bob"), { text: "It waits." }, { text: "Yes." }]);
  await using story = await openWhatsAppStory({ graph, model, tools: [tool] });
  await story.tell({ content: say("Send it to bob") });
  const [, question] = await graph.received(2, ANN);
  expect(question).toMatchObject({
    type: "interactive",
    text: `Send this?\n${"x".repeat(1007)}`,
    buttons: { "✅ Confirm": expect.stringMatching(/^approve:allow:/) },
  });
  await story.tell({ content: say("Are you there?") });
  await graph.received(3, ANN);
});
