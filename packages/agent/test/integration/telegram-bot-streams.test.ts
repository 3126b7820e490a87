import { expect, test } from "vitest";
import { isRecord } from "../../src/kernel/text/json.ts";
import { drippingModel } from "../kit/models/dripping-model.ts";
import { openTelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readChatActions, readDrafts, readTranscript } from "../kit/telegram/read-telegram.ts";
import { callsOf } from "../kit/telegram/telegram-calls.ts";
import type { TelegramServer } from "../kit/telegram/telegram-server.ts";

const ANSWER = Array.from(
  { length: 24 },
  (_, n) => `This is sentence ${n}, and **bold** it is.`,
).join("\n\n");
const SHOWN = ANSWER.replaceAll("**", "");

/** The server sees calls a little nearer to each other than they left. */
const JITTER_MS = 100;

test("in a group three dots grow every three seconds, as a reply, into the answer", async () => {
  await using story = await openTelegramStory({ model: drippingModel([{ text: ANSWER }], 80) });
  const { server, ann, botId, group } = story;
  const asked = await ann.send(group, "@reeve_bot tell me all");
  const dots = await ann.receive(({ from }) => from === botId);
  expect([dots.text, dots.replyTo]).toEqual(["…", asked]);
  const final = await ann.receive(({ text }) => text === SHOWN, { edits: "only" });
  expect(final.id).toBe(dots.id);

  const gaps = await gapsOfFrames(server);
  expect(gaps.length).toBeGreaterThanOrEqual(2);
  for (const gap of gaps) expect(gap).toBeGreaterThan(3000 - JITTER_MS);
  const frames = ann.seen.flatMap((one) => (one.kind === "edit" ? [one.text] : []));
  expect(frames.every((frame) => SHOWN.startsWith(frame.trimEnd().slice(0, -2)))).toBe(true);
  const lines = await readTranscript(server, { viewer: ann.id, chat: group });
  expect(lines.filter(({ from }) => from === botId).map(({ text }) => text)).toEqual([SHOWN]);
  expect(lines.at(-1)?.entities?.filter(({ type }) => type === "bold")).toHaveLength(24);
  const actions = await readChatActions(server);
  expect(new Set(actions.map(({ chat, action }) => `${chat} ${action}`))).toEqual(
    new Set([`${group} typing`]),
  );
});

test("in a direct chat drafts grow, and one rich message follows", async () => {
  await using story = await openTelegramStory({ model: drippingModel([{ text: ANSWER }], 20) });
  const { server, ann, botId } = story;
  await ann.send(botId, "tell me all");
  const got = await ann.receive();
  expect(got.isRich).toBe(true);
  const drafts = await readDrafts(server);
  expect(drafts.length).toBeGreaterThanOrEqual(3);
  expect(new Set(drafts.map(({ draft }) => draft)).size).toBe(1);
  for (const [n, { text }] of drafts.entries())
    expect(text.length).toBeGreaterThan(drafts[n - 1]?.text.length ?? 0);
  const [, ...said] = await readTranscript(server, { viewer: ann.id, chat: botId });
  expect(said).toMatchObject([{ from: botId, rich: true, edits: 0 }]);
  expect(said[0]?.text.replaceAll(/\s+/g, " ")).toBe(SHOWN.replaceAll(/\s+/g, " "));
});

test("without rich messages three dots grow every second and a half", async () => {
  const model = drippingModel([{ text: ANSWER }], 40);
  await using story = await openTelegramStory({ model, bot: { rich: "off" } });
  const { server, ann, botId } = story;
  await ann.send(botId, "tell me all");
  await ann.receive(({ text }) => text === SHOWN, { edits: "only" });
  const gaps = await gapsOfFrames(server);
  expect(gaps.length).toBeGreaterThanOrEqual(1);
  for (const gap of gaps) expect(gap).toBeGreaterThan(1500 - JITTER_MS);
  const [, ...said] = await readTranscript(server, { viewer: ann.id, chat: botId });
  expect(said.map(({ text }) => text)).toEqual([SHOWN]);
  expect(await readDrafts(server)).toEqual([]);
});

test("an answer longer than a message is cut at the last line that fits, and nothing of it is lost", async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `Line number ${n} of the long answer.`);
  const model = drippingModel([{ text: lines.join("\n\n") }], 2);
  await using story = await openTelegramStory({ model, bot: { rich: "off" } });
  const { server, ann, botId } = story;
  await ann.send(botId, "tell me all");
  await ann.receive(({ text }) => text.endsWith("299 of the long answer."), { edits: "too" });
  const [, ...said] = await readTranscript(server, { viewer: ann.id, chat: botId });
  const texts = said.map(({ text }) => text);
  expect(texts.join("\n\n").split("\n\n")).toEqual(lines);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(4096);
  for (const [n, text] of texts.slice(0, -1).entries())
    expect(text.length + 2 + (texts[n + 1]?.split("\n\n")[0]?.length ?? 0)).toBeGreaterThan(4096);
});

test("stop beneath a draft ends the answer, and the chat goes on", async () => {
  const model = drippingModel((request) => {
    const text = request.messages.at(-1)?.text ?? "";
    return { text: text.includes("are you there?") ? "Here I am." : ANSWER };
  }, 60);
  await using story = await openTelegramStory({ model });
  const { server, ann, botId } = story;
  await ann.send(botId, "tell me all");
  const draft = await ann.see(({ kind }) => kind === "draft");
  if (draft.kind !== "draft") throw new Error("no draft");
  await server.command("stopDraft", { user: botId, from: ann.id, draft: draft.draft });
  const after = ann.seen.length;
  await ann.send(botId, "are you there?");
  await ann.receive(({ text }) => text === "Here I am.", { after, edits: "too" });
  const said = await readTranscript(server, { viewer: ann.id, chat: botId });
  expect(said.some(({ text }) => text.includes("sentence 23"))).toBe(false);
  const calls = callsOf(server, "sendRichMessageDraft");
  expect(calls[0]?.["params"]).toMatchObject({ can_stop: "true" });
});

/** Returns how long each frame was shown; the whole answer comes when it is complete. */
async function gapsOfFrames(server: TelegramServer): Promise<readonly number[]> {
  const whole = () =>
    callsOf(server, "editMessageText").findIndex(
      ({ params }) => isRecord(params) && params["text"] === SHOWN,
    );
  await expect.poll(whole).toBeGreaterThan(0);
  const frames = callsOf(server, "editMessageText").slice(0, whole());
  return frames.slice(1).map(({ t }, n) => t - (frames[n]?.t ?? 0));
}
