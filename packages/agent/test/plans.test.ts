import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { textsIn } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import {
  answerPlanQuestion,
  heard,
  planTools,
  plannerOf,
  doStep,
  progressIn,
  startPlan,
  stepIn,
  STEPS,
  steppingModel,
  WELL,
  WISH,
} from "./kit/plan-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const PRICE = {
  input: 1_000_000_000n,
  output: 5_000_000_000n,
  cacheRead: 0n,
  cacheWrite: 0n,
  tiers: [],
};

test("several wishes are put as a plan, which is carried out once it is allowed", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = steppingModel(WELL);
  const { agent, question } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  expect(question.question).toBe(
    [
      "Plan: Bob knows the best fare",
      "1. Look up the fares (fares_look: read-only)",
      "2. Note the best fare (fares_note: changes your data)",
      "3. Write to bob@x.example about it (mail_send: contacts other people)",
      "Estimated model cost: unknown; no price is set for this model.",
    ].join("\n"),
  );
  expect(model.requests).toEqual([]);

  await answerPlanQuestion(agent, messenger);
  await heard(messenger, "*Done!*");
  expect(await endStory(agent, model)).toEqual([
    `${WISH}: answered`,
    "allow: answered",
    "Look up the fares: answered",
    "Note the best fare: answered",
    "Write to bob@x.example about it: answered",
  ]);
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  expect(progressIn(messenger)).toEqual([
    "▶ 1. Look up the fares\n_ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    "✓ 1. Look up the fares\n▶ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    "✓ 1. Look up the fares\n✓ 2. Note the best fare\n▶ 3. Write to bob@x.example about it",
    "✓ 1. Look up the fares\n✓ 2. Note the best fare\n✓ 3. Write to bob@x.example about it",
  ]);
  const passing = messenger.delivered.flatMap(({ part }) =>
    part.type === "progress" ? [part.isPassing ?? false] : [],
  );
  expect(passing).toEqual([false, true, true, false]);
  const said = messenger.delivered.filter(({ part }) => part.type === "text");
  expect(said.map(({ part }) => part)).toEqual([
    {
      type: "text",
      text: "*Done!* Bob knows the best fare\n\n1. Look up the fares\nThe best is 40.\n\n2. Note the best fare\nNoted.\n\n3. Write to bob@x.example about it\nBob knows.",
      links: "plain",
    },
  ]);
});

test("a plan says what it may cost, by the dearest request of its model", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([], { price: PRICE });
  const { agent, question } = await startPlan({ messenger, model, maxTokens: 1000 });
  await using _ = agent;
  expect(question.question.split("\n").at(-1)).toBe(
    "Estimated model cost: at most $0.075 (steps: 3, $0.025 per request).",
  );
});

test.each([
  ["one step", JSON.stringify({ goal: "x", steps: [{ description: "Look it up" }] })],
  ["no step", '{"goal": "", "steps": []}'],
  ["nonsense", "Sure! I will look that up for you {"],
  ["another shape", '{"goal": "x", "steps": ["Look", "Write"]}'],
  ["nothing", ""],
])(
  "a planner that answers %s costs one small request, and the model answers",
  async (_what, text) => {
    const messenger = scriptedChannel();
    const planner = scriptedModel([{ text }]);
    const model = scriptedModel([{ text: "Here you are." }]);
    await using agent = await startAgent({
      model,
      utility: planner,
      channels: [messenger],
      tools: planTools().tools,
    });
    await messenger.say(WISH);
    await messenger.received(1);
    expect(textsIn(messenger)).toEqual(["Here you are."]);
    expect(await endStory(agent, model)).toEqual([`${WISH}: answered`]);

    const [turn] = await agent.store.read.turns.history(
      (await agent.store.read.sessions.list(1))[0]?.id ?? expect.unreachable(),
      1,
    );
    const usage = await agent.store.read.usage.ofTurn(turn?.turn ?? expect.unreachable());
    expect(usage.map(({ purpose, model: id }) => `${purpose} ${id}`)).toEqual([
      "plan scripted/model",
      "think scripted/model",
    ]);
    expect(planner.requests.map(({ tools, messages }) => [tools, messages.length])).toEqual([
      [[], 1],
    ]);
    expect(planner.requests[0]?.messages[0]?.text).toContain(
      `<user_message>${WISH}</user_message>`,
    );
    expect(planner.requests[0]?.messages[0]?.text).toContain("mail_send: Does mail_send.");
  },
);

