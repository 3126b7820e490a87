import { turns } from "@reeve/operations/work/turns";
import { people } from "@reeve/operations/people/people";
import { agent } from "@reeve/operations/agent/agent";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { InputMedia } from "@mtcute/node";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { App } from "../kit/open-app.ts";
import { openTelegramApp, type TelegramAppOptions } from "../kit/telegram/open-telegram-app.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram/telegram-server.ts";
import { freePort } from "../kit/free-port.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const EVE = "9996620002";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC",
  "base64",
);

type Story = Awaited<ReturnType<typeof openStory>>;

/** Ann, who owns the agent, Eve, whom it does not know, the bot, and the agent behind it. */
async function openStory(own: Partial<TelegramAppOptions> = {}) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer());
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
  const eveId = await server.addPerson({
    firstName: "Eve",
    username: "eve",
    phone: EVE,
    languageCode: "de",
  });
  const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const ann = stack.use(await logIn(server, ANN));
  const options: TelegramAppOptions = {
    server,
    token: TOKEN,
    ...own,
    bot: { owners: [annId], ...own.bot },
  };
  const app = stack.use(await openTelegramApp(options));
  const held = stack.move();
  return {
    server,
    ann,
    annId,
    eveId,
    botId,
    app,
    options,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Returns the timeline of the newest message. */
async function newest({ client }: App) {
  const { message } = await client.ask(turns.why, { id: "" });
  return message;
}

async function ask({ ann, botId }: Story, text: string): Promise<string> {
  const after = ann.seen.length;
  await ann.send(botId, text);
  return (await ann.receive(undefined, { after })).text;
}

/** Returns what is down of an agent. */
async function unavailable({ client }: App) {
  return (await client.ask(agent.status, {})).unavailable;
}

test("a message is answered, and commands are", async () => {
  await using story = await openStory();
  expect(await ask(story, "hello")).toContain("offline model");
  expect(await ask(story, "/start")).toContain("Hello Ann, I'm Reeve, your agent.");
  expect(await ask(story, "/status")).toMatch(/^[^\n]+\.\nReeve 1, up for /);
  expect(await ask(story, "/reset")).toBe("New session started.");
  expect(await ask(story, "/why")).toBe("“/reset”: answered");
  expect(await ask(story, "/help@reeve_bot")).toContain("/readlater");
  expect(story.app.logged).toEqual([]);
});

test("somebody unknown is shown a code in their language, and is let in by the owner", async () => {
  await using story = await openStory();
  const { server, ann, botId } = story;
  await ask(story, "hello");
  await using eve = await logIn(server, EVE);
  const after = ann.seen.length;
  await eve.send(botId, "hi, let me in");
  const told = await eve.receive();
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(told.text)?.[0] ?? "";
  expect(told.text).toBe(
    `Ich kenne dich noch nicht. Wenn du Zugang möchtest, gib der Person, der ich gehöre, diesen Code: ${code}`,
  );
  const question = await ann.receive(undefined, { after });
  expect(question.text).toBe(
    [
      `Eve (@eve), ID ${eve.id}, is asking for access on Telegram.`,
      "They wrote: hi, let me in",
    ].join("\n"),
  );
  expect(question.buttons.flat().map(({ label }) => label)).toEqual([
    "As member",
    "As guest",
    "Refuse",
  ]);
  await eve.send(botId, "are you there?");
  expect((await ann.click(question, "As member")).text).toBe("Got it.");
  const closed = await ann.receive(({ id }) => id === question.id, { edits: "only" });
  expect(closed.text).toBe(`${question.text}\n\n✅ Now a member`);
  expect(closed.buttons).toEqual([]);
  const welcome = await eve.receive(({ text }) => text.includes("/help"));
  expect(welcome.text).toMatch(/^Du hast jetzt Zugang/);
  // What was written before is answered.
  await eve.receive(({ text }) => text.includes("offline model"), { edits: "too" });
  expect(await ask(story, `/pair ${code} member`)).toContain(
    `No pending request has the code ${code}.`,
  );
  expect(eve.seen.filter(({ kind }) => kind === "message")).toHaveLength(3);
});

test("somebody unknown is refused at the terminal, and is told nothing any more", async () => {
  await using story = await openStory();
  const { server, botId, app } = story;
  await using eve = await logIn(server, EVE);
  await eve.send(botId, "hi");
  await eve.receive();
  const [asked] = (await app.client.ask(people.pairings, {})).items;
  expect(asked).toEqual({
    code: expect.any(String),
    name: "Eve",
    surface: "telegram-bot",
    externalId: String(eve.id),
    expiresAt: expect.any(Number),
  });
  await app.client.ask(people.pair, { code: asked?.code ?? "", answer: "refuse" });
  await eve.send(botId, "hi?");
  await ask(story, "hello");
  expect(eve.seen.filter(({ kind }) => kind === "message")).toHaveLength(1);
  expect((await app.client.ask(people.pairings, {})).items).toEqual([]);
});

test("in a group it answers what is said to it, and notes the rest", async () => {
  await using story = await openStory();
  const { server, ann, annId, eveId, botId, app } = story;
  const group = await server.addGroup({
    title: "Family",
    kind: "supergroup",
    creator: annId,
    members: [botId, eveId],
  });
  await ann.send(group, "nice weather");
  await expect
    .poll(() => newest(app))
    .toMatchObject({
      body: { text: "nice weather" },
      state: "noted",
      reason: "not said to the agent",
    });
  await ann.send(group, "@reeve_bot hello");
  const answered = await ann.receive(({ from }) => from === botId);
  expect(answered.text).not.toBe("");
  const after = ann.seen.length;
  await ann.send(group, "hello again", { replyTo: answered.id });
  expect((await ann.receive(({ from }) => from === botId, { after })).text).not.toBe("");
  const commanded = ann.seen.length;
  await ann.send(group, "/status@reeve_bot");
  const status = await ann.receive(({ from }) => from === botId, { after: commanded });
  expect(status.text).toMatch(/^[^\n]+\.\nReeve 1, /);
});

test("a topic of a forum is a chat of its own", async () => {
  await using story = await openStory();
  const { server, ann, annId, botId, app } = story;
  const group = await server.addGroup({
    title: "Forum",
    kind: "forum",
    creator: annId,
    members: [botId],
  });
  const { id: topic } = await ann.client.createForumTopic({ chatId: group, title: "Trips" });
  await ann.send(group, "@reeve_bot hello", { topic });
  const answered = await ann.receive(({ from }) => from === botId);
  expect(answered.text).not.toBe("");
  expect((await app.client.ask(turns.why, { id: "" })).place?.chat).toBe(`${group}/${topic}`);
});

test("an edit of an answered message is noted", async () => {
  await using story = await openStory();
  const { ann, botId, app } = story;
  const id = await ann.send(botId, "hello");
  await ann.receive();
  await ann.edit(botId, id, "hello there");
  await expect
    .poll(() => newest(app))
    .toMatchObject({
      body: { text: "hello there" },
      state: "noted",
      reason: "edited after it was answered",
    });
});

test("pictures that were sent together are one message", async () => {
  await using story = await openStory();
  const { ann, botId, app } = story;
  await ask(story, "hello");
  const after = ann.seen.length;
  await ann.client.sendMediaGroup(botId, [
    InputMedia.photo(PNG, { caption: "which one?" }),
    InputMedia.photo(PNG),
    InputMedia.photo(PNG),
  ]);
  await ann.receive(undefined, { after });
  const message = await newest(app);
  expect(message.body.media).toHaveLength(3);
  expect(message.body.text).toContain("which one?");
});

test("updates that come again change nothing, and what came while it was away is answered", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-bot-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const { server, ann, botId, app, options } = stack.use(await openStory({ folder }));
  await ann.send(botId, "hello");
  await ann.receive();
  await server.command("repeat", { user: botId, count: 5 });
  await app[Symbol.asyncDispose]();
  await ann.send(botId, "help");
  const after = ann.seen.length;
  await using again = await openTelegramApp(options);
  await ann.receive(undefined, { after });
  await expect.poll(() => newest(again)).toMatchObject({ state: "answered" });
  const messages = ann.seen.filter(({ kind }) => kind === "message");
  expect(messages).toHaveLength(2);
});

