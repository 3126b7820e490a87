import { type PlanAnswer, plans } from "@reeve/operations/work/plans";
import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { Fault } from "@reeve/sdk";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { textsIn } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import {
  answerPlanAs,
  answerPlanQuestion,
  doStep,
  heard,
  newestPlan,
  plannerOf,
  planTools,
  progressIn,
  startPlan,
  stepIn,
  steppingModel,
  WELL,
  WISH,
} from "./kit/plan-story.ts";
import { startAgent } from "./kit/start-agent.ts";

/** Tools of which one is out of order until it is repaired. */
function breakingTools(name: string) {
  let isBroken = true;
  const kit = planTools((one) =>
    isBroken && one === name ? new Fault("unavailable", "The shop is closed.") : undefined,
  );
  const repair = () => {
    isBroken = false;
  };
  return { ...kit, repair };
}

/** Creates a plan whose second step has failed, and whose tools work once they are repaired. */
async function failAtSecondStep() {
  const messenger = scriptedChannel();
  const { tools, done, repair } = breakingTools("fares_note");
  const model = steppingModel(WELL);
  const { agent } = await startPlan({ messenger, model, tools });
  await answerPlanQuestion(agent, messenger);
  await heard(messenger, "Step 2 of 3 failed");
  return { messenger, model, agent, done, repair };
}

test("a plan whose second step fails asks how to go on, and a retry repeats no finished step", async () => {
  const { messenger, model, agent, done, repair } = await failAtSecondStep();
  await using _ = agent;
  const plan = await newestPlan(agent);
  expect(messenger.delivered.at(-1)?.part).toEqual({
    type: "choice",
    about: plan.id,
    text: "Step 2 of 3 failed: fares_note: The shop is closed.\nNote the best fare\nContinue, retry, skip or abort? Example: /plan continue",
    choices: ["continue", "retry", "skip", "abort"],
  });
  expect(progressIn(messenger).at(-1)).toBe(
    "✓ 1. Look up the fares\n✗ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
  );
  expect([plan.state, plan.at, plan.steps.map(({ output }) => output)]).toEqual([
    "failed",
    1,
    ["The best is 40.", "Noted.", ""],
  ]);

  repair();
  await answerPlanAs(agent, "retry");
  await heard(messenger, "*Done!*");
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  expect(await endStory(agent, model)).toEqual([
    `${WISH}: answered`,
    "allow: answered",
    "Look up the fares: answered",
    "Note the best fare: answered",
    "Note the best fare: answered",
    "Write to bob@x.example about it: answered",
  ]);
  const texts = textsIn(messenger).filter((text) => text.startsWith("*Done!*"));
  expect(texts).toHaveLength(1);
});

test.each([
  [
    "continue",
    "Continue where it stopped, and do not repeat anything that is done.",
    "fares_note: The shop is closed. Noted.",
  ],
  [
    "retry",
    "Do it from the beginning, but do not repeat anything that is done.",
    "fares_note: The shop is closed.",
  ],
] as const)("%s tells the step how it ended before", async (answer, how, ended) => {
  const { messenger, model, agent, repair } = await failAtSecondStep();
  await using _ = agent;
  repair();
  await answerPlanAs(agent, answer);
  await heard(messenger, "*Done!*");
  const again = model.requests.filter((request) => stepIn(request).n === 1).at(-1);
  const input = again?.messages.findLast(({ role }) => role === "user")?.text;
  expect(input).toContain(`This step was begun before and did not end. ${how}`);
  expect(input).toContain(`\nIt ended with: ${ended}\n</context>`);
});

test("a plan is given up after a failure, with what it has reached", async () => {
  const { messenger, model, agent, done } = await failAtSecondStep();
  await using _ = agent;
  await answerPlanAs(agent, "abort");
  expect(await heard(messenger, "Plan aborted:")).toBe(
    "Plan aborted: Bob knows the best fare\n\n1. Look up the fares\nThe best is 40.\n\n2. Note the best fare\nNoted.",
  );
  await expect(answerPlanAs(agent, "retry")).rejects.toMatchObject({ code: "missing" });
  expect(done).toEqual(["fares_look"]);
  await endStory(agent, model);
});

