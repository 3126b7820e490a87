import { expect, test } from "vitest";
import type { ModelRequest } from "../../src/llm/model.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { createRandom, seedFromEnvironment } from "../crash/sample.ts";
import { drippingModel } from "../kit/models/dripping-model.ts";
import { openTelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";

const METHODS = [
  "bot:sendMessage",
  "bot:sendRichMessage",
  "bot:sendRichMessageDraft",
  "bot:editMessageText",
  "bot:deleteMessage",
  "bot:sendChatAction",
  "bot:getUpdates",
  "bot:*",
];

const FAULTS = [
  { drop: true },
  { drop: true, applied: true },
  { error: { code: 500, message: "Internal Server Error" } },
  { error: { code: 502, message: "Bad Gateway" }, applied: true },
  { error: "FLOOD_WAIT_1" },
];

const SEED = seedFromEnvironment();
/** Faults in a row double the delay before the next poll, to 32 s after six of them. */
const PATIENCE_MS = 300_000;
const QUESTIONS = process.env["REEVE_PROVE"] === "all" ? 200 : 25;

test(
  `whatever fails on the way, each message is answered once (REEVE_SEED=${SEED})`,
  { timeout: 1_800_000 },
  async () => {
    const random = createRandom(SEED);
    const pick = <Item>(items: readonly Item[]): Item | undefined =>
      items[Math.floor(random() * items.length)];
    await using story = await openTelegramStory({ model: drippingModel(answerAll, 20) });
    const { server, ann, botId, group, agent } = story;
    const chats = [botId, group];
    const answers = async () => {
      const lines = await Promise.all(
        chats.map((chat) => readTranscript(server, { viewer: ann.id, chat })),
      );
      return lines.flat().flatMap(({ from, text }) => (from === botId ? [text] : []));
    };
    const given = async () =>
      (await answers()).flatMap((text) => text.match(/Answer \d+\./g) ?? []);

    for (let n = 0; n < QUESTIONS; n += 1) {
      // One after the other: what fails again and again waits ever longer.
      await server.command("unstub");
      await server.command("stub", {
        method: pick(METHODS),
        times: 1 + Math.floor(random() * 3),
        ...pick(FAULTS),
      });
      await ann.send(pick(chats) ?? botId, `@reeve_bot question ${n}?`);
      const isAwaited = random() < 0.6;
      if (isAwaited)
        await expect.poll(given, { timeout: PATIENCE_MS, interval: 100 }).toContain(`Answer ${n}.`);
    }
    await server.command("unstub");
    const wanted = Array.from({ length: QUESTIONS }, (_, n) => `Answer ${n}.`);
    await expect
      .poll(async () => new Set(await given()), { timeout: PATIENCE_MS, interval: 200 })
      .toEqual(new Set(wanted));
    await expect
      .poll(async () => (await agent.store.read.outbox.due(0, 0)).nextAt, { timeout: 60_000 })
      .toBe(undefined);
    expect((await given()).toSorted(byNumber)).toEqual(wanted);
    expect((await answers()).filter((text) => !text.includes("Answer"))).toEqual([]);
  },
);

const LOST = { error: { code: 502, message: "Bad Gateway" }, applied: true };
const REFUSED = { error: { code: 500, message: "Internal Server Error" } };

test.each([
  ["cannot be taken away", { method: "bot:deleteMessage", times: 3, ...REFUSED }],
  ["is not known to have arrived", { method: "bot:sendMessage", times: 2, ...LOST }],
])("what is sent to look for a lost answer, and %s, does not stay", async (_how, fault) => {
  await using story = await openTelegramStory({ model: scriptedModel([{ text: "Only once." }]) });
  const { server, ann, botId, agent } = story;
  await server.command("stub", { method: "bot:sendRichMessage", times: 1, ...LOST });
  await server.command("stub", fault);
  await ann.send(botId, "hello");
  await ann.receive(({ text }) => text === "Only once.", { edits: "too" });
  await expect
    .poll(async () => (await agent.store.read.outbox.due(0, 0)).nextAt, { timeout: 30_000 })
    .toBe(undefined);
  const lines = await readTranscript(server, { viewer: ann.id, chat: botId });
  const said = lines.filter(({ from }) => from === botId);
  expect(said.map(({ text }) => text)).toEqual(["Only once."]);
});

/** Answers each question of the newest message. */
function answerAll({ messages }: ModelRequest) {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  const numbers = asked.matchAll(/question (\d+)\?/g);
  return { text: Array.from(numbers, ([, n]) => `Answer ${n}.`).join(" ") };
}

function byNumber(one: string, other: string): number {
  return Number(one.match(/\d+/)?.[0]) - Number(other.match(/\d+/)?.[0]);
}
