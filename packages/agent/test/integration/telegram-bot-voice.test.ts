import { expect, beforeAll, test } from "vitest";
import type { MockAnswer } from "../../src/llm/testing/mock-server.ts";
import { openTelegramHouse, type TelegramHouse } from "../kit/telegram/open-telegram-house.ts";
import { playVoice, recordVoice } from "../kit/models/play-voice.ts";
import { readChatActions, readTranscript } from "../kit/telegram/read-telegram.ts";
import { type Ears, serveEars } from "../kit/models/fake-transcription-server.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";
import { installSpeech } from "./install-speech.ts";

const SAID = "What is the weather like in Berlin tomorrow?";
const ANSWER = "Tomorrow it will be sunny in Berlin, with eighteen degrees and a little wind.";

beforeAll(installSpeech);

interface Voices {
  readonly tts?: object;
  readonly answer?: string | ((json: string) => string | MockAnswer);
}

/** Ann, an agent that hears and speaks, and who hears for it. */
async function openVoices({ tts = { provider: "espeak" }, answer = ANSWER }: Voices = {}) {
  await using stack = new AsyncDisposableStack();
  const ears = stack.use(await serveEars(SAID));
  const stt = { provider: "openai", baseUrl: ears.url, model: "whisper-1" } as const;
  const house = stack.use(
    await openTelegramHouse({
      answer: ({ json }) => (typeof answer === "string" ? answer : answer(json)),
      config: { speech: { stt, tts } },
    }),
  );
  const held = stack.move();
  return { ears, house, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Returns whether a voice note plays, and how long Telegram shows it. */
async function play({ ann }: TelegramHouse, { raw }: SeenMessage) {
  const { media } = raw;
  if (media?.type !== "voice") throw new Error(`no voice note but ${media?.type}`);
  const played = await playVoice(await ann.client.downloadAsBuffer(media));
  return { ...played, shown: media.duration };
}

async function sayTo({ house }: { house: TelegramHouse; ears: Ears }): Promise<SeenMessage> {
  const { ann, botId } = house;
  const after = ann.seen.length;
  await ann.sendVoice(botId, await recordVoice(SAID));
  return ann.receive(undefined, { after, edits: "too" });
}

test("a voice note is heard, answered, and the answer is spoken", async () => {
  await using voices = await openVoices();
  const { house, ears } = voices;
  const answer = await sayTo(voices);
  const { seconds, shown, ...kind } = await play(house, answer);
  expect(kind).toEqual({ format: "ogg", codecs: ["opus"] });
  expect(seconds).toBeGreaterThan(3);
  expect(Math.abs(seconds - shown)).toBeLessThanOrEqual(1);
  expect(answer.text).toBe("");

  const [heard, ...more] = ears.heard;
  const { seconds: original } = await recordVoice(SAID);
  expect(more).toEqual([]);
  expect(heard).toMatchObject({ format: "ogg", codecs: ["opus"] });
  expect(Math.abs((heard?.seconds ?? 0) - original)).toBeLessThanOrEqual(1);
  expect(JSON.stringify(house.provider.requests[0]?.body)).toContain(SAID);
  const actions = await readChatActions(house.server);
  expect(actions.map(({ action }) => action)).toContain("record_voice");
  expect(house.app.logged).toEqual([]);
});

test("who asks in writing to be told something is told aloud, and who does not is not", async () => {
  await using voices = await openVoices();
  const { ann, botId } = voices.house;
  await ann.send(botId, "tell me the weather in Berlin");
  const spoken = await ann.receive();
  expect((await play(voices.house, spoken)).seconds).toBeGreaterThan(3);
  const after = ann.seen.length;
  await ann.send(botId, "how is the weather in Berlin?");
  const written = await ann.receive(undefined, { after, edits: "too" });
  expect([written.media, written.text]).toEqual([undefined, ANSWER]);
});

test("in a group the spoken answer takes the place of the three dots", async () => {
  await using voices = await openVoices();
  const { server, ann, botId } = voices.house;
  const group = await server.addGroup({
    title: "House",
    kind: "supergroup",
    creator: ann.id,
    members: [botId],
  });
  const asked = await ann.send(group, "@reeve_bot tell me the weather");
  const spoken = await ann.receive(({ media }) => media === "voice");
  expect((await play(voices.house, spoken)).seconds).toBeGreaterThan(3);
  const lines = await readTranscript(server, { viewer: ann.id, chat: group });
  const said = lines.filter(({ from }) => from === botId);
  expect(said.map(({ media, replyTo }) => [media, replyTo])).toEqual([["voice", asked]]);
});

test("the agent says something by itself when it wants to", async () => {
  const call = {
    name: "voice_speak",
    args: { text: "Good night, and sleep well until tomorrow." },
  };
  await using voices = await openVoices({
    answer: (json) => (json.includes("as a voice note") ? "" : { calls: [call] }),
  });
  const { ann, botId } = voices.house;
  await ann.send(botId, "good night");
  const spoken = await ann.receive(({ media }) => media === "voice");
  expect((await play(voices.house, spoken)).seconds).toBeGreaterThan(1);
});

test("an answer of more than five hundred words is written", async () => {
  const long = `${"It goes on and on. ".repeat(120)}That is all.`;
  await using voices = await openVoices({ answer: long });
  const answer = await sayTo(voices);
  expect([answer.media, answer.text]).toEqual([undefined, long]);
});

const INSTALL = "Run it like this:\n\n```\nnpm install --global x\n```";

test.each([
  ["code", INSTALL, INSTALL.replaceAll(/```\n?|\n(?=\n)/g, "").trim()],
  ["a table", "| Day | Sky |\n|---|---|\n| Monday | sunny |", "Day | Sky\nMonday | sunny"],
  ["an address", "It is on https://example.org/x?y=1.", "It is on https://example.org/x?y=1."],
])("an answer with %s is written, to a voice note and to who says tell me", async (...parts) => {
  const [, answer, shown] = parts;
  await using voices = await openVoices({ answer });
  const { ann, botId } = voices.house;
  const written = await sayTo(voices);
  expect([written.media, written.text]).toEqual([undefined, shown]);
  const after = ann.seen.length;
  await ann.send(botId, "Tell me how to do it");
  const again = await ann.receive(undefined, { after, edits: "too" });
  expect([again.media, again.text]).toEqual([undefined, shown]);
  expect(voices.house.app.logged).toEqual([]);
});

test.each([
  ["fails", { provider: "command", command: ["false", "{file}"] }],
  ["is not there", { provider: "command", command: ["no-such-program-anywhere", "{file}"] }],
  ["is not set", { provider: "none" }],
])("where the voice %s, the answer is written and nothing is said of it", async (_how, tts) => {
  await using voices = await openVoices({ tts });
  const { house } = voices;
  const answer = await sayTo(voices);
  expect([answer.media, answer.text]).toEqual([undefined, ANSWER]);
  const messages = house.ann.seen.filter(({ kind }) => kind === "message");
  expect(messages).toHaveLength(1);
  expect(house.app.logged).toEqual([]);
});

test("a recording that cannot be played is no message lost", async () => {
  await using voices = await openVoices();
  const { ann, botId } = voices.house;
  await ann.sendVoice(botId, { data: Buffer.from("this is no recording"), seconds: 3 });
  const told = await ann.receive();
  expect([told.media, told.text.length > 10]).toEqual([undefined, true]);
  expect(voices.house.provider.requests).toEqual([]);
});
