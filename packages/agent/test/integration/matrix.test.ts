import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import {
  type Homeserver,
  installSynapse,
  startHomeserver,
} from "../kit/matrix/start-homeserver.ts";
import type { MatrixPerson } from "../kit/matrix/matrix-person.ts";
import { type App, openApp } from "../kit/open-app.ts";
import { answerWishes } from "./wishes-model.ts";

let folder: string;
let server: Homeserver;
let model: MockServer;
let people = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-synapse-"));
  server = await startHomeserver(await installSynapse(folder));
  model = await startMockServer({ answer: answerWishes });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Story extends AsyncDisposable {
  readonly reeve: MatrixPerson;
  readonly ann: MatrixPerson;
  readonly app: App;
  /** Ends the agent and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An agent with an account of its own, and Ann, its owner. */
async function openStory(matrix: object = {}): Promise<Story> {
  people += 1;
  const reeve = await server.addPerson(`reeve${people}`);
  const ann = await server.addPerson(`ann${people}`);
  const home = await mkdtemp(path.join(tmpdir(), "reeve-matrix-"));
  const start = () =>
    openApp({
      folder: home,
      config: {
        agent: { model: "local/scripted", utilityModel: "offline/rules", ownerName: "Ann" },
        models: { baseUrl: `${model.url}/v1` },
        channels: {
          matrix: {
            homeserver: server.url,
            accessToken: reeve.token,
            owners: [ann.id],
            ...matrix,
          },
        },
      },
    });
  let app: App | undefined = await start();
  const stop = async () => {
    await app?.[Symbol.asyncDispose]();
    app = undefined;
  };
  return {
    reeve,
    ann,
    get app() {
      if (!app) throw new Error("the agent is stopped");
      return app;
    },
    stop,
    async restart() {
      await stop();
      app = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Creates a room of two, and waits until the agent has joined. */
async function openDirect(person: MatrixPerson, reeve: MatrixPerson): Promise<string> {
  const room = await person.createRoom({ invite: [reeve.id], isDirect: true });
  await person.joined(room, 2);
  return room;
}

const SOON = { timeout: 90_000, interval: 100 };

/** Creates a room of two in which a first question is answered. */
async function openTalk(person: MatrixPerson, reeve: MatrixPerson): Promise<string> {
  const room = await openDirect(person, reeve);
  await person.say(room, "question 1?");
  await expect.poll(() => textsBy(person, reeve, room), SOON).toEqual(["Answer 1."]);
  return room;
}

/** Returns what the agent shows in a room. */
async function saidBy(reader: MatrixPerson, { id }: MatrixPerson, room: string) {
  return (await reader.shown(room)).filter(({ from }) => from === id);
}

async function textsBy(reader: MatrixPerson, reeve: MatrixPerson, room: string) {
  return (await saidBy(reader, reeve, room)).map(({ text }) => text);
}

test("a question in a direct room is answered once, also after a restart", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const room = await openTalk(ann, reeve);
  await ann.say(room, "question 2?");
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toEqual(["Answer 1.", "Answer 2."]);
  await story.restart();
  await ann.say(room, "question 3?");
  await expect
    .poll(() => textsBy(ann, reeve, room), SOON)
    .toEqual(["Answer 1.", "Answer 2.", "Answer 3."]);
  expect(story.app.logged).toEqual([]);
});

test("a room that was not allowed is joined at the start after it was allowed", async () => {
  const groups = { policy: "allowlist", allow: [] as string[] };
  await using story = await openStory({ direct: "disabled", groups });
  const { ann, reeve } = story;
  const room = await ann.createRoom({ invite: [reeve.id], name: "House" });
  await story.restart();
  expect(await ann.shown(room)).toEqual([]);
  groups.allow.push(room);
  await story.restart();
  await ann.joined(room, 2);
});

test("a call is confirmed, cancelled and corrected with reactions", async () => {
  await using story = await openStory();
  const { ann, reeve, app } = story;
  const room = await openDirect(ann, reeve);
  const temp = path.join(app.folder, "home", "workspace", "temp");
  await mkdir(temp, { recursive: true });
  for (const n of [1, 2, 3]) await writeFile(path.join(temp, `${n}.txt`), "x");
  const ask = async (n: number) => {
    await ann.say(room, `delete file ${n}`);
    const asking = async () =>
      (await saidBy(ann, reeve, room)).find(({ text }) => text.includes(`temp/${n}.txt`));
    await expect.poll(async () => (await asking())?.reactions, SOON).toEqual(["✅", "❌", "✏"]);
    const question = await asking();
    if (!question) throw new Error("nothing is asked");
    return { ...question, now: asking };
  };

  const first = await ask(1);
  expect(first.text).toContain("✅ Confirm   ❌ Cancel   ✏ Edit");
  await ann.react(room, first.id, "✅");
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toContain("Settled 1.");
  await expect.poll(async () => (await first.now())?.text, SOON).toBe("✅ Deleted temp/1.txt");
  await expect.poll(async () => (await first.now())?.reactions, SOON).toEqual(["✅"]);

  const second = await ask(2);
  // Clients send emoji with or without a variation selector.
  await ann.react(room, second.id, "❌\uFE0F");
  await expect
    .poll(async () => (await second.now())?.text, SOON)
    .toBe('❌ Not done: Permanently delete "temp/2.txt"');

  const third = await ask(3);
  await ann.react(room, third.id, "✏️");
  await expect
    .poll(async () => (await textsBy(ann, reeve, room)).at(-1), SOON)
    .toMatch(/^What should I change\?/);
  await ann.say(room, "delete file 4 instead");
  await expect
    .poll(async () => (await third.now())?.text, SOON)
    .toBe('❌ Not done: Permanently delete "temp/3.txt"');
});

test("a stranger is admitted with a reaction, and then answered", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const room = await openTalk(ann, reeve);
  const bob = await server.addPerson(`bob${people}`);
  const theirs = await openDirect(bob, reeve);
  await bob.say(theirs, "question 7?");
  await expect.poll(() => textsBy(bob, reeve, theirs), SOON).toHaveLength(1);
  const request = async () =>
    (await saidBy(ann, reeve, room)).find(({ text }) => text.includes("question 7?"));
  await expect.poll(async () => (await request())?.reactions.length, SOON).toBe(3);
  expect((await request())?.text).toMatch(/1⃣ As member   2⃣ As guest/);
  await ann.react(room, (await request())?.id ?? "", "1⃣");
  await expect.poll(() => textsBy(bob, reeve, theirs), SOON).toContain("Answer 7.");
});

test("in a group the agent answers who mentions it, replies to it or writes in its thread", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const eve = await server.addPerson(`eve${people}`);
  const room = await ann.createRoom({ invite: [reeve.id, eve.id], name: "House" });
  await eve.join(room);
  await ann.joined(room, 3);
  await ann.say(room, "question 1?");
  const asked = await ann.say(room, {
    msgtype: "m.text",
    body: "Reeve: question 2?",
    "m.mentions": { user_ids: [reeve.id] },
  });
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toEqual(["Answer 2."]);
  const [answer] = await saidBy(ann, reeve, room);
  const events = await ann.events(room);
  const sent = events.find(({ event_id: id }) => id === answer?.id);
  expect(sent?.content["m.relates_to"]).toEqual({ "m.in_reply_to": { event_id: asked } });
  await ann.say(room, {
    msgtype: "m.text",
    body: "> <@reeve> Answer 2.\n\nquestion 3?",
    "m.relates_to": { "m.in_reply_to": { event_id: answer?.id } },
  });
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toHaveLength(2);
  await ann.say(room, {
    msgtype: "m.text",
    body: `${reeve.id} question 4?`,
    "m.relates_to": { rel_type: "m.thread", event_id: asked },
  });
  await expect
    .poll(async () => (await saidBy(ann, reeve, room)).at(-1), SOON)
    .toMatchObject({ text: "Answer 4.", thread: asked });
});

test("what one person was told is not sent to a room that others have joined", async () => {
  await using story = await openStory();
  const { ann, reeve, app } = story;
  const room = await openTalk(ann, reeve);
  await ann.say(room, "remind me of 5");
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toHaveLength(2);
  const eve = await server.addPerson(`eve${people}`);
  await ann.invite(room, eve.id);
  await eve.join(room);
  await ann.joined(room, 3);
  const waiting = () => reasonsIn(app);
  await expect.poll(waiting, SOON).toEqual([`Others have joined the direct chat ${room}.`]);
  await ann.say(room, { msgtype: "m.text", body: `${reeve.id} question 3?` });
  // In the group it is another chat, which knows nothing of the direct one.
  await expect.poll(() => textsBy(eve, reeve, room), SOON).toContain("Answer 3.");
  await eve.leave(room);
  await ann.joined(room, 2);
  await ann.say(room, "question 4?");
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toContain("Answer 4.");
  const texts = await textsBy(ann, reeve, room);
  expect(texts.slice(2).toSorted()).toEqual(["Answer 3.", "Answer 4.", "Number 5 is due"]);
});

test("in an encrypted room the agent says once that it cannot read", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const room = await ann.createRoom({ invite: [reeve.id], isDirect: true, isEncrypted: true });
  await ann.joined(room, 2);
  const secret = { algorithm: "m.megolm.v1.aes-sha2", ciphertext: "x", session_id: "s" };
  await ann.say(room, secret, "m.room.encrypted");
  await ann.say(room, secret, "m.room.encrypted");
  const told = "I can't read encrypted messages. Please write to me in a room without encryption.";
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toEqual([told]);
});

