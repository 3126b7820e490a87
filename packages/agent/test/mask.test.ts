import { expect, test } from "vitest";
import type { Message, ModelRequest } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const RESULT = "a long result ".repeat(100);
const look = fakeTool("look", { run: async () => RESULT });

/** Looks once for each message. */
function looks({ messages }: ModelRequest) {
  return messages.at(-1)?.role === "tool"
    ? { text: "I see." }
    : { calls: [{ name: "look", args: { to: String(messages.length) } }] };
}

/** Checks whether a request begins with all of the one before. */
function extendsIt(before: readonly Message[], after: readonly Message[]): boolean {
  return before.every((message, index) => message.text === after[index]?.text);
}

test("old results are shortened in batches, so that requests seldom begin anew", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(looks);
  await using agent = await startAgent({ model, channels: [messenger], tools: [look] });

  for (let n = 1; n <= 40; n += 1) {
    await messenger.say(`message ${n}`);
    await messenger.received(n);
  }

  const sent = model.requests.map(({ messages }) => messages);
  const begunAnew = sent.filter((messages, index) => !extendsIt(sent[index - 1] ?? [], messages));
  expect(begunAnew.length).toBeGreaterThan(0);
  expect(begunAnew.length).toBeLessThan(sent.length / 10);
  const results = (sent.at(-1) ?? []).filter(({ role }) => role === "tool").map(({ text }) => text);
  expect(results.slice(-10)).toEqual(Array.from({ length: 10 }, () => RESULT));
  expect(results[0]).toBe("[Tool: look - OK]");
  expect(await endStory(agent, model)).toHaveLength(40);
});
