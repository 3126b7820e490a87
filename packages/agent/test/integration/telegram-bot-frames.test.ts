import { expect, test } from "vitest";
import { drippingModel } from "../kit/models/dripping-model.ts";
import { openTelegramStory, type TelegramStory } from "../kit/telegram/open-telegram-story.ts";
import { readChatActions, readDrafts, readTranscript } from "../kit/telegram/read-telegram.ts";
import { callsOf } from "../kit/telegram/telegram-calls.ts";

const ANSWER = Array.from({ length: 20 }, (_, n) => `This is **sentence** ${n}.`).join("\n\n");
const SHOWN = ANSWER.replaceAll("**", "");
const LINES = Array.from({ length: 300 }, (_, n) => `Line number ${n} of the long answer.`);
const LONG = LINES.join("\n\n");

/** Returns the bot's messages to Ann in a chat, as she sees them now. */
async function saidIn({ server, ann, botId }: TelegramStory, chat: number) {
  const lines = await readTranscript(server, { viewer: ann.id, chat });
  return lines.filter(({ from }) => from === botId).map(({ text }) => text);
}

/** Counts the calls of a method after Telegram answered it with an error, or did not answer. */
function callsAfterFault({ server }: TelegramStory, method: string): number {
  const calls = callsOf(server, method);
  const failed = calls.findIndex(({ outcome }) => outcome === "stub");
  expect(failed).toBeGreaterThanOrEqual(0);
  return calls.length - failed - 1;
}

test.each([
  ["429", { error: "FLOOD_WAIT_1" }],
  ["500", { error: { code: 500, message: "Internal Server Error" } }],
  ["400", { error: { code: 400, message: "Bad Request: can't parse entities" } }],
  ["a connection that is cut", { drop: true }],
])("after %s for one draft the next ones come", async (_what, fault) => {
  await using story = await openTelegramStory({ model: drippingModel([{ text: ANSWER }], 60) });
  const { server, ann, botId } = story;
  await server.command("stub", { method: "bot:sendRichMessageDraft", times: 1, ...fault });
  await ann.send(botId, "tell me all");
  await ann.receive(({ isRich }) => isRich);
  expect(callsAfterFault(story, "sendRichMessageDraft")).toBeGreaterThanOrEqual(2);
  expect((await readDrafts(server)).length).toBeGreaterThanOrEqual(2);
});

test.each([
  ["429", { error: "FLOOD_WAIT_1" }],
  ["500", { error: { code: 500, message: "Internal Server Error" } }],
  ["a connection that is cut", { drop: true }],
])("after %s for one frame the next ones come", async (_what, fault) => {
  const model = drippingModel([{ text: ANSWER }], 120);
  await using story = await openTelegramStory({ model, bot: { rich: "off" } });
  const { server, ann, botId } = story;
  await server.command("stub", { method: "bot:editMessageText", times: 1, ...fault });
  await ann.send(botId, "tell me all");
  await ann.receive(({ text }) => text === SHOWN, { edits: "only" });
  // The last one is the answer itself.
  expect(callsAfterFault(story, "editMessageText")).toBeGreaterThanOrEqual(2);
  expect(await saidIn(story, botId)).toEqual([SHOWN]);
});

test("dots that fail come a little later, and grow", async () => {
  const model = drippingModel([{ text: ANSWER }], 120);
  await using story = await openTelegramStory({ model, bot: { rich: "off" } });
  const { server, ann, botId } = story;
  const fault = { error: { code: 502, message: "Bad Gateway" }, times: 1 };
  await server.command("stub", { method: "bot:sendMessage", ...fault });
  await ann.send(botId, "tell me all");
  await ann.receive(({ text }) => text === SHOWN, { edits: "only" });
  expect(callsOf(server, "editMessageText").length).toBeGreaterThanOrEqual(2);
  expect(await saidIn(story, botId)).toEqual([SHOWN]);
});

test.each([
  ["does not know drafts", { code: 404, message: "Not Found" }],
  ["refuses every draft", { code: 400, message: "Bad Request: drafts can't be sent" }],
])("where a server %s, three dots grow", async (_what, error) => {
  const model = drippingModel([{ text: ANSWER }], 200);
  await using story = await openTelegramStory({ model });
  const { server, ann, botId } = story;
  await server.command("stub", { method: "bot:sendRichMessageDraft", error, times: 100 });
  await ann.send(botId, "tell me all");
  const dots = await ann.receive(({ text }) => text === "…", { withinMs: 15_000 });
  const frame = await ann.receive(({ text }) => text.startsWith("This is"), { edits: "only" });
  expect(frame.id).toBe(dots.id);
});