test.each([
  ["continue", "Continuing the plan."],
  ["retry", "Retrying the step."],
  ["skip", "Skipping the step."],
  ["abort", "Plan aborted."],
] as const)("%s is told in the place of the question that it answers", async (answer, chosen) => {
  const { messenger, model, agent, repair } = await failAtSecondStep();
  await using _ = agent;
  repair();
  await answerPlanAs(agent, answer);
  await heard(messenger, answer === "abort" ? "Plan aborted:" : "*Done!*");
  const answered = messenger.delivered.flatMap(({ part }) =>
    part.type === "progress" ? (part.answered ?? []) : [],
  );
  expect(answered).toEqual([`Step 2 of 3 failed: Note the best fare\n${chosen}`]);
  await endStory(agent, model);
});

test("of two answers one counts, and the other comes too late", async () => {
  const { messenger, model, agent, done, repair } = await failAtSecondStep();
  await using _ = agent;
  repair();
  const { id: plan } = await newestPlan(agent);
  const caller = await callerOf(agent);
  const say = (answer: PlanAnswer) =>
    askAs(agent.core.control, caller)(plans.answer, { id: plan, answer });
  const [first, second] = await Promise.allSettled([say("continue"), say("abort")]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  await heard(messenger, "*Done!*");
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  await endStory(agent, model);
});

test.each([
  ["says so", { text: "FAILED: there are no trains" }, "there are no trains"],
  ["says so in bold", { text: "**FAILED: no trains**" }, "no trains"],
])("a step fails that %s", async (_what, step, reason) => {
  const messenger = scriptedChannel();
  const model = steppingModel([step, ...WELL.slice(1)]);
  const { agent } = await startPlan({ messenger, model });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  expect(await heard(messenger, "Step 1 of 3 failed")).toContain(`failed: ${reason}\n`);
});

test("a step whose model breaks fails, and is told as the plan's", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel((request) =>
    stepIn(request).n === 1
      ? { error: { code: "invalid", message: "broken" } }
      : doStep(WELL, request),
  );
  const { agent } = await startPlan({ messenger, model });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  expect(await heard(messenger, "Step 2 of 3 failed")).toMatch(
    /^Step 2 of 3 failed: Something went wrong on my side, so I couldn't answer\. Incident: [\w-]+\n/,
  );
  await agent.stop();
  expect(messenger.delivered.filter(({ part }) => part.type === "notice")).toEqual([]);
});

test("a failed call that a later one of the same tool made good fails nothing", async () => {
  const messenger = scriptedChannel();
  let calls = 0;
  const { tools, done } = planTools((name) => {
    if (name !== "fares_note") return undefined;
    calls += 1;
    return calls === 1 ? new Fault("unavailable", "Busy.") : undefined;
  });
  const note = { name: "fares_note", args: { text: "40" } };
  const model = scriptedModel((request) => {
    const { n, thoughts } = stepIn(request);
    if (n === 1 && thoughts === 2) return { calls: [{ ...note, args: { text: "40!" } }] };
    return doStep(WELL, request);
  });
  const { agent } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  await heard(messenger, "*Done!*");
  await endStory(agent, model);
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
});

test("a stop during a step leaves the plan waiting, and it goes on from there", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const held = heldAnswer({ text: "never" });
  let isHeld = true;
  const model = scriptedModel((request) => {
    if (stepIn(request).n !== 1 || !isHeld) return doStep(WELL, request);
    isHeld = false;
    return held.answer;
  });
  const { agent } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  await held.begun;
  await askAs(agent.core.control, await callerOf(agent))(sessions.stop, {});
  expect(await heard(messenger, "Step 2 of 3 failed")).toContain("failed: it was stopped\n");
  await answerPlanAs(agent, "continue");
  await heard(messenger, "*Done!*");
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  expect(await endStory(agent)).toEqual([
    `${WISH}: answered`,
    "allow: answered",
    "Look up the fares: answered",
    "Note the best fare: withdrawn (stopped)",
    "Note the best fare: answered",
    "Write to bob@x.example about it: answered",
  ]);
});

test("a message in between is answered by a turn of its own, and joins no step", async () => {
  const messenger = scriptedChannel();
  const held = heldAnswer({ text: "The best is 40." });
  const model = scriptedModel((request) => {
    const { n, thoughts } = stepIn(request);
    return n === 0 && thoughts > 0 ? held.answer : doStep(WELL, request);
  });
  const { agent } = await startPlan({ messenger, model });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  await held.begun;
  await messenger.say("How are you?");
  held.letGo();
  await heard(messenger, "*Done!*");
  expect(await endStory(agent, model)).toEqual([
    `${WISH}: answered`,
    "allow: answered",
    "Look up the fares: answered",
    "How are you?: answered",
    "Note the best fare: answered",
    "Write to bob@x.example about it: answered",
  ]);
  expect(textsIn(messenger)).toContain("Well.");
});

