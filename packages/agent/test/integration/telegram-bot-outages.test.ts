import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestClock, testClock } from "../kit/job-story.ts";
import {
  type ChaosModel,
  type ChaosMode,
  HANGS,
  MODES,
  serveChaosModel,
  WORDS,
} from "../kit/models/chaos-model.ts";
import { modelOfServer } from "../kit/models/model-of-server.ts";
import { recoveryLimit } from "../kit/models/recovery-limit.ts";
import { passThrough, passUntil } from "../kit/pass-time.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";

const MINUTE_MS = 60_000;
const NOTICE = /Your message is saved|Messages wait until this is resolved/;

let server: ChaosModel;
let clock: TestClock;
let story: TelegramStory;
beforeAll(async () => {
  server = await serveChaosModel();
  clock = testClock(new Date().toISOString());
  story = await openTelegramStory({ model: await modelOfServer(server, clock), clock });
});
afterAll(async () => {
  await story[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Returns what the bot said to Ann after her last message. */
async function said(): Promise<readonly string[]> {
  const { ann, botId } = story;
  const lines = await readTranscript(story.server, { viewer: ann.id, chat: botId });
  const asked = lines.findLastIndex(({ from }) => from === ann.id);
  return lines.slice(asked + 1).map(({ text }) => text);
}

async function ask(text: string): Promise<void> {
  const accepted = async () => {
    const counts = Object.values(await story.agent.store.read.inbox.count());
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const before = await accepted();
  await story.ann.send(story.botId, text);
  await vi.waitUntil(async () => (await accepted()) > before, { timeout: MINUTE_MS });
}

/** Whether nothing waits for its answer. */
const isAnswered = async () => {
  const { queued, taken } = await story.agent.store.read.inbox.count();
  return queued === undefined && taken === undefined;
};

const OUTAGES: readonly (readonly [ChaosMode, number])[] = [
  ...MODES.map((mode) => [mode, 10 * MINUTE_MS] as const),
  ...HANGS.map((mode) => [mode, 3000] as const),
];

test.each(OUTAGES)(
  "%s: Ann gets the model's own words once, soon after it is back",
  { timeout: 5 * MINUTE_MS },
  async (mode, outageMs) => {
    server.mode = mode;
    await ask(`hello ${mode}`);
    await passThrough(story.agent, clock, clock.now() + outageMs);
    expect(await isAnswered()).toBe(false);
    expect((await said()).filter((text) => !NOTICE.test(text))).toEqual([]);

    server.mode = "ok";
    const passed = await passUntil(story.agent, clock, isAnswered);
    expect(passed).toBeLessThanOrEqual(recoveryLimit(outageMs));
    const words = (await said()).filter((text) => !NOTICE.test(text));
    expect(words).toEqual([WORDS]);
    expect(server.bodies.at(-1)).not.toMatch(NOTICE);
  },
);

test("a model that only answers slowly is waited for", { timeout: MINUTE_MS }, async () => {
  server.mode = "drip";
  const { requests } = server;
  await ask("hello drip");
  await passUntil(story.agent, clock, isAnswered);
  await expect.poll(said).toEqual([WORDS]);
  expect(server.requests).toBe(requests + 1);
});