test("Telegram calls the webhook, and nobody else gets in there", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using story = await openStory({
    bot: { mode: "webhook", publicUrl: url },
    config: { http: { port } },
  });
  expect(await ask(story, "hello")).toContain("offline model");
  const hook = `${url}/hooks/telegram-bot`;
  const update = JSON.stringify({ update_id: 1 });
  const forged = await fetch(hook, {
    method: "POST",
    body: update,
    headers: { "x-telegram-bot-api-secret-token": "wrong" },
  });
  expect(forged.status).toBe(401);
  expect((await fetch(hook)).status).toBe(405);
  expect((await fetch(`${url}/hooks/none`)).status).toBe(404);
});

test("a wrong token and a second program are told, and the agent runs", async () => {
  await using story = await openStory();
  const { server, app } = story;
  await ask(story, "hello");
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-bot-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const other = stack.use(await openTelegramApp({ server, token: "43:wrong", folder }));
  await expect
    .poll(() => unavailable(other))
    .toEqual([
      {
        part: "telegram-bot",
        reason: expect.stringMatching(/^Telegram rejected the bot token: /),
      },
    ]);
  expect(await unavailable(app)).toEqual([]);
});

/** Each menu is set by a call of its own. */
const MENUS = { timeout: 30_000 };

test("commands stand in the menus of those who may use them, in their language", async () => {
  await using story = await openStory();
  const { server, annId, eveId, botId } = story;
  const menu = z.object({
    commands: z.array(z.object({ command: z.string(), description: z.string() })),
  });
  const menuOf = async (person: number, chat: number) =>
    menu.parse(await server.command("menu", { user: botId, from: person, chat })).commands;
  const german = await vi.waitUntil(async () => {
    const commands = await menuOf(eveId, botId);
    return commands[1]?.description === "alle Befehle anzeigen" && commands;
  }, MENUS);
  expect(german.map(({ command }) => command).join(" ")).toBe(
    "start help new reset stop notes tasks reminders readlater briefing usage why",
  );
  expect((await menuOf(annId, botId))[1]).toEqual({
    command: "help",
    description: "list the commands",
  });
  const group = await server.addGroup({ title: "G", creator: annId, members: [botId] });
  const inGroup = await vi.waitUntil(async () => {
    const commands = await menuOf(annId, group);
    return commands.length > 0 && commands;
  }, MENUS);
  expect(inGroup.map(({ command }) => command).join(" ")).toBe(
    "start help new reset stop reminders why",
  );
});
