import { plans } from "@reeve/operations/work/plans";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { scriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import { askAs } from "../../src/operations/ask.ts";
import { callerOf } from "../kit/caller-of.ts";
import { endStory } from "../kit/end-story.ts";
import { testClock } from "../kit/job-story.ts";
import {
  type ChaosModel,
  type ChaosMode,
  MODES,
  serveChaosModel,
} from "../kit/models/chaos-model.ts";
import { modelOfServer } from "../kit/models/model-of-server.ts";
import { recoveryLimit } from "../kit/models/recovery-limit.ts";
import { passThrough, passUntil } from "../kit/pass-time.ts";
import {
  answerPlanQuestion,
  doStep,
  newestPlan,
  planTools,
  progressIn,
  startPlan,
  type StepRequest,
  stepIn,
  WELL,
  WISH,
} from "../kit/plan-story.ts";

const OUTAGE_MS = 10 * 60_000;

const body = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});

/** Reads what a step of a plan goes by: the messages of people, and results that were no errors. */
function read(json: string): StepRequest {
  const { messages } = body.parse(JSON.parse(json));
  return {
    messages: messages.flatMap(({ role, content }) => {
      const text = typeof content === "string" ? content : "";
      const isRead = role === "user" || (role === "tool" && !text.includes("not a JSON object"));
      return isRead ? [{ role, text }] : [];
    }),
  };
}

let server: ChaosModel | undefined;
afterEach(async () => server?.[Symbol.asyncDispose]());

interface Request {
  /** Step of the plan, from 0. */
  readonly n: number;
  /** Results in it so far. */
  readonly thoughts: number;
}

/** Starts a plan whose model fails after it has answered the request `last`. */
async function startPlanUntil(mode: ChaosMode, last: Request) {
  let isOver = false;
  const serving = await serveChaosModel((json) => {
    const request = read(json);
    const { n, thoughts } = stepIn(request);
    if (n === last.n && thoughts === last.thoughts && !isOver) serving.mode = mode;
    return doStep(WELL, request);
  });
  server = serving;
  const clock = testClock("2026-03-27T12:00:00Z");
  const messenger = scriptedChannel();
  const { tools, done } = planTools();
  const model = await modelOfServer(serving, clock);
  const { agent } = await startPlan({ messenger, model, tools, clock });
  await answerPlanQuestion(agent, messenger);
  return {
    agent,
    clock,
    messenger,
    done,
    recover: () => {
      isOver = true;
      serving.mode = "ok";
    },
  };
}

const CASES = MODES.flatMap((mode) => [
  { mode, when: "between two steps", last: { n: 0, thoughts: 1 }, before: ["fares_look"] },
  {
    mode,
    when: "after the call of a step",
    last: { n: 1, thoughts: 0 },
    before: ["fares_look", "fares_note"],
  },
]);

test.each(CASES)(
  "$mode $when: the step waits and shows it, and no call is made twice",
  { timeout: 60_000 },
  async ({ mode, last, before }) => {
    const { agent, clock, messenger, done, recover } = await startPlanUntil(mode, last);
    await using _ = agent;
    await passThrough(agent, clock, clock.now() + OUTAGE_MS);
    expect(await newestPlan(agent)).toMatchObject({ state: "running", at: 1 });
    expect(done).toEqual(before);
    expect(progressIn(messenger).at(-1)).toBe(
      "✓ 1. Look up the fares\n⏳ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    );
    const shown = await askAs(agent.core.control, await callerOf(agent))(plans.list, {});
    expect(shown.items.map(({ progress }) => progress)).toEqual([progressIn(messenger).at(-1)]);

    recover();
    const isOver = async () => (await newestPlan(agent)).state === "done";
    expect(await passUntil(agent, clock, isOver)).toBeLessThanOrEqual(recoveryLimit(OUTAGE_MS));
    expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
    const { steps } = await newestPlan(agent);
    expect(steps.map(({ output }) => output)).toEqual(WELL.map(({ text }) => text));
    expect(progressIn(messenger).at(-1)).toMatch(/^✓.*\n✓.*\n✓/);
    expect(await endStory(agent)).toEqual([
      `${WISH}: answered`,
      "allow: answered",
      ...steps.map(({ description }) => `${description}: answered`),
    ]);
  },
);
