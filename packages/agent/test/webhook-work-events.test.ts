import { schedules } from "@reeve/operations/work/schedules";
import { webhooks } from "@reeve/operations/work/webhooks";
import { expect, test } from "vitest";
import { askAs } from "../src/operations/ask.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { learningModel } from "./kit/models/learning-model.ts";
import {
  answerPlanQuestion,
  heard,
  planTools,
  startPlan,
  steppingModel,
  WELL,
} from "./kit/plan-story.ts";
import { startAgent } from "./kit/start-agent.ts";
import { openReceiver } from "./kit/http/webhook-receiver.ts";

test("each change of a plan is told once", async () => {
  await using receiver = await openReceiver();
  const messenger = scriptedChannel();
  const { tools } = planTools();
  const { agent } = await startPlan({ messenger, model: steppingModel(WELL), tools });
  await using _ = agent;
  await askOf(agent)(webhooks.create, { url: receiver.url, events: ["plan.changed"] });
  await answerPlanQuestion(agent, messenger);
  await heard(messenger, "*Done!*");

  const told = await receiver.until((arrived) => arrived.at(-1)?.data["state"] === "done");

  const title = "Bob knows the best fare";
  const plan = { plan: expect.any(String), steps: 3, title, reason: null };
  expect(told.map(({ data }) => data)).toEqual([
    { ...plan, state: "running", step: 0 },
    { ...plan, state: "running", step: 1 },
    { ...plan, state: "running", step: 2 },
    { ...plan, state: "done", step: 2 },
  ]);
});

test("the time of a reminder is told when it has come", async () => {
  await using receiver = await openReceiver();
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("hello");
  await messenger.received(1);
  await askOf(agent)(webhooks.create, { url: receiver.url, events: ["schedule.fired"] });
  const job = { id: "tea", text: "Tea is ready", isReminder: true, at: "in 1 second" };
  await askAs(agent.core.control, await callerOf(agent))(schedules.create, job);

  const told = await receiver.until((arrived) => arrived.length === 1);

  expect(told.map(({ data }) => data)).toEqual([
    { job: "tea", kind: "reminder", text: "Tea is ready", due: expect.any(String) },
  ]);
});

test("what is learned is told with the commit that stores it", async () => {
  await using receiver = await openReceiver();
  const messenger = scriptedChannel();
  const rome = { text: "Ann lives in Rome.", subject: "Ann", evidence: [1] };
  let isToLearn = false;
  const utility = learningModel(() => (isToLearn ? [rome] : []));
  const model = scriptedModel(() => ({ text: "Noted." }));
  await using agent = await startAgent({
    model,
    utility,
    channels: [messenger],
    learning: {},
  });
  await messenger.say("I have a question for you");
  await messenger.received(1);
  await utility.asked(1);
  isToLearn = true;
  await askOf(agent)(webhooks.create, { url: receiver.url, events: ["memory.fact.added"] });
  await messenger.say("I live in Rome", { id: "2" });

  const told = await receiver.until((arrived) => arrived.length === 1);

  const [fact] = await agent.store.read.facts.list({ tenant: "home", limit: 9 });
  expect(told.map(({ data }) => data)).toEqual([
    { fact: fact?.id, kind: "fact", subject: "Ann", text: "Ann lives in Rome." },
  ]);
});
