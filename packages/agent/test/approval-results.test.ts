import { Fault, type Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

interface StoryOptions {
  readonly reply: string;
  readonly language?: string;
  readonly tool?: Partial<Tool>;
}

/** Ann was asked whether to send to Bob; the model will say `reply` once she has answered. */
async function askAnn({ reply, language = "en", tool: own }: StoryOptions) {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool(own);
  const model = scriptedModel([transferTo("Bob"), { text: "It waits." }, { text: reply }]);
  const agent = await startAgent({ model, channels: [messenger], tools: [tool] });
  await messenger.say("send to Bob", { language });
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  return {
    agent,
    sent,
    allow: () => answerAs(agent, "ann", { approval, verdict: "allow" }),
    results: () => messenger.results.map(({ text }) => text),
    replies: () => textsIn(messenger).slice(2),
    end: () => endStory(agent, model),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

const done: Tool["done"] = (_params, { result }) => `Sent to Bob (${result})`;

async function fail(): Promise<never> {
  throw new Fault("unavailable", "The bank is closed.");
}

const ENDED = ["send to Bob: answered", "allow: answered"];

test("a question changes into the words that its tool has for the result", async () => {
  await using story = await askAnn({ reply: "I have sent it to Bob.", tool: { done } });
  await story.allow();
  await expect.poll(story.results).toEqual(["✅ Sent to Bob (sent)"]);
  expect(await story.end()).toEqual(ENDED);
  // The reply says nothing else.
  expect(story.replies()).toEqual([]);
});

test("a reply that says something else is sent", async () => {
  await using story = await askAnn({ reply: "Sent to Bob. He has 3 TON now." });
  await story.allow();
  await expect.poll(story.replies).toEqual(["Sent to Bob. He has 3 TON now."]);
  expect(story.results()).toEqual(["✅ Done: Send to Bob"]);
  expect(await story.end()).toEqual(ENDED);
});

test("a call whose result says that nothing was done is not shown as done", async () => {
  await using story = await askAnn({ reply: "Several match.", tool: { done: () => undefined } });
  await story.allow();
  await expect.poll(story.replies).toEqual(["Several match."]);
  expect(story.results()).toEqual(["❌ Not done: Send to Bob"]);
});

test("a failed call is shown as failed, and the reply to it is always sent", async () => {
  await using story = await askAnn({ reply: "Send to Bob failed.", tool: { run: fail } });
  await story.allow();
  await expect.poll(story.replies).toEqual(["Send to Bob failed."]);
  expect(story.results()).toEqual(["⚠️ Failed: Send to Bob"]);
});

test("the result is in the language of the chat, and a second answer changes nothing", async () => {
  await using story = await askAnn({ reply: "Erledigt.", language: "de-AT" });
  expect(await story.allow()).toBe("recorded");
  expect(await story.allow()).toBe("too-late");
  await expect.poll(story.results).toEqual(["✅ Erledigt: Send to Bob"]);
  expect(await story.end()).toEqual(ENDED);
  expect(story.replies()).toEqual([]);
  expect(story.sent).toEqual(["Bob"]);
});