test.each(["off", "auto"] as const)(
  "an answer beyond one message is seen to go on, and no frame repeats the last (rich: %s)",
  async (rich) => {
    // No rich message holds an address.
    const text = `https://example.org/\n\n${LONG}`;
    const model = drippingModel([{ text }], 4);
    await using story = await openTelegramStory({ model, bot: { rich } });
    const { server, ann, botId } = story;
    await ann.send(botId, "tell me all");
    await ann.receive((one) => one.text.endsWith("299 of the long answer."), {
      edits: "too",
      withinMs: 40_000,
    });
    const edits = ann.seen.flatMap((one) => (one.kind === "edit" ? [one.text] : []));
    // The last edit makes it the first part of the answer.
    const frames =
      rich === "off" ? edits.slice(0, -1) : (await readDrafts(server)).map((one) => one.text);
    expect(frames.filter((frame, n) => frame === frames[n - 1])).toEqual([]);
    const further = frames.filter((frame) => frame.startsWith("…\nLine number"));
    expect(further.length).toBeGreaterThanOrEqual(2);
    expect(callsOf(server, "editMessageText").filter(({ outcome }) => outcome !== "ok")).toEqual(
      [],
    );
    const said = await saidIn(story, botId);
    expect(said.join("\n\n")).toBe(text);
  },
);

test("what was read stays when an answer is stopped by a command, and that is said once", async () => {
  const model = drippingModel([{ text: LONG }, { text: LONG }], 30);
  await using story = await openTelegramStory({ model });
  const { ann, botId, group } = story;
  await ann.send(group, "@reeve_bot tell me all");
  const first = await ann.receive(({ text }) => text.startsWith("Line number 0"), {
    edits: "only",
  });
  await ann.send(group, "/stop@reeve_bot");
  const stopped = await ann.receive(({ text }) => text.endsWith("\n\nStopped."), {
    edits: "only",
  });
  expect(stopped.id).toBe(first.id);
  expect(await saidIn(story, group)).toEqual([stopped.text]);
  expect(stopped.text.startsWith(first.text.trimEnd())).toBe(true);

  await ann.send(botId, "tell me all");
  const draft = await ann.see((one) => one.kind === "draft" && one.text.includes("Line number 1"));
  await ann.send(botId, "/stop");
  const kept = await ann.receive(({ text }) => text.endsWith("Stopped."));
  await ann.send(botId, "/stop");
  await ann.receive(({ text }) => text === "Nothing is running in this chat.");
  expect(await saidIn(story, botId)).toEqual([kept.text, "Nothing is running in this chat."]);
  expect(kept.isRich).toBe(true);
  expect(draft.kind === "draft" && kept.text.startsWith(draft.text)).toBe(true);
});

test("the button beneath a draft keeps what was read, too", async () => {
  await using story = await openTelegramStory({ model: drippingModel([{ text: LONG }], 30) });
  const { server, ann, botId } = story;
  await ann.send(botId, "tell me all");
  const draft = await ann.see((one) => one.kind === "draft" && one.text.includes("Line number 1"));
  if (draft.kind !== "draft") throw new Error("no draft");
  await server.command("stopDraft", { user: botId, from: ann.id, draft: draft.draft });
  const kept = await ann.receive(({ text }) => text.endsWith("Stopped."));
  expect(kept.text.startsWith(draft.text)).toBe(true);
  expect(await saidIn(story, botId)).toEqual([kept.text]);
  const [call] = callsOf(server, "sendRichMessageDraft");
  expect(call?.["params"]).toMatchObject({ can_stop: "true", keep_on_stop: "true" });
});

test("that an answer is stopped before anything of it was seen is all that is said", async () => {
  const model = drippingModel([{ text: ANSWER }], 1000);
  await using story = await openTelegramStory({ model, bot: { rich: "off" } });
  const { ann, botId } = story;
  await ann.send(botId, "tell me all");
  await ann.receive(({ text }) => text === "…");
  await ann.send(botId, "/stop");
  await ann.receive(({ text }) => text === "Stopped.", { edits: "only" });
  expect(await saidIn(story, botId)).toEqual(["Stopped."]);
});

test("typing is shown in a chat once in four seconds at most", async () => {
  const model = drippingModel(() => ({ text: "Soon." }), 100);
  await using story = await openTelegramStory({ model });
  const { server, ann, botId } = story;
  for (const nth of [1, 2, 3]) {
    const after = ann.seen.length;
    await ann.send(botId, `question ${nth}`);
    await ann.receive(({ text }) => text === "Soon.", { after, edits: "too" });
  }
  const times = (await readChatActions(server)).map(({ t }) => t);
  const gaps = times.slice(1).map((t, n) => t - (times[n] ?? 0));
  expect(times.length).toBeGreaterThanOrEqual(1);
  expect(gaps.filter((gap) => gap < 3900)).toEqual([]);
});
