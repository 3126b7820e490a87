import { sessions } from "@reeve/operations/work/sessions";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { attempt } from "../src/kernel/attempt.ts";
import { createBreaker } from "../src/llm/breaker.ts";
import { modelError } from "../src/llm/model-error.ts";
import type { ModelErrorKind } from "../src/llm/model.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { askAs } from "../src/operations/ask.ts";
import { seedFromEnvironment } from "./crash/sample.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { nearbyWebhooks } from "./kit/http/webhook-receiver.ts";
import { type TestClock, testClock } from "./kit/job-story.ts";
import { recoveryLimit } from "./kit/models/recovery-limit.ts";
import { type MortalAgent, startMortalAgent } from "./kit/mortal-agent.ts";
import { isQuiet, passThrough, passUntil } from "./kit/pass-time.ts";

/**
 * Whatever fails, stops and dies in whatever order: each accepted message ends once, answered in the
 * model's own words, withdrawn by a stop, or failed with its reason.
 */
const RUNS = process.env["REEVE_PROVE"] === "all" ? 400 : 12;
const CHATS = ["a", "b", "c"] as const;
const KINDS = ["auth", "rate", "overloaded", "server", "network", "timeout"] as const;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Longer than some outages here, and shorter than others. */
const WAIT_MS = 30 * MINUTE;

type Kind = (typeof KINDS)[number] | "unreadable";

const chat = fc.constantFrom(...CHATS);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("say"), chat }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("fail"),
      kind: fc.constantFrom<Kind[]>(...KINDS, "unreadable"),
      says: fc.boolean(),
      retryAfterMs: fc.option(fc.constantFrom(2000, 86_400_000), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("recover") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("stop"), chat }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("die"), commits: fc.integer({ min: 0, max: 6 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("pass"),
      ms: fc.constantFrom(0, SECOND, 11 * SECOND, MINUTE, 20 * MINUTE, 40 * MINUTE),
    }),
  },
);
type Event = typeof event extends fc.Arbitrary<infer Kinds> ? Kinds : never;

const HALF = "Half an ";

/** Creates a model whose answers all differ. It fails while the test has it fail. */
function failingModel() {
  const answers: string[] = [];
  const state: { failure: ScriptedAnswer | undefined } = { failure: undefined };
  const model = scriptedModel(() => {
    if (state.failure) return state.failure;
    answers.push(`Answer ${answers.length}.`);
    return { text: answers.at(-1) };
  });
  return { model, answers, state };
}

function failureOf({ kind, says, retryAfterMs }: Extract<Event, { type: "fail" }>): ScriptedAnswer {
  const text = says ? HALF : undefined;
  if (kind === "unreadable")
    return { calls: [{ name: "note_create", args: {}, argsError: "not a JSON object" }] };
  const status = kind === "auth" ? 401 : undefined;
  const details = { message: `it is ${kind}`, retryAfterMs, status };
  return { text, error: modelError(kind satisfies ModelErrorKind, details) };
}

/** State of a run so far. */
interface Story {
  readonly mortal: MortalAgent;
  readonly clock: TestClock;
  readonly failing: ReturnType<typeof failingModel>;
  /** Ids of messages that were accepted. */
  readonly accepted: string[];
  /** Chats in which somebody said to stop. */
  readonly stopped: Set<string>;
  isDying: boolean;
  /** The outage as the agent may have seen it: until it got an answer. */
  outage: { readonly since: number; readonly answers: number; isAsked: boolean } | undefined;
}

async function say(story: Story, externalId: string): Promise<void> {
  const { mortal, accepted } = story;
  const id = `m${accepted.length}`;
  await untilDone(story, () => mortal.messenger.say(`message ${id}`, { externalId, id }));
  accepted.push(id);
}

/** Does what an agent that dies does not acknowledge again in its next life. */
async function untilDone(story: Story, act: () => Promise<unknown>): Promise<void> {
  const done = await attempt(act());
  if (done.status === "fulfilled") return;
  if (!story.mortal.isDead) throw done.reason;
  await buryTheDead(story);
  await act();
}

/** Lets an agent that is to die do so, and begins its next life. */
async function buryTheDead(story: Story): Promise<void> {
  const { mortal, clock } = story;
  if (!story.isDying) return;
  await vi.waitUntil(async () => mortal.isDead || (await isQuiet(mortal.agent, clock)), {
    interval: 2,
    timeout: MINUTE,
  });
  await mortal.restart();
  story.isDying = false;
}

