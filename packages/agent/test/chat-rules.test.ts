import { rules as ruleOperations } from "@reeve/operations/people/rules";
import { askAs } from "../src/operations/ask.ts";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const remove = fakeTool("file_delete", { effect: "destroy" });
const mail = fakeTool("email_send", { effect: "write" });

test("a rule outlives the conversation in which it was laid down, and the model's memory", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.text.includes("mail Bob")
      ? { calls: [{ name: "email_send", args: {} }] }
      : { text: "Fine." },
  );
  const context = { compactMessages: 6, keepMessages: 0 };
  await using agent = await startAgent({ model, channels: [messenger], tools: [mail], context });

  const said = ["Hi.", "Never use my email.", "a", "b", "c", "d", "e", "mail Bob"];
  for (const [index, text] of said.entries()) {
    await messenger.say(text);
    await messenger.received(index + 1);
  }

  const told = model.requests.map(({ system, messages }) =>
    [...system, ...messages.map(({ text }) => text)].join("\n"),
  );
  expect(told.slice(1).filter((text) => !text.includes("- Never use my email."))).toEqual([]);
  expect(model.requests[1]?.messages.at(-1)?.text).toMatch(/^\[Kept as rules of this chat:\]\n/);
  expect(model.requests.at(-1)?.system.at(-1)).toContain("- Never use my email.");
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toBe(
    'denied: A rule in this chat forbids it: "Never use my email."',
  );
  await endStory(agent, model);
});

test("what may be done without a question is asked for where a rule says so, until it is taken back", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.role === "tool" || messages.length === 1
      ? { text: "Fine." }
      : { calls: [{ name: "email_send", args: {} }] },
  );
  await using agent = await startAgent({ model, channels: [messenger], tools: [mail, remove] });
  await messenger.say("Never touch my mail without asking");
  await messenger.received(1);
  await messenger.say("mail Bob");
  const parts = (await messenger.received(3)).map(({ part }) => part.type);
  expect(parts).toEqual(["text", "text", "approval"]);

  const caller = await callerOf(agent);
  const ask = askAs(agent.core.control, caller);
  const { items: listed } = await ask(ruleOperations.list, {});
  expect(listed.map(({ text, rule }) => [text, rule])).toEqual([
    ["Never touch my mail without asking", "ask"],
  ]);
  const params = { rule: listed[0]?.id ?? "" };
  await ask(ruleOperations.remove, params);
  expect((await ask(ruleOperations.list, {})).items).toEqual([]);
  await expect(ask(ruleOperations.remove, params)).rejects.toMatchObject({
    code: "missing",
  });

  await messenger.say("mail Bob again");
  const after = (await messenger.received(4)).slice(3).map(({ part }) => part.type);
  expect(after).toEqual(["text"]);
});

test("a rule that is laid down during a turn holds for the calls after it", async () => {
  const messenger = scriptedChannel();
  const { tool, begun, letGo } = heldTool("look");
  const model = scriptedModel([
    { calls: [{ name: "look", args: {} }] },
    { calls: [{ name: "email_send", args: {} }] },
    { text: "I may not." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool, mail] });

  await messenger.say("look, then mail Bob");
  await begun;
  await messenger.say("Never use my email.");
  letGo();
  await messenger.received(1);

  expect(model.requests.at(-1)?.messages.at(-1)?.text).toBe(
    'denied: A rule in this chat forbids it: "Never use my email."',
  );
  await endStory(agent, model);
});

test("in a group a member's rule is none", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const roles = { bob: "member" } as const;
  await using agent = await startAgent({ model, channels: [messenger], roles });

  await messenger.say("Never answer Ann.", { sender: "bob", kind: "group", externalId: "g" });
  await messenger.received(1);

  const caller = await callerOf(agent, { name: "bob", externalId: "g" });
  expect((await askAs(agent.core.control, caller)(ruleOperations.list, {})).items).toEqual([]);
});

test("a chat keeps fifty rules, the same words once, and says which it does not keep", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  await using agent = await startAgent({ model, channels: [messenger] });
  const rules = Array.from({ length: 49 }, (_, index) => `Never say ${index}.`);
  for (let at = 0; at < rules.length; at += 5) {
    await messenger.say(rules.slice(at, at + 5).join(" "));
    await messenger.received(at / 5 + 1);
  }

  await messenger.say("never say 7!");
  await messenger.received(11);
  await messenger.say("Never say 49. Never say 50. Always say 51.");
  const parts = (await messenger.received(13)).slice(-2).map(({ part }) => part);

  expect(parts).toEqual([
    { type: "text", text: "Fine." },
    {
      type: "notice",
      code: "refused",
      text: "Rule not saved: “Never say 50.”, “Always say 51.”. This chat already has 50 rules, the maximum. Remove one and try again.",
    },
  ]);
  const [chat] = await agent.store.read.chats.list();
  const kept = chat ? await agent.store.read.chatRules.ofChat(chat.id) : [];
  expect(kept.map(({ text }) => text)).toEqual([...rules, "Never say 49."]);
  expect((await endStory(agent, model)).filter((state) => !state.endsWith("answered"))).toEqual([]);
});