test("a message that interrupts a step makes the plan ask how to go on", async () => {
  const messenger = scriptedChannel();
  const held = heldAnswer({ text: "never" });
  let isHeld = true;
  const model = scriptedModel((request) => {
    if (stepIn(request).n !== 0 || !isHeld) return doStep(WELL, request);
    isHeld = false;
    return held.answer;
  });
  const { agent } = await startPlan({ messenger, model, mode: "interrupt" });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  await held.begun;
  await messenger.say("Wait!");
  await heard(messenger, "Step 1 of 3 failed: it was interrupted by a message");
  await heard(messenger, "Well.");
  await answerPlanAs(agent, "continue");
  await heard(messenger, "*Done!*");
  await endStory(agent);
});

test("two plans of one chat are carried out side by side, each in its order", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = steppingModel(WELL);
  const { agent, question } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  await messenger.say(`${WISH}, please`);
  const second = (await messenger.received(2)).at(-1)?.part;
  const approvals = [question.approval, second?.type === "approval" ? second.approval : ""];
  const { person: by } = await callerOf(agent);
  for (const one of approvals) {
    const [approval] = (await agent.store.read.approvals.list(9)).filter(({ id }) => id === one);
    await agent.core.inbox.decide({
      approval: approval?.id ?? expect.unreachable(),
      verdict: "allow",
      by,
    });
  }
  await heard(messenger, "*Done!*", 2);
  await endStory(agent, model);
  expect(done.toSorted()).toEqual(
    ["fares_look", "fares_note", "mail_send bob@x.example"].flatMap((one) => [one, one]),
  );
  const finals = textsIn(messenger).filter((text) => text.startsWith("*Done!*"));
  expect(finals).toHaveLength(2);
});

test("a plan survives a restart, and the failed step alone is done again", async () => {
  const messenger = scriptedChannel();
  const { tools, done, repair } = breakingTools("fares_note");
  const options = { model: steppingModel(WELL), utility: plannerOf(), tools };
  const first = await startAgent({ ...options, channels: [messenger] });
  const { home } = first;
  await messenger.say(WISH);
  await messenger.received(1);
  await answerPlanQuestion(first, messenger);
  await heard(messenger, "Step 2 of 3 failed");
  await first.stop();
  await first.store[Symbol.asyncDispose]();

  repair();
  const later = scriptedChannel();
  {
    await using agent = await startAgent({ ...options, channels: [later], home });
    expect(await askAs(agent.core.control, await callerOf(agent))(plans.list, {})).toMatchObject({
      items: [{ state: "failed", reason: "fares_note: The shop is closed." }],
    });
    await answerPlanAs(agent, "retry");
    await heard(later, "*Done!*");
    await agent.stop();
  }
  await rm(home, { recursive: true });
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
});

test("a plan is answered in words, and tells how far it is", async () => {
  const { messenger, model, agent, done, repair } = await failAtSecondStep();
  await using _ = agent;
  await messenger.say("/plan");
  expect(await heard(messenger, "Bob knows the best fare (failed)")).toBe(
    "Bob knows the best fare (failed)\n✓ 1. Look up the fares\n✗ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
  );
  await messenger.say("/plan later");
  await heard(messenger, "Usage: /plan [continue|retry|skip|abort]");
  repair();
  await messenger.say("/plan Retry");
  await heard(messenger, "*Done!*");
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  await messenger.say("/plan skip");
  await heard(messenger, "No plan in this chat is waiting for your decision.");
  await endStory(agent, model);
});

test("a plan that waits for an answer is given up with its question", async () => {
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = steppingModel([
    { calls: [{ name: "files_wipe", args: {} }], text: "I asked." },
    { text: "Noted." },
  ]);
  const { agent } = await startPlan({ messenger, model, tools });
  await using _ = agent;
  await answerPlanQuestion(agent, messenger);
  await messenger.received(3);
  await askAs(agent.core.control, await callerOf(agent))(plans.cancel, {});
  await heard(messenger, "Plan aborted:");
  expect(progressIn(messenger).at(-1)).toBe(
    "✗ 1. Look up the fares\n_ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
  );
  const approvals = await agent.store.read.approvals.list(9);
  expect(approvals.map(({ tool, state }) => `${tool} ${state}`).toSorted()).toEqual([
    "files_wipe cancelled",
    "plan_create done",
  ]);
  await endStory(agent, model);
  expect(done).toEqual([]);
});