async function stop(story: Story, externalId: string): Promise<void> {
  const [row] = await story.mortal.agent.store.read.chats.byAddress("scripted", externalId);
  if (!row) return;
  await untilDone(story, async () => {
    const { agent } = story.mortal;
    await askAs(agent.core.control, await callerOf(agent, { externalId }))(sessions.stop, {});
  });
  story.stopped.add(externalId);
}

function fail(story: Story, failure: Extract<Event, { type: "fail" }>): void {
  const { answers, state } = story.failing;
  if (!story.outage || answers.length > story.outage.answers)
    story.outage = { since: story.clock.now(), answers: answers.length, isAsked: false };
  story.outage.isAsked ||= failure.retryAfterMs !== undefined;
  state.failure = failureOf(failure);
}

async function happen(story: Story, one: Event): Promise<void> {
  const { mortal, clock, failing } = story;
  switch (one.type) {
    case "say":
      return say(story, one.chat);
    case "stop":
      return stop(story, one.chat);
    case "fail":
      return fail(story, one);
    case "recover":
      failing.state.failure = undefined;
      return;
    case "die":
      mortal.dieAfter(one.commits);
      story.isDying = true;
      return;
    case "pass":
      await buryTheDead(story);
      return passThrough(mortal.agent, clock, clock.now() + one.ms);
  }
}

async function live(events: readonly Event[], random: number): Promise<void> {
  const clock = testClock("2026-03-01T12:00:00Z");
  const failing = failingModel();
  await using mortal = await startMortalAgent(() => ({
    clock,
    model: createBreaker({ clock }).guard(failing.model, "one"),
    waitMs: WAIT_MS,
    webhooks: nearbyWebhooks({ random: () => random }),
  }));
  const story: Story = {
    mortal,
    clock,
    failing,
    accepted: [],
    stopped: new Set(),
    isDying: false,
    outage: undefined,
  };
  for (const one of events) await happen(story, one);
  await buryTheDead(story);

  failing.state.failure = undefined;
  const { outage } = story;
  const isSeen = outage && failing.answers.length === outage.answers;
  const limit = isSeen && !outage.isAsked ? recoveryLimit(clock.now() - outage.since) : MINUTE;
  const isOver = async () => {
    const { queued, taken } = await mortal.agent.store.read.inbox.count();
    return queued === undefined && taken === undefined;
  };
  expect(await passUntil(mortal.agent, clock, isOver)).toBeLessThanOrEqual(limit);
  await endStory(mortal.agent);
  expectEnds(story);
}

function expectEnds({ mortal, failing, accepted, stopped }: Story): void {
  using database = new DatabaseSync(path.join(mortal.agent.home, "reeve.db"), { readOnly: true });
  const rows = database.prepare(ENDS).all().map(readEnd);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  const parts = mortal.delivered().map(({ part }) => part);
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const notices = parts.flatMap((part) => (part.type === "notice" ? [part.text] : []));
  expect(texts.filter((text) => !failing.answers.includes(text))).toEqual([]);
  expect(texts.length).toBe(new Set(texts).size);
  expect(texts.length).toBe(rows.filter(({ state }) => state === "answered").length);
  for (const { state, reason, chat: of } of rows) {
    if (state === "withdrawn") expect([...stopped]).toContain(of);
    else if (state === "failed") expect(reason).toMatch(FAILED);
    else expect(["answered", "folded"]).toContain(state);
  }
  const asked = JSON.stringify(failing.model.requests);
  expect([HALF, ...notices].filter((text) => asked.includes(JSON.stringify(text)))).toEqual([]);
}

const FAILED =
  /^scripted\/model: (it is \w+|The model keeps sending calls that are not valid JSON\.)$/;

const ENDS = `
  select message_id as id, state, reason, external_id as chat
  from inbox join chats on chats.id = inbox.chat`;

const readEnd = (row: unknown) =>
  z
    .object({ id: z.string(), state: z.string(), reason: z.string().nullable(), chat: z.string() })
    .parse(row);

const SEED = seedFromEnvironment();

test(
  `each message ends once, whatever fails, stops and dies (REEVE_SEED=${SEED})`,
  { timeout: 60_000 + RUNS * 20_000 },
  async () => {
    const events = fc.array(event, { minLength: 4, maxLength: 16 });
    await fc.assert(fc.asyncProperty(events, fc.constantFrom(0, 0.5, 1), live), {
      seed: SEED,
      numRuns: RUNS,
      endOnFailure: true,
    });
  },
);
