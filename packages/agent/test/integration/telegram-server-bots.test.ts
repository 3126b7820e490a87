import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { InputMedia } from "@mtcute/node";
import type { Update } from "grammy/types";
import { Bot, GrammyError, InlineKeyboard, InputFile } from "grammy";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  readChatActions,
  readDrafts,
  readPressedButtons,
  readTranscript,
  readViolations,
} from "../kit/telegram/read-telegram.ts";
import { logIn, type TelegramPerson } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer, type TelegramServer } from "../kit/telegram/telegram-server.ts";

const TOKEN = "42:secret";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC",
  "base64",
);

let server: TelegramServer;
let human: TelegramPerson;
let bot: number;
let { api } = new Bot(TOKEN);
/** Acknowledges what was read. */
let offset = 0;

beforeAll(async () => {
  server = await startTelegramServer({ isTested: true });
  await server.addPerson({
    firstName: "Human",
    username: "human",
    phone: "9996620000",
    languageCode: "de",
  });
  bot = await server.addBot({ firstName: "Bot", username: "my_bot", token: TOKEN });
  human = await logIn(server, "9996620000");
  ({ api } = new Bot(TOKEN, { client: { apiRoot: server.botApi } }));
});

afterAll(async () => {
  await human[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await server.command("unstub");
  await server.command("limits", { on: false });
  await api.deleteWebhook();
  await human.send(bot, "begin");
  await drain();
});

/** Returns the updates that wait, once there are some; they are acknowledged by the next call. */
async function poll() {
  const updates = await api.getUpdates({
    offset,
    timeout: 5,
    allowed_updates: [
      "message",
      "edited_message",
      "callback_query",
      "my_chat_member",
      "message_reaction",
      "stopped_message_generation",
    ],
  });
  offset = Math.max(offset, ...updates.map(({ update_id }) => update_id + 1));
  return updates;
}

/** Polls until `isLast` holds, and returns all updates. */
async function pollUntil(isLast: (update: Update) => boolean): Promise<readonly Update[]> {
  const updates = await poll();
  return updates.some(isLast) ? updates : [...updates, ...(await pollUntil(isLast))];
}

async function drain(): Promise<void> {
  await poll();
  await api.getUpdates({ offset });
}

/** Returns the Bot API's reason for rejecting a call. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => "not refused",
    (refused: unknown) => refused,
  );
  return error instanceof GrammyError ? `${error.error_code} ${error.description}` : String(error);
}

async function seenByHuman() {
  return readTranscript(server, { viewer: human.id, chat: bot });
}

function sendBold(at: number, length: number): Promise<string> {
  const entities = [{ type: "bold" as const, offset: at, length }];
  return refusalOf(api.sendMessage(human.id, "a👍b", { entities }));
}

function sendRich(length: number): Promise<string> {
  const rich_message = { markdown: "x".repeat(length) };
  return refusalOf(api.raw.sendRichMessage({ chat_id: human.id, rich_message }));
}

function named(command: string) {
  return [{ command, description: command }];
}

describe("messages", () => {
  test("a command is answered with formatting and a button, and the click edits the answer", async () => {
    const after = human.seen.length;
    await human.send(bot, "/start");
    const [update] = await poll();
    expect(update?.message).toMatchObject({
      text: "/start",
      entities: [{ type: "bot_command", offset: 0, length: 6 }],
      from: { id: human.id, language_code: "de" },
    });
    const keyboard = new InlineKeyboard().text("Go", "go");
    const sent = await api.sendMessage(human.id, "*hi* `x`", {
      parse_mode: "MarkdownV2",
      reply_markup: keyboard,
    });
    const got = await human.receive(({ text }) => text === "hi x", { after });
    expect(got.entities).toEqual([
      { kind: "bold", text: "hi" },
      { kind: "code", text: "x" },
    ]);

    const clicked = human.click(got, "Go");
    const [pressed] = await poll();
    const query = pressed?.callback_query;
    if (!query) throw new Error("no click came");
    expect((await readPressedButtons(server)).at(-1)).toMatchObject({ answered: false });
    await api.answerCallbackQuery(query.id, { text: "done" });
    expect(await clicked).toEqual({ text: "done", isAlert: false });
    expect((await readPressedButtons(server)).at(-1)).toMatchObject({
      user: human.id,
      data: "go",
      answered: true,
      text: "done",
    });
    expect(await refusalOf(api.answerCallbackQuery(query.id))).toBe(
      "400 Bad Request: query is too old and response timeout expired or query ID is invalid",
    );
    await api.editMessageText(human.id, sent.message_id, "<b>edited</b>", { parse_mode: "HTML" });
    const edit = await human.receive(({ id }) => id === got.id, { after, edits: "only" });
    expect([edit.text, edit.buttons]).toEqual(["edited", []]);
  });

  test("refusals are worded as Telegram words them", async () => {
    const said = await api.sendMessage(human.id, "same");
    const stranger = await server.addPerson({ firstName: "S" });
    const theirs = (await seenByHuman()).find(({ from }) => from === human.id);
    const tooLong = new InlineKeyboard().text("t", "x".repeat(65));
    const markdown = { parse_mode: "MarkdownV2" } as const;
    const { message_id: id } = said;
    const calls: readonly (readonly [Promise<unknown>, string])[] = [
      [api.sendMessage(human.id, "x".repeat(4097)), "400 Bad Request: message is too long"],
      [api.sendMessage(human.id, " "), "400 Bad Request: message text is empty"],
      [
        api.sendMessage(human.id, "*x", markdown),
        "400 Bad Request: can't parse entities: Can't find end of Bold entity at byte offset 2",
      ],
      [
        api.sendMessage(human.id, "a.b", markdown),
        "400 Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
      ],
      [
        api.sendMessage(human.id, "<div>x</div>", { parse_mode: "HTML" }),
        '400 Bad Request: can\'t parse entities: Unsupported start tag "div" at byte offset 0',
      ],
      [
        api.sendMessage(human.id, "x", { reply_markup: tooLong }),
        "400 Bad Request: BUTTON_DATA_INVALID",
      ],
      [api.sendMessage(999, "x"), "400 Bad Request: chat not found"],
      [
        api.sendMessage(stranger, "x"),
        "403 Forbidden: bot can't initiate conversation with a user",
      ],
      [
        api.sendMessage(human.id, "x", { reply_parameters: { message_id: 99_999 } }),
        "400 Bad Request: message to be replied not found",
      ],
      [
        api.sendMessage(human.id, "x", { message_thread_id: 5 }),
        "400 Bad Request: message thread not found",
      ],
      [
        api.editMessageText(human.id, id, "same"),
        "400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      ],
      [api.editMessageText(human.id, 99_999, "x"), "400 Bad Request: message to edit not found"],
      [
        api.editMessageText(human.id, theirs?.id ?? 0, "x"),
        "400 Bad Request: message can't be edited",
      ],
      [
        api.editMessageCaption(human.id, id, { caption: "x" }),
        "400 Bad Request: there is no caption in the message to edit",
      ],
      [api.deleteMessage(human.id, 99_999), "400 Bad Request: message to delete not found"],
    ];
    const refusals = await Promise.all(calls.map(([call]) => refusalOf(call)));

    expect(refusals).toEqual(calls.map(([, refusal]) => refusal));
  });

  test("entities that do not fit their text are refused", async () => {
    expect(await sendBold(0, 4)).toBe("not refused");
    expect(await sendBold(0, 5)).toBe(
      "400 Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 5",
    );
    expect(await sendBold(9, 1)).toBe(
      "400 Bad Request: entity begins after the end of the text at UTF-16 offset 9",
    );
    expect(await sendBold(0, 2)).toBe(
      "400 Bad Request: entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at UTF-16 offset 2",
    );
    expect(await sendBold(0, 0)).toBe("400 Bad Request: receive an entity with incorrect length");
  });

  test("an edit is counted, and one that changes nothing is not", async () => {
    const { message_id: id } = await api.sendMessage(human.id, "one");
    const keyboard = new InlineKeyboard().text("Go", "go");
    await api.editMessageText(human.id, id, "two");
    await api.editMessageText(human.id, id, "two", { reply_markup: keyboard });
    await refusalOf(api.editMessageText(human.id, id, "two", { reply_markup: keyboard }));
    await api.deleteMessage(human.id, (await api.sendMessage(human.id, "gone")).message_id);

    const [last, ...older] = (await seenByHuman()).toReversed();
    expect([last?.text, last?.edits, last?.buttons]).toEqual([
      "two",
      2,
      [[{ text: "Go", callback_data: "go" }]],
    ]);
    expect(older.map(({ text }) => text)).not.toContain("gone");
    const all = await readTranscript(server, { viewer: human.id, chat: bot, deleted: "too" });
    expect(all.at(-1)).toMatchObject({ text: "gone", deleted: true });
  });

  test("replies, quotes and link previews are visible", async () => {
    const asked = (await seenByHuman()).at(-1);
    const sent = await api.sendMessage(human.id, "see https://example.com", {
      reply_parameters: { message_id: asked?.id ?? 0 },
      link_preview_options: { is_disabled: true },
    });

    expect(sent.link_preview_options).toEqual({ is_disabled: true });
    const last = (await seenByHuman()).at(-1);
    expect([last?.replyTo, last?.linkPreview]).toEqual([asked?.id, { is_disabled: true }]);
  });

  test("edits and reactions of people arrive", async () => {
    const { message_id: id } = await api.sendMessage(human.id, "like me");
    const asked = await human.send(bot, "first");
    await drain();
    await human.edit(bot, asked, "second");
    const got = await human.receive(({ text }) => text === "like me");
    await human.react(bot, got.id, "🔥");

    const updates = await pollUntil((update) => update.message_reaction !== undefined);
    expect(updates.map((update) => update.edited_message?.text).filter(Boolean)).toEqual([
      "second",
    ]);
    expect(updates.find((update) => update.message_reaction)?.message_reaction).toMatchObject({
      message_id: id,
      new_reaction: [{ type: "emoji", emoji: "🔥" }],
    });
  });
});

describe("files", () => {
  test("a voice note comes with a file that can be downloaded", async () => {
    const data = randomBytes(1234);
    await human.sendVoice(bot, { data, seconds: 7 });
    const [update] = await poll();
    const voice = update?.message?.voice;
    if (!voice) throw new Error("no voice note came");
    expect([voice.duration, voice.mime_type, voice.file_size]).toEqual([7, "audio/ogg", 1234]);
    const file = await api.getFile(voice.file_id);
    const response = await fetch(`${server.botApi}/file/bot${TOKEN}/${file.file_path}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(data);
  });

  test("a file sent again by its id is the same file", async () => {
    const document = await api.sendDocument(human.id, new InputFile(PNG, "a.png"), {
      caption: "cap",
    });
    const again = await api.sendDocument(human.id, document.document.file_id);
    expect(again.document.file_unique_id).toBe(document.document.file_unique_id);
    expect(document.document.file_name).toBe("a.png");

    const voice = await api.sendVoice(human.id, new InputFile(randomBytes(99), "v.ogg"), {
      duration: 2,
    });
    expect(voice.voice.duration).toBe(2);
    const photo = await api.sendPhoto(human.id, new InputFile(PNG, "p.png"), { caption: "pic" });
    expect(photo.photo.at(-1)).toMatchObject({ width: 2, height: 2 });
    expect((await seenByHuman()).slice(-4).map(({ media, text }) => [media, text])).toEqual([
      ["document", "cap"],
      ["document", ""],
      ["voice", ""],
      ["photo", "pic"],
    ]);
  });

  test("a file over 20 MB is not handed out", async () => {
    await human.sendDocument(bot, { data: new Uint8Array(20 * 2 ** 20 + 1), name: "big" });
    const [update] = await poll();
    const file = update?.message?.document;
    expect(await refusalOf(api.getFile(file?.file_id ?? ""))).toBe(
      "400 Bad Request: file is too big",
    );
  });
});

describe("rich messages", () => {
  test("a rich message is read as words, edited, and shown to old apps as not supported", async () => {
    const markdown =
      "# Title\n\n- **one**\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```";
    const sent = await api.raw.sendRichMessage({ chat_id: human.id, rich_message: { markdown } });
    expect(sent.rich_message.blocks.map(({ type }) => type)).toEqual([
      "heading",
      "list",
      "table",
      "pre",
    ]);
    const text = "Title\none\ntwo\na | b\n1 | 2\ncode";
    const got = await human.receive(({ text: read }) => read === text);
    expect(got.isRich).toBe(true);

    const edit = { chat_id: human.id, message_id: sent.message_id };
    expect(
      await refusalOf(api.raw.editMessageText({ ...edit, rich_message: { markdown } })),
    ).toMatch(/^400 Bad Request: message is not modified/);
    await api.raw.editMessageText({ ...edit, rich_message: { markdown: "# New" } });
    const last = (await seenByHuman()).at(-1);
    expect([last?.text, last?.rich, last?.edits]).toEqual(["New", true, 1]);

    await server.command("oldClient", { user: human.id, on: true });
    const old = (await seenByHuman()).at(-1);
    await server.command("oldClient", { user: human.id, on: false });
    expect([old?.text, old?.media, old?.rich]).toEqual([
      "This message is not supported by your version of Telegram.",
      "unsupported",
      undefined,
    ]);
    await api.editMessageText(human.id, sent.message_id, "plain");
    const plain = (await seenByHuman()).at(-1);
    expect([plain?.text, plain?.rich]).toEqual(["plain", undefined]);
  });

  test("a rich message holds 32,768 characters and no more", async () => {
    expect([await sendRich(32_768), await sendRich(32_769)]).toEqual([
      "not refused",
      "400 Bad Request: message is too long",
    ]);
  });

  test("drafts of both kinds reach the person and can be stopped", async () => {
    const after = human.seen.length;
    const before = (await readDrafts(server)).length;
    await api.raw.sendMessageDraft({ chat_id: human.id, draft_id: 1, text: "one" });
    await api.raw.sendRichMessageDraft({
      chat_id: human.id,
      draft_id: 2,
      rich_message: { markdown: "**two**" },
    });
    await human.see((one) => one.kind === "draft" && one.text === "two", { after });
    const drafts = (await readDrafts(server)).slice(before);
    expect(drafts.map(({ t: _t, ...draft }) => draft)).toEqual([
      { from: bot, chat: human.id, draft: 1, text: "one" },
      { from: bot, chat: human.id, draft: 2, text: "two", rich: true },
    ]);

    await server.command("stopDraft", { user: bot, from: human.id, draft: 2 });
    const [update] = await poll();
    expect(update?.stopped_message_generation).toMatchObject({ draft_id: 2 });
  });
});

describe("groups", () => {
  test("a bot hears a group, answers in it, and is kicked", async () => {
    const group = await server.addGroup({ title: "G", creator: human.id, members: [bot] });
    await human.send(group, "/start@my_bot");
    const updates = await poll();
    expect(updates.at(-1)?.message).toMatchObject({ text: "/start@my_bot", chat: { id: group } });
    await api.sendMessage(group, "hello");
    await human.receive(({ chat, text }) => chat === group && text === "hello");
    expect((await api.getChatMember(group, human.id)).status).toBe("creator");

    await server.command("leave", { chat: group, user: bot });
    expect(await refusalOf(api.sendMessage(group, "x"))).toBe(
      "403 Forbidden: bot is not a member of the supergroup chat",
    );
  });

  test("messages and chat actions stay in their topic", async () => {
    const forum = await server.addGroup({
      title: "F",
      kind: "forum",
      creator: human.id,
      members: [bot],
      admins: [bot],
    });
    const { message_thread_id: topic } = await api.createForumTopic(forum, "T1");
    await human.send(forum, "in topic", { topic });
    const heard = (await poll()).at(-1)?.message;
    expect([heard?.text, heard?.message_thread_id, heard?.is_topic_message]).toEqual([
      "in topic",
      topic,
      true,
    ]);
    await api.sendChatAction(forum, "typing", { message_thread_id: topic });
    await api.sendMessage(forum, "answer", { message_thread_id: topic });

    const last = (await readTranscript(server, { viewer: human.id, chat: forum })).at(-1);
    expect([last?.text, last?.topic]).toEqual(["answer", topic]);
    const { t: _t, ...action } = (await readChatActions(server)).at(-1) ?? { t: 0 };
    expect(action).toEqual({ from: bot, chat: forum, topic, action: "typing" });
  });
});

test("a bot is told that it was blocked, and may not write until it is unblocked", async () => {
  await human.client.blockUser("my_bot");
  const refused = await refusalOf(api.sendMessage(human.id, "x"));
  await human.client.unblockUser("my_bot");
  const updates = await pollUntil(
    (update) => update.my_chat_member?.new_chat_member.status === "member",
  );

  expect(refused).toBe("403 Forbidden: bot was blocked by the user");
  expect(updates.map((update) => update.my_chat_member?.new_chat_member.status)).toEqual([
    "kicked",
    "member",
  ]);
});

test("a bot is told of another's messages only where one of them talks with bots", async () => {
  const add = async (username: string, own: { readonly botToBot?: boolean }) => {
    const token = `${username.length}:${username}`;
    const id = await server.addBot({ firstName: username, username, token, ...own });
    return { id, api: new Bot(token, { client: { apiRoot: server.botApi } }).api };
  };
  const shy = await add("shy_bot", {});
  const open = await add("talking_bot", { botToBot: true });
  const group = await server.addGroup({
    title: "Bots",
    kind: "supergroup",
    creator: human.id,
    members: [bot, shy.id, open.id],
  });
  const own = await api.sendMessage(group, "mine");
  for (const { api: other, id } of [shy, open]) {
    const reply = { reply_parameters: { message_id: own.message_id } };
    await other.sendMessage(group, `${id}: hello @my_bot`);
    await other.sendMessage(group, `${id}: reply`, reply);
    await other.sendMessage(group, `/go@my_bot ${id}`);
  }
  await human.send(group, "that is all");
  const textsOf = (updates: readonly Update[]) =>
    updates.flatMap(({ message }) => (message?.chat.id === group ? (message.text ?? []) : []));
  const told = await pollUntil(({ message }) => message?.text === "that is all");
  expect(textsOf(told)).toEqual([`${open.id}: reply`, `/go@my_bot ${open.id}`, "that is all"]);
  const toShy = textsOf(await shy.api.getUpdates());
  expect(toShy).toEqual(["that is all"]);
  const toOpen = textsOf(await open.api.getUpdates());
  const fromShy = [`${shy.id}: hello @my_bot`, `${shy.id}: reply`, `/go@my_bot ${shy.id}`];
  expect(toOpen).toEqual(["mine", ...fromShy, "that is all"]);
});

test("an album that is passed on is one, and a rich message stays rich", async () => {
  const files = ["one", "two"].map((fileName) =>
    InputMedia.document(Buffer.from(fileName), { fileName, fileMime: "text/plain" }),
  );
  const sent = await human.client.sendMediaGroup("my_bot", files);
  const rich = await api.raw.sendRichMessage({
    chat_id: human.id,
    rich_message: { markdown: "# Head" },
  });
  const shown = await human.receive(({ text }) => text === "Head");
  await pollUntil(({ message }) => message?.document?.file_name === "two");
  await human.client.forwardMessagesById({
    fromChatId: "my_bot",
    messages: [...sent.map(({ id }) => id), shown.id],
    toChatId: "my_bot",
  });
  const passed = (await pollUntil(({ message }) => message?.rich_message !== undefined)).flatMap(
    ({ message }) => message ?? [],
  );
  const groups = passed.map((message) => message.media_group_id);
  expect([groups[0] === groups[1], groups[0] === undefined, groups[2]]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect(groups[0]).not.toBe(String(sent[0]?.groupedId));
  expect(passed.map(({ forward_origin: origin }) => origin?.type)).toEqual([
    "user",
    "user",
    "user",
  ]);
  expect(passed.at(-1)?.rich_message).toEqual(rich.rich_message);
});

test("commands hold by scope and language", async () => {
  await api.setMyCommands(named("everywhere"));
  await api.setMyCommands(named("ueberall"), { language_code: "de" });
  await api.setMyCommands(named("private"), { scope: { type: "all_private_chats" } });
  await api.setMyCommands(named("here"), { scope: { type: "chat", chat_id: human.id } });
  const group = await server.addGroup({ title: "G", creator: human.id, members: [bot] });
  const menu = (chat: number) => server.command("menu", { user: bot, from: human.id, chat });

  expect(await menu(bot)).toEqual({ commands: named("here") });
  expect(await menu(group)).toEqual({ commands: named("ueberall") });
  await api.deleteMyCommands({ scope: { type: "chat", chat_id: human.id } });
  expect(await menu(bot)).toEqual({ commands: named("private") });
  expect(await api.getMyCommands()).toEqual(named("everywhere"));
  expect(await api.getMyCommands({ scope: { type: "all_group_chats" } })).toEqual([]);
  expect(await refusalOf(api.setMyCommands(named("Not-a-name")))).toBe(
    "400 Bad Request: BOT_COMMAND_INVALID",
  );
});

describe("limits", () => {
  test("more than a burst in a chat is refused with the time to wait", async () => {
    await server.command("limits", { mode: "enforce", burst: 2 });
    const before = (await readViolations(server)).length;
    const { message_id: id } = await api.sendMessage(human.id, "1");
    await api.editMessageText(human.id, id, "2");
    const refused = await refusalOf(api.sendMessage(human.id, "3"));

    expect(refused).toBe("429 Too Many Requests: retry after 1");
    const [violation] = (await readViolations(server)).slice(before);
    expect({ ...violation, t: 0 }).toEqual({
      t: 0,
      bot,
      chat: human.id,
      method: "sendMessage",
      rule: "chat",
      retryAfter: 1,
    });
  });

  test("watched limits are told of and refuse nothing", async () => {
    const group = await server.addGroup({ title: "G", creator: human.id, members: [bot] });
    await server.command("limits", { mode: "watch", burst: 100 });
    const before = (await readViolations(server)).length;
    for (let n = 1; n <= 21; n += 1) await api.sendMessage(group, String(n));

    const broken = (await readViolations(server)).slice(before);
    expect(broken.map(({ rule, chat }) => [rule, chat])).toEqual([["group", group]]);
  });

  test("chat actions and drafts do not count", async () => {
    await server.command("limits", { mode: "enforce", burst: 1 });
    const before = (await readViolations(server)).length;
    for (let n = 1; n <= 5; n += 1) {
      await api.sendChatAction(human.id, "typing");
      await api.raw.sendMessageDraft({ chat_id: human.id, draft_id: 1, text: String(n) });
    }
    expect((await readViolations(server)).slice(before)).toEqual([]);
  });
});

describe("faults", () => {
  test("a call is refused as often as was asked for, and then goes through", async () => {
    const method = "bot:sendMessage";
    await server.command("stub", { method, error: "FLOOD_WAIT_1", times: 1 });
    const error = { code: 500, message: "Internal Server Error" };
    await server.command("stub", { method: "bot:send*", error, times: 1 });

    const said = [];
    for (let n = 0; n < 3; n += 1) said.push(await refusalOf(api.sendMessage(human.id, "x")));
    expect(said).toEqual([
      "429 Too Many Requests: retry after 1",
      "500 Internal Server Error",
      "not refused",
    ]);
  });

  test("an answer can be lost after the call has taken effect", async () => {
    const before = (await seenByHuman()).length;
    await server.command("stub", {
      method: "bot:sendMessage",
      drop: true,
      applied: true,
      times: 1,
    });

    expect(await refusalOf(api.sendMessage(human.id, "sent all the same"))).toMatch(/HttpError/);
    expect((await seenByHuman()).slice(before).map(({ text }) => text)).toEqual([
      "sent all the same",
    ]);
  });

  test("an acknowledged update is delivered again on request", async () => {
    await human.send(bot, "again?");
    const [first] = await poll();
    await api.getUpdates({ offset });
    await server.command("repeat", { user: bot, count: 1 });

    expect(await poll()).toEqual([first]);
  });

  test("after a restart everything is where it was", async () => {
    await human.send(bot, "before");
    const after = human.seen.length;
    await server.command("down");
    expect(await refusalOf(api.getMe())).toMatch(/HttpError/);
    await server.command("up");

    expect((await poll()).map(({ message }) => message?.text)).toEqual(["before"]);
    await api.sendMessage(human.id, "after");
    await human.receive(({ text }) => text === "after", { after });
  });
});

describe("webhooks", () => {
  test("updates are posted with the secret, in order, until they are taken", async () => {
    await using hook = await openHook([500, 200, 200]);
    await server.command("webhooks", { retryMs: 10 });
    await api.setWebhook(hook.url, { secret_token: "s3", allowed_updates: ["message"] });
    await human.send(bot, "ping 1");
    await human.send(bot, "ping 2");

    expect(await hook.calls(3)).toEqual([
      ["s3", "ping 1"],
      ["s3", "ping 1"],
      ["s3", "ping 2"],
    ]);
    await server.command("waitEvent", { kind: "webhook", after: hook.after(2) });
    expect(await api.getWebhookInfo()).toMatchObject({
      url: hook.url,
      max_connections: 40,
      allowed_updates: ["message"],
      last_error_message: "Wrong response from the webhook: 500 Internal Server Error",
    });
    expect(await refusalOf(api.getUpdates())).toMatch(/^409 Conflict/);
    await api.deleteWebhook();
    expect((await api.getWebhookInfo()).url).toBe("");
  });

  test.each([
    { connections: 2, told: ["to A", "to B"] },
    { connections: 1, told: ["to A", "from the test"] },
  ])("over $connections connections, a chat that hangs lets $told through", async (each) => {
    const a = await server.addGroup({ title: "A", creator: human.id, members: [bot] });
    const b = await server.addGroup({ title: "B", creator: human.id, members: [bot] });
    await using hook = await openHook(["hangs", each.connections === 2 ? "hangs" : 200]);
    await api.setWebhook(hook.url, {
      allowed_updates: ["message"],
      max_connections: each.connections,
      drop_pending_updates: true,
    });
    await human.send(a, "to A");
    await hook.calls(1);
    await human.send(b, "to B");
    if (each.connections === 1) {
      const body = JSON.stringify({ message: { text: "from the test" } });
      await fetch(hook.url, { method: "POST", body });
    }

    expect((await hook.calls(2)).map(([, text]) => text)).toEqual(each.told);
    await api.deleteWebhook({ drop_pending_updates: true });
  });

  test("a webhook away from this machine and a bad secret are refused", async () => {
    expect(await refusalOf(api.setWebhook("https://example.com/"))).toMatch(/^400 .*loopback/);
    expect(await refusalOf(api.setWebhook("http://127.0.0.1:1/", { secret_token: "ä" }))).toBe(
      "400 Bad Request: secret token contains unallowed characters",
    );
  });
});

test("nothing was set up wrongly", () => {
  expect(server.events.filter(({ event }) => event === "error")).toEqual([]);
});

const posted = z.looseObject({ message: z.looseObject({ text: z.string() }) });

/** Opens a webhook that responds with the given statuses, one after another, and then with success. */
async function openHook(answers: readonly (number | "hangs")[]) {
  const calls: [string | undefined, string][] = [];
  const enough = new Map<number, PromiseWithResolvers<void>>();
  const wait = (count: number) => {
    const known = enough.get(count) ?? Promise.withResolvers<void>();
    enough.set(count, known);
    return known;
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { message } = posted.parse(await json(request));
    calls.push([request.headers["x-telegram-bot-api-secret-token"]?.toString(), message.text]);
    const answer = answers[calls.length - 1] ?? 200;
    if (answer !== "hangs") response.writeHead(answer).end();
    wait(calls.length).resolve();
  };
  const receiver = createServer((request, response) => void take(request, response));
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async calls(count: number) {
      await wait(count).promise;
      return calls;
    },
    /** Returns the number of the event before the `count`th reported delivery. */
    after: (count: number) =>
      (server.events.filter(({ event }) => event === "webhook")[count - 1]?.n ?? 1) - 1,
    async [Symbol.asyncDispose]() {
      receiver.closeAllConnections();
      receiver.close();
      await once(receiver, "close");
    },
  };
}
