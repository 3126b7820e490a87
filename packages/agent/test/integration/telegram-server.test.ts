import { createHash, randomBytes } from "node:crypto";
import { BotKeyboard, html, InputMedia, md, MemoryStorage } from "@mtcute/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTelegram } from "../kit/telegram/connect-telegram.ts";
import { readTranscript, type TranscriptLine } from "../kit/telegram/read-telegram.ts";
import { logIn, type TelegramPerson } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer, type TelegramServer } from "../kit/telegram/telegram-server.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC",
  "base64",
);

let server: TelegramServer;
let me: TelegramPerson;
let alice: number;
let bob: number;
let bot: number;

beforeAll(async () => {
  server = await startTelegramServer({ isTested: true });
  await server.addPerson({ firstName: "Agent", username: "agent", phone: "9996620000" });
  alice = await server.addPerson({
    firstName: "Alice",
    username: "alice",
    phone: "9996620001",
    contact: true,
  });
  bob = await server.addPerson({ firstName: "Bob", username: "bobby" });
  bot = await server.addBot({ firstName: "Helper", username: "helper_bot", token: "1:token" });
  me = await logIn(server, "9996620000");
  // A client may use an id once the server has sent it the account.
  await me.client.getUser("alice");
  await me.client.getUser("bobby");
});