test("what was said while the agent was away is answered, however much it was", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const room = await openTalk(ann, reeve);
  await story.stop();
  await ann.say(room, "question 2?");
  for (let n = 0; n < 130; n += 1) await ann.say(room, `By the way, no. ${n}.`);
  await ann.say(room, "question 3?");
  await story.restart();
  const answered = async () => (await textsBy(ann, reeve, room)).join(" ").match(/Answer \d/g);
  await expect.poll(answered, SOON).toEqual(["Answer 1", "Answer 2", "Answer 3"]);
});

test("an answer survives the death of the homeserver", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const room = await openTalk(ann, reeve);
  await ann.say(room, "question 2?");
  await server.stop();
  await server.start();
  await expect
    .poll(() => textsBy(ann, reeve, room), { ...SOON, timeout: 60_000 })
    .toEqual(["Answer 1.", "Answer 2."]);
});

test("a document is read", async () => {
  await using story = await openStory();
  const { ann, reeve } = story;
  const room = await openDirect(ann, reeve);
  const url = await ann.upload(Buffer.from("The code is 4711."), "text/plain");
  const info = { mimetype: "text/plain", size: 17 };
  await ann.say(room, {
    msgtype: "m.file",
    body: "question 5?",
    filename: "code.txt",
    url,
    info,
  });
  await expect.poll(() => textsBy(ann, reeve, room), SOON).toEqual(["Answer 5."]);
  expect(JSON.stringify(model.requests)).toContain("The code is 4711.");
});

/** Returns why replies wait for people. */
function reasonsIn({ folder: home }: App): readonly unknown[] {
  using database = new DatabaseSync(path.join(home, "home", "reeve.db"), { readOnly: true });
  const rows = database.prepare("select reason from outbox where held_since is not null").all();
  return rows.map(({ reason }) => reason);
}