test("a planner that is down is done without", async () => {
  const messenger = scriptedChannel();
  const planner = scriptedModel([{ error: { code: "unavailable", message: "down" } }]);
  const model = scriptedModel([{ text: "Here you are." }]);
  await using agent = await startAgent({
    model,
    utility: planner,
    channels: [messenger],
    tools: planTools().tools,
  });
  await messenger.say(WISH);
  await messenger.received(1);
  expect(textsIn(messenger)).toEqual(["Here you are."]);
  expect(await endStory(agent, model)).toEqual([`${WISH}: answered`]);
});

test("what is one wish never costs a planner's request", async () => {
  const messenger = scriptedChannel();
  const planner = plannerOf();
  const model = scriptedModel([{ text: "Here you are." }]);
  await using agent = await startAgent({
    model,
    utility: planner,
    channels: [messenger],
    tools: planTools().tools,
  });
  await messenger.say("Look up the fares for the train to Vienna, please");
  await messenger.received(1);
  expect(await endStory(agent, model)).toHaveLength(1);
  expect(planner.requests).toEqual([]);
});

test("a plan that the model proposes itself is asked about, and carried out alike", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const plan = {
    goal: "All is well",
    steps: [{ description: "Look up the fares" }, { description: "Note the best fare" }],
  };
  const model = scriptedModel((request) => {
    if (stepIn(request).n >= 0) return doStep(WELL, request);
    const isNew = request.messages.at(-1)?.role === "user";
    return isNew ? { calls: [{ name: "plan_create", args: plan }] } : { text: "I made a plan." };
  });
  await using agent = await startAgent({ model, channels: [messenger], tools });
  await messenger.say("Find me a fare");
  await messenger.received(2);
  expect(textsIn(messenger)).toEqual([
    "I made a plan.",
    "Plan: All is well\n1. Look up the fares\n2. Note the best fare\nEstimated model cost: unknown; no price is set for this model.",
  ]);
  await answerPlanQuestion(agent, messenger);
  expect(await heard(messenger, "*Done!*")).toBe(
    "*Done!* All is well\n\n1. Look up the fares\nThe best is 40.\n\n2. Note the best fare\nNoted.",
  );
  await endStory(agent, model);
  expect(done).toEqual(["fares_look", "fares_note"]);
});

test("a plan that is refused does nothing", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = steppingModel(WELL);
  const { agent } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger, { verdict: "deny" });
  await heard(messenger, "Well.");
  expect(await endStory(agent, model)).toEqual([`${WISH}: answered`, "deny: answered"]);
  expect(await agent.store.read.plans.list("home", { limit: 9 })).toEqual([]);
  expect(done).toEqual([]);
});

test("a plan is changed by its arguments, and runs as it was changed", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = steppingModel(WELL);
  const { agent } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  const args = {
    goal: "The fare is noted",
    steps: [
      { description: "Look up the fares", toolHint: "fares_look" },
      { description: "Note the best fare", toolHint: "fares_note" },
    ],
  };
  await answerPlanQuestion(agent, messenger, { verdict: "allow", args });
  await heard(messenger, "*Done!* The fare is noted");
  await endStory(agent, model);
  expect(done).toEqual(["fares_look", "fares_note"]);
  const [approval] = await agent.store.read.approvals.list(1);
  expect([approval?.state, approval?.edits]).toEqual(["done", 1]);
  expect(approval?.preview).toContain("2. Note the best fare (fares_note: changes your data)");
});

test("a plan is changed in words: the planner is asked again, and the new plan is asked about", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = steppingModel(WELL);
  const shorter = { goal: "The fare is noted", steps: STEPS.slice(0, 2) };
  const planner = scriptedModel([
    { text: JSON.stringify({ goal: "Bob knows the best fare", steps: STEPS }) },
    { text: JSON.stringify(shorter) },
  ]);
  const { agent, question } = await startPlan({ messenger, model, tools, planner });
  await using _ = agent;
  const reason = "leave Bob alone";
  await answerPlanQuestion(agent, messenger, { verdict: "revise", reason });
  const asked = (await messenger.received(2)).at(-1)?.part;
  expect(asked).toMatchObject({ type: "approval" });
  expect(asked?.type === "approval" && asked.question).toContain(
    "Plan: The fare is noted\n1. Look",
  );
  const request = planner.requests[1]?.messages[0]?.text;
  expect(request).toContain("<correction>leave Bob alone</correction>");
  expect(request).toContain('"description":"Write to bob@x.example about it"');
  await answerPlanQuestion(agent, messenger);
  await heard(messenger, "*Done!* The fare is noted");
  await endStory(agent, model);
  expect(done).toEqual(["fares_look", "fares_note"]);
  const approvals = await agent.store.read.approvals.list(9);
  const newest = approvals.find(({ id }) => id !== question.approval);
  expect([newest?.revises, newest?.edits]).toEqual([question.approval, 1]);
});