afterAll(async () => {
  await me[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Alice writes to me; gives what I received. */
async function hear(text: string) {
  const after = me.seen.length;
  await server.command("message", { from: alice, chat: me.id, text });
  return me.receive((message) => message.text === text, { after });
}

function digest(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Returns the error of a rejected call. */
function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "was not refused",
    (error: unknown) => (error instanceof Error && "text" in error ? error.text : String(error)),
  );
}

describe("a chat of two people", () => {
  test("a message is received, answered, edited, reacted to and deleted", async () => {
    const heard = await hear("hello");
    const reply = await me.send(alice, "hi there", { replyTo: heard.id });
    await me.edit(alice, reply, "edited");
    await me.react(alice, heard.id, "👍");
    const mine = await readTranscript(server, { viewer: me.id, chat: alice });

    expect(mine.slice(-2).map(withoutTimes)).toEqual([
      {
        id: heard.id,
        from: alice,
        name: "Alice",
        text: "hello",
        edits: 0,
        reactions: [{ from: me.id, emoji: "👍" }],
      },
      { id: reply, from: me.id, name: "Agent", text: "edited", edits: 1, replyTo: heard.id },
    ]);
    expect(await refusalOf(me.edit(alice, reply, "edited"))).toBe("MESSAGE_NOT_MODIFIED");

    await me.delete(alice, [reply]);
    const hers = await readTranscript(server, { viewer: alice, chat: me.id });
    expect(hers.map(({ text }) => text)).not.toContain("edited");
  });

  test("edits, deletions, typing and read receipts arrive", async () => {
    const { id } = await hear("one");
    await server.command("edit", { from: me.id, chat: alice, msg: id, text: "two" });
    await me.receive(({ text }) => text === "two", { edits: "only" });
    await server.command("typing", { from: alice, chat: me.id });
    expect(await me.see(({ kind }) => kind === "typing")).toEqual({
      kind: "typing",
      chat: alice,
      action: "sendMessageTypingAction",
    });

    const read = Promise.withResolvers<boolean>();
    me.client.onHistoryRead.add(({ isOutbox }) => read.resolve(isOutbox));
    await me.send(alice, "read me");
    await server.command("read", { user: alice, chat: me.id });
    expect(await read.promise).toBe(true);

    await server.command("delete", { from: me.id, chat: alice, msgs: [id] });
    expect(await me.see((one) => one.kind === "deletion" && one.ids.includes(id))).toEqual({
      kind: "deletion",
      chat: undefined,
      ids: [id],
    });
  });

  test("formatting survives the wire", async () => {
    const rich = await me.client.sendText(
      "alice",
      html`<b>bold</b> <a href="https://x.y">link</a> <code>c</code> <spoiler>s</spoiler>`,
    );
    const marked = await me.client.sendText("alice", md("**x** __y__"));

    expect(rich.entities.map(({ kind }) => kind)).toEqual(["bold", "text_link", "code", "spoiler"]);
    expect(marked.entities.map(({ kind, text }) => [kind, text])).toEqual([
      ["bold", "x"],
      ["italic", "y"],
    ]);
  });

  test("photos, documents of 3 MB, voice notes and albums go up and down unchanged", async () => {
    const { client } = me;
    const photo = await client.sendMedia("alice", InputMedia.photo(PNG, { caption: "pic" }));
    if (photo.media?.type !== "photo") throw new Error("no photo was sent");
    expect(photo.media.width).toBe(2);
    expect(digest(await client.downloadAsBuffer(photo.media))).toBe(digest(PNG));

    const bytes = randomBytes(3_000_001);
    const file = InputMedia.document(bytes, { fileName: "x.bin", fileMime: "application/x-test" });
    const document = await client.sendMedia("alice", file);
    if (document.media?.type !== "document") throw new Error("no document was sent");
    expect([document.media.fileName, document.media.fileSize]).toEqual(["x.bin", bytes.length]);
    expect(digest(await client.downloadAsBuffer(document.media))).toBe(digest(bytes));

    const voice = await client.sendMedia(
      "alice",
      InputMedia.voice(randomBytes(2000), { duration: 3, fileMime: "audio/ogg" }),
    );
    if (voice.media?.type !== "voice") throw new Error("no voice note was sent");
    expect(voice.media.duration).toBe(3);

    const album = await client.sendMediaGroup("alice", [
      InputMedia.photo(PNG, { caption: "one" }),
      InputMedia.photo(PNG),
    ]);
    expect(new Set(album.map(({ groupedIdUnique }) => groupedIdUnique)).size).toBe(1);
  });

  test("a voice note that comes in can be downloaded", async () => {
    const data = randomBytes(5000);
    const after = me.seen.length;
    const file = { type: "voice", base64: data.toString("base64"), duration: 4, mime: "audio/ogg" };
    await server.command("message", { from: alice, chat: me.id, file });
    const { media, raw } = await me.receive(() => true, { after });

    expect(media).toBe("voice");
    if (raw.media?.type !== "voice") throw new Error("no voice note came");
    expect(digest(await me.client.downloadAsBuffer(raw.media))).toBe(digest(data));
  });

  test("dice, polls, quizzes, chats and contacts are sent", async () => {
    const { client } = me;
    await server.command("dice", { value: 6 });
    const dice = await client.sendMedia("alice", InputMedia.dice("🎲", {}));
    expect(dice.media).toMatchObject({ value: 6 });

    const poll = await client.sendMedia(
      "alice",
      InputMedia.poll({ question: "q?", answers: ["a", "b"] }),
    );
    const seen = (await readTranscript(server, { viewer: alice, chat: me.id })).at(-1);
    await server.command("vote", { from: alice, chat: me.id, msg: seen?.id, options: [1] });
    const voted = await client.sendVote({ chatId: alice, message: poll.id, options: [0] });
    expect(voted.voters).toBe(2);

    const quiz = InputMedia.quiz({ question: "q?", answers: ["a", "b"], correct: 1 });
    const venue = InputMedia.venue({ latitude: 1, longitude: 2, title: "Bar", address: "St" });
    const contact = InputMedia.contact({ phone: "123", firstName: "X" });
    expect((await client.sendMedia("alice", quiz)).media).toMatchObject({ isQuiz: true });
    expect((await client.sendMedia("alice", InputMedia.geo(1.5, 2.5))).media).toMatchObject({
      latitude: 1.5,
    });
    expect((await client.sendMedia("alice", venue)).media).toMatchObject({ title: "Bar" });
    expect((await client.sendMedia("alice", contact)).media).toMatchObject({ phoneNumber: "123" });
  });

  test("messages are forwarded, pinned, found and scheduled", async () => {
    const { client } = me;
    const sent = await client.sendText("alice", "needle in haystack");
    const [forwarded] = await client.forwardMessagesById({
      fromChatId: "alice",
      messages: [sent.id],
      toChatId: "me",
    });
    expect(forwarded?.forward?.sender).toMatchObject({ id: me.id });
    await client.pinMessage({ chatId: "alice", message: sent.id, notify: false });
    expect((await client.searchMessages({ chatId: "alice", query: "needle" })).length).toBe(1);

    const later = { schedule: new Date(Date.now() + 3_600_000) };
    const scheduled = await client.sendText("alice", "later", later);
    await client.sendScheduled("alice", scheduled.id);
    const texts = (await readTranscript(server, { viewer: alice, chat: me.id })).map(
      ({ text }) => text,
    );
    expect(texts.at(-1)).toBe("later");

    const dialogs = await Array.fromAsync(client.iterDialogs());
    expect(dialogs.map(({ peer }) => peer.displayName)).toContain("Alice");
  });
});

describe("groups", () => {
  test("a group has admins, mutes, bans, links and slow mode", async () => {
    const { client } = me;
    const group = await client.createSupergroup({ title: "Team", description: "d" });
    expect(await client.addChatMembers(group, [alice, "bobby"], {})).toEqual([]);
    await client.setChatTitle(group, "Team 2");
    await client.setChatDescription(group, "new");
    await client.setChatPhoto({ chatId: group, type: "photo", media: PNG });
    await client.setSlowMode(group, 30);
    const rights = { banUsers: true, pinMessages: true };
    await client.editAdminRights({ chatId: group, userId: alice, rights, rank: "mod" });
    const ofAlice = await client.getChatMember({ chatId: group, userId: alice });
    expect(ofAlice?.status).toBe("admin");
    const restrictions = { sendMessages: true };
    const until = new Date(Date.now() + 3_600_000);
    await client.restrictChatMember({ chatId: group, userId: bob, restrictions, until });
    expect((await client.getChatMember({ chatId: group, userId: bob }))?.status).toBe("restricted");
    await client.banChatMember({ chatId: group, participantId: bob });
    await client.unbanChatMember({ chatId: group, participantId: bob });
    expect((await client.createInviteLink(group, { usageLimit: 1 })).link).toMatch(/t\.me\/\+/);
    await client.setChatDefaultPermissions(group, { sendPolls: true });
    expect((await client.getChatMembers(group)).length).toBe(2);
    expect((await client.getFullChat(group)).bio).toBe("new");

    const after = me.seen.length;
    await server.command("message", { from: alice, chat: group.id, text: "in group" });
    const heard = await me.receive(({ chat }) => chat === group.id, { after });
    const reply = await client.replyText(heard.raw, "ok");
    expect(reply.replyToMessage?.id).toBe(heard.id);
    await client.leaveChat(group);
    expect(await refusalOf(client.sendText(group, "x"))).toBe("CHANNEL_PRIVATE");
  });

  test("small groups, forums and channels exist, too", async () => {
    const { client } = me;
    const small = await client.createGroup({ title: "Legacy", users: [alice] });
    const forum = await client.createSupergroup({ title: "F", forum: true });
    const topic = await client.createForumTopic({ chatId: forum, title: "T1" });
    const channel = await client.createChannel({ title: "News" });

    expect(small.chat.chatType).toBe("group");
    expect((await client.getForumTopics(forum)).length).toBe(1);
    await client.sendText(forum, "in topic", { replyTo: topic.id });
    const said = (await readTranscript(server, { viewer: me.id, chat: forum.id })).at(-1);
    expect([said?.text, said?.topic]).toEqual(["in topic", topic.id]);
    expect((await client.sendText(channel, "post")).isChannelPost).toBe(true);
  });
});

describe("a connection that fails", () => {
  test("updates that were lost are fetched, in order and once", async () => {
    const after = me.seen.length;
    await server.command("swallow", { user: me.id, count: 2 });
    for (const text of ["lost 1", "lost 2", "seen 3"]) {
      await server.command("message", { from: alice, chat: me.id, text });
    }
    await me.receive(({ text }) => text === "seen 3", { after });
    await hear("last");

    expect(textsSince(after)).toEqual(["lost 1", "lost 2", "seen 3", "last"]);
  });

  test("a gap in a channel is closed", async () => {
    const group = await me.client.createSupergroup({ title: "Gap" });
    await me.client.addChatMembers(group, [alice], {});
    await me.client.sendText(group, "seed");
    const after = me.seen.length;
    await server.command("swallow", { user: me.id, count: 1 });
    await server.command("message", { from: alice, chat: group.id, text: "c1" });
    await server.command("message", { from: alice, chat: group.id, text: "c2" });
    await me.receive(({ text }) => text === "c2", { after });
    await hear("last");

    expect(textsSince(after)).toEqual(["c1", "c2", "last"]);
  });

  test("a client that was cut off comes back and catches up", async () => {
    const after = me.seen.length;
    await server.command("pause", { on: true });
    await server.command("message", { from: alice, chat: me.id, text: "while away" });
    await server.command("pause", { on: false });
    await me.receive(({ text }) => text === "while away", { after });
    await hear("back");

    expect(textsSince(after)).toEqual(["while away", "back"]);
  });

  test("flood waits are waited for, and other errors told", async () => {
    const method = "messages.sendMessage";
    await server.command("stub", { method, error: "FLOOD_WAIT_1", times: 1 });
    const began = performance.now();
    await me.send(alice, "patience");
    expect(performance.now() - began).toBeGreaterThan(900);

    const forbidden = { code: 403, message: "CHAT_WRITE_FORBIDDEN" };
    await server.command("stub", { method, error: forbidden, times: 1 });
    expect(await refusalOf(me.send(alice, "no"))).toBe("CHAT_WRITE_FORBIDDEN");
    // mtcute remembers a long wait for the method, so it is one that nothing else uses.
    const rare = "messages.sendReaction";
    await server.command("stub", { method: rare, error: "FLOOD_WAIT_3000", times: 1 });
    await expect(me.react(alice, 1, "👍")).rejects.toMatchObject({ seconds: 3000 });
  });

  test("new salts are taken over silently", async () => {
    await server.command("rotateSalts");
    expect((await me.client.getHistory(alice, { limit: 1 })).length).toBe(1);
  });

  test("a method can be given an answer, or answered by the test", async () => {
    const stars = { _: "starsAmount", amount: 777, nanos: 0 };
    const result = { _: "payments.starsStatus", balance: stars, users: [], chats: [] };
    await server.command("stub", { method: "payments.getStarsStatus", result });
    const status = await me.client.call({
      _: "payments.getStarsStatus",
      peer: { _: "inputPeerSelf" },
    });
    expect(Number(status.balance.amount)).toBe(777);

    await server.command("delegate", { method: "messages.translateText" });
    const after = server.events.at(-1)?.n ?? 0;
    const translated = me.client.translateText("hello", "en");
    const asked = await server.command("waitCall", { method: "messages.translateText", after });
    const words = { _: "textWithEntities", text: "HELLO", entities: [] };
    await server.command("reply", {
      id: idOf(asked),
      result: { _: "messages.translateResult", result: [words] },
    });
    expect(await translated).toMatchObject({ text: "HELLO" });
  });
});

describe("accounts", () => {
  test("profile, contacts and blocks change", async () => {
    const { client } = me;
    await client.updateProfile({ firstName: "Agent2", bio: "hi" });
    await client.setMyUsername("agent_two");
    await client.setMyProfilePhoto({ type: "photo", media: PNG });
    await client.addContact({ userId: "bobby", firstName: "B" });
    await client.blockUser("bobby");
    await client.unblockUser("bobby");

    expect((await client.getFullUser("me")).bio).toBe("hi");
    expect((await client.getContacts()).map(({ id }) => id)).toContain(bob);
    const sessions = await client.call({ _: "account.getAuthorizations" });
    expect(sessions.authorizations.length).toBe(1);
    expect((await client.getUser("alice")).id).toBe(alice);
  });

  test("a bot over MTProto has buttons, answers clicks and streams a draft", async () => {
    const helper = connectTelegram(server);
    await using stack = new AsyncDisposableStack();
    stack.defer(() => helper.destroy());
    const asked = Promise.withResolvers<Parameters<typeof helper.answerText>[0]>();
    helper.onNewMessage.add((message) => asked.resolve(message));
    const mark = server.events.at(-1)?.n ?? 0;
    await helper.start({ botToken: "1:token" });
    await server.command("waitCall", {
      method: "updates.getDifference",
      after: mark,
      user: bot,
    });

    await me.send(bot, "/start");
    const after = me.seen.length;
    const keyboard = BotKeyboard.inline([
      [BotKeyboard.callback("Yes", "y"), BotKeyboard.callback("No", "n")],
    ]);
    await helper.answerText(await asked.promise, "choose", { replyMarkup: keyboard });
    const choice = await me.receive(({ from }) => from === bot, { after });
    const pressed = Promise.withResolvers<Parameters<typeof helper.answerCallbackQuery>[0]>();
    helper.onCallbackQuery.add((query) => pressed.resolve(query));
    const clicked = me.click(choice, "Yes");
    await helper.answerCallbackQuery(await pressed.promise, { text: "thanks" });
    expect(await clicked).toEqual({ text: "thanks", isAlert: false });

    const draft = await helper.createStreamingDraft(me.id);
    await draft.send("partial answer");
    expect(await me.see(({ kind }) => kind === "draft", { after })).toMatchObject({
      chat: bot,
      text: "partial answer",
    });
    const tooLong = BotKeyboard.inline([[BotKeyboard.callback("t", "x".repeat(65))]]);
    expect(await refusalOf(helper.sendText(me.id, "x", { replyMarkup: tooLong }))).toBe(
      "BUTTON_DATA_INVALID",
    );
  });

  test("log-in knows wrong codes, second factors and QR codes", async () => {
    await server.addPerson({ firstName: "Locked", phone: "9996620009", password: "s3cret" });
    const attempt = async (phone: string, code: string, password?: string) => {
      const client = connectTelegram(server);
      await using stack = new AsyncDisposableStack();
      stack.defer(() => client.destroy());
      const secret = password === undefined ? {} : { password };
      return (await client.start({ phone, code, codeSentCallback: () => {}, ...secret })).firstName;
    };
    await expect(attempt("9996620009", "12345", "nope")).rejects.toThrow();
    expect(await attempt("9996620009", "12345", "s3cret")).toBe("Locked");
    await expect(attempt("9996620000", "00000")).rejects.toThrow();

    const scanner = connectTelegram(server);
    await using stack = new AsyncDisposableStack();
    stack.defer(() => scanner.destroy());
    const shown = Promise.withResolvers<void>();
    const signedIn = scanner.signInQr({ onUrlUpdated: () => shown.resolve() });
    await shown.promise;
    await server.command("acceptQr", { user: bob });
    expect((await signedIn).id).toBe(bob);
  });

  test("a kept session goes on without a new log-in and catches up", async () => {
    await server.command("addUser", { id: 4242, firstName: "Resume", phone: "9996620010" });
    const storage = new MemoryStorage();
    const before = await logIn(server, "9996620010", { storage });
    await server.command("message", { from: alice, chat: 4242, text: "before" });
    await before.receive();
    await before[Symbol.asyncDispose]();
    await server.command("message", { from: alice, chat: 4242, text: "offline" });

    const resumed = connectTelegram(server, { storage, updates: { catchUp: true } });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => resumed.destroy());
    const heard = Promise.withResolvers<string>();
    resumed.onNewMessage.add(({ text }) => heard.resolve(text));
    const self = await resumed.start({
      phone: () => Promise.reject(new Error("it asked for the phone number")),
    });

    expect(self.id).toBe(4242);
    expect(await heard.promise).toBe("offline");
  });

  test("temporary keys work, and a session can be carried over as text", async () => {
    await server.command("addUser", { id: 4343, firstName: "Pfs", phone: "9996620011" });
    await using first = await logIn(server, "9996620011", { network: { usePfs: true } });
    const second = connectTelegram(server);
    await using stack = new AsyncDisposableStack();
    stack.defer(() => second.destroy());
    await second.importSession(await first.client.exportSession());

    expect((await second.getMe()).id).toBe(4343);
  });

  test("a session that was ended is told so", async () => {
    await server.command("addUser", { id: 4444, firstName: "Gone", phone: "9996620012" });
    await using gone = await logIn(server, "9996620012");
    await server.command("revoke", { user: 4444 });

    expect(await refusalOf(gone.client.getMe())).toBe("AUTH_KEY_UNREGISTERED");
  });
});

test("nothing was set up wrongly", () => {
  expect(server.events.filter(({ event }) => event === "error")).toEqual([]);
});

function withoutTimes({ t: _t, editedAt: _editedAt, ...line }: TranscriptLine) {
  return line;
}

function textsSince(after: number): readonly string[] {
  return me.seen.slice(after).flatMap((one) => (one.kind === "message" ? [one.text] : []));
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
}
