import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const roles = { bob: "member" } as const;
const countMemory = async () => ({ lines: 3, days: 2, notes: 1 });
const counters = "[You remember: 3 lines in MEMORY.md, 2 days with a log, 1 note.]";

test("the owner's sessions begin with who speaks and how much is remembered, once each", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [messenger], countMemory });

  await messenger.say("hello", { username: "ann_a" });
  await messenger.received(1);
  await messenger.say("again", { username: "ann_a" });
  await messenger.received(2);
  await askAs(agent.core.control, await callerOf(agent))(sessions.new, {});
  await messenger.say("anew", { username: "ann_a" });
  await messenger.received(3);

  const firstLines = model.requests.map(({ messages }) => messages.at(-1)?.text.split("\n"));
  const opening = ["[You talk with ann (@ann_a, id:ann). Times are in UTC.]", counters];
  expect(firstLines.map((lines) => lines?.slice(0, -1))).toEqual([opening, [], opening]);
  await endStory(agent, model);
});

test("nobody else, and no group, is told how much is remembered", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [messenger], roles, countMemory });

  await messenger.say("hello", { sender: "bob" });
  await messenger.received(1);
  await messenger.say("hello", { externalId: "g", kind: "group" });
  await messenger.received(2);

  const told = model.requests.map(({ messages }) => messages.at(-1)?.text.split("\n").length);
  expect(told).toEqual([1, 1]);
  await endStory(agent, model);
});
