import { Fault, type Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const recipient = z.object({ to: z.string() });

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
    say: (text: string) => messenger.say(text),
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

test.each([
  ["a command", { effect: "exec", done: () => "Ran “nginx is running || nginx is stopped”" }],
  ["a tool without words of its own", { confirm: () => "Look whether nginx is running?" }],
] as const)("the reply to %s is sent, even if its question has the same words", async (_, tool) => {
  await using story = await askAnn({ reply: "nginx is running.", tool });
  await story.allow();
  await expect.poll(story.replies).toEqual(["nginx is running."]);
});

test("a message that joined the turn of a decision is answered", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const run = async (): Promise<string> => {
    begun.resolve();
    await gate.promise;
    return "sent";
  };
  await using story = await askAnn({ reply: "Sent to Bob.", tool: { run, done } });
  await story.allow();
  await begun.promise;
  await story.say("Did it go to Carol or to Bob?");
  gate.resolve();
  await expect.poll(story.replies).toEqual(["Sent to Bob."]);
});

test("the result is in the language of the chat, and a second answer changes nothing", async () => {
  await using story = await askAnn({
    reply: "Erledigt, an Bob gesendet.",
    language: "de-AT",
    tool: { done: () => "An Bob gesendet" },
  });
  expect(await story.allow()).toBe("recorded");
  expect(await story.allow()).toBe("too-late");
  await expect.poll(story.results).toEqual(["✅ An Bob gesendet"]);
  expect(await story.end()).toEqual(ENDED);
  expect(story.replies()).toEqual([]);
  expect(story.sent).toEqual(["Bob"]);
});

test("a tool without words is shown by its question, in the language of the chat", async () => {
  await using story = await askAnn({ reply: "Erledigt.", language: "de-AT" });
  await story.allow();
  await expect.poll(story.results).toEqual(["✅ Erledigt: Send to Bob"]);
});

/** Ann was asked whether to send to Bob and Carol, and allowed both. */
async function allowBoth(own: Partial<Tool>) {
  const messenger = scriptedChannel();
  const { tool } = sendingTool(own);
  const calls = ["Bob", "Carol"].map((to) => ({ name: "ton_send", args: { to } }));
  const model = scriptedModel([{ calls }, { text: "They wait." }, { text: "Look above." }]);
  const agent = await startAgent({ model, channels: [messenger], tools: [tool] });
  await messenger.say("send to both");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  return {
    results: () => messenger.results.map(({ text }) => text),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

const isToBob = (given: unknown) => recipient.parse(given).to === "Bob";

test("each call of a question is shown with its own result", async () => {
  await using story = await allowBoth({
    run: async (given) => (isToBob(given) ? "several match" : "sent"),
    done: (given, { result }) =>
      result === "sent" ? `Sent to ${recipient.parse(given).to}` : undefined,
  });
  await expect.poll(story.results).toEqual(["❌ Not done: Send to Bob\n✅ Sent to Carol"]);
});

test("a call of a question that failed before the others ran is shown as failed", async () => {
  await using story = await allowBoth({ run: async (given) => (isToBob(given) ? fail() : "sent") });
  await expect.poll(story.results).toEqual(["⚠️ Failed: Send to Bob\n✅ Done: Send to Carol"]);
});

test("a call that is cut off by a stop may have happened", async () => {
  const messenger = scriptedChannel();
  const begun = Promise.withResolvers<void>();
  const { tool } = sendingTool({
    run: (_given, { signal }) => {
      begun.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  });
  const model = scriptedModel([transferTo("Bob"), { text: "It waits." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });
  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await begun.promise;
  await messenger.say("/stop");
  await expect
    .poll(() => messenger.results.map(({ text }) => text))
    .toEqual(["❓ May or may not have happened: Send to Bob"]);
});

test("a call that is stopped before it runs is shown as not done, in the language of the chat", async () => {
  const messenger = scriptedChannel();
  const gate = Promise.withResolvers<void>();
  const { tool, sent } = sendingTool({
    confirm: (given, { language }) => {
      const { to } = recipient.parse(given);
      return language === "de" ? `An ${to} senden?` : `Send to ${to}?`;
    },
  });
  const calls = ["Bob", "Carol"].map((to) => ({ name: "ton_send", args: { to } }));
  const answers = [{ calls }, { text: "Sie warten." }, { text: "Hallo.", hold: gate.promise }];
  const model = scriptedModel(answers);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });
  await messenger.say("sende an beide", { language: "de" });
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await messenger.say("hallo", { language: "de" });
  await expect.poll(() => model.requests.length).toBe(3);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await messenger.say("/stop", { language: "de" });
  gate.resolve();
  await expect
    .poll(() => messenger.results.map(({ text }) => text))
    .toEqual(["❌ Nicht ausgeführt: An Bob senden\n❌ Nicht ausgeführt: An Carol senden"]);
  expect(sent).toEqual([]);
});

test("a question that is denied with any reason closes for everybody who sees it", async () => {
  const messenger = scriptedChannel();
  const { tool } = sendingTool();
  const model = scriptedModel([
    { text: "Hello." },
    transferTo("Bob"),
    { text: "It waits." },
    { text: "All right." },
  ]);
  const roles = { ann: "owner", bob: "member" } as const;
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool], roles });
  await messenger.say("hello", { externalId: "1" });
  await messenger.received(1);
  await messenger.say("send", { sender: "bob", externalId: "2" });
  const approval = toId<"approval">((await questionIn(messenger, 2, "1")).approval);
  const from = { channel: "cli", externalId: "desk" };
  await answerAs(agent, "ann", { approval, verdict: "deny", reason: "stopped", from });
  await expect
    .poll(() => textsIn(messenger, "1").at(-1))
    .toBe("❌ Not done: Send to Bob (denied by ann)");
});
