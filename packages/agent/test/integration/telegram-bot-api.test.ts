import { notes } from "@reeve/operations/memory/notes";
import { people } from "@reeve/operations/people/people";
import { tokens } from "@reeve/operations/people/tokens";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  openTelegramHouse,
  type TelegramHouse,
  type TelegramHouseOptions,
} from "../kit/telegram/open-telegram-house.ts";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC";

const LINES = Array.from({ length: 150 }, (_, n) => `Line ${n} of what a program asked for.`);

const QUESTION = 'Permanently delete the note "the tea is in the blue tin" (n1)?';

const answered = z.looseObject({
  status: z.string(),
  response: z.string(),
  approvals: z.array(z.looseObject({ tool: z.string(), question: z.string() })),
});

/** Sends a message over HTTP as Ann's client. */
async function post({ app }: TelegramHouse, body: object | FormData) {
  const { token } = await app.client.ask(tokens.create, { name: "phone" });
  const isForm = body instanceof FormData;
  const response = await fetch(`${app.url}/v1/message`, {
    method: "POST",
    headers: { "X-API-Token": token, ...(!isForm && { "content-type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  return { http: response.status, ...answered.parse(await response.json()) };
}

/**
 * Opens a house in which Ann, the owner according to the config, has written to the bot: her API clients
 * get replies there, too.
 */
async function openHouse(own: Partial<TelegramHouseOptions> = {}) {
  const house = await openTelegramHouse({
    answer: ({ model, json }) => {
      if (model === "gpt-4o-mini") return "Four red dots.";
      if (json.includes("all 150 lines")) return LINES.join("\n\n");
      return json.includes("Four red dots") ? "Dots." : "Hello.";
    },
    bot: { rich: "off" },
    ...own,
  });
  await house.ann.send(house.botId, "hello");
  await house.ann.receive(({ text }) => text === "Hello.", { edits: "too" });
  return house;
}

async function saidIn(
  { server, ann, botId }: TelegramHouse,
  viewer = ann.id,
): Promise<readonly string[]> {
  const lines = await readTranscript(server, { viewer, chat: botId });
  return lines.filter(({ from }) => from === botId).map(({ text }) => text);
}

test("what a program says is answered over HTTP and in the owner's chat, in one conversation", async () => {
  await using house = await openHouse();
  const reply = await post(house, { text: "how are you?" });
  expect(reply).toMatchObject({ http: 200, status: "answered", response: "Hello." });
  await expect.poll(() => saidIn(house), { timeout: 15_000 }).toEqual(["Hello.", "Hello."]);
  const request = JSON.stringify(house.provider.requests.at(-1)?.body);
  expect(request).toContain("<user_message>hello");
  expect(request).toContain("<user_message>how are you?");
  // Messages at the terminal belong to another chat of the same person.
  expect((await house.app.client.ask(people.list, {})).items).toMatchObject([
    { id: "owner", role: "owner" },
  ]);
});

test("before the owner has written to the bot, a program is answered over HTTP alone", async () => {
  await using house = await openTelegramHouse({ answer: () => "Hello." });
  expect(await post(house, { text: "how are you?" })).toMatchObject({
    http: 200,
    status: "answered",
    response: "Hello.",
  });
  const sent = () =>
    house.server.events.filter(({ method }) => String(method).startsWith("send")).length;
  expect(sent()).toBe(0);
  await house.ann.send(house.botId, "hello");
  await house.ann.receive(({ text }) => text === "Hello.", { edits: "too" });
  expect(sent()).toBeGreaterThan(0);
});

test("while Telegram is down a program is answered, and its answer is in the chat once when it is back", async () => {
  await using house = await openHouse();
  await house.server.command("down");
  const reply = await post(house, { text: "how are you?" });
  expect(reply).toMatchObject({ http: 200, status: "answered", response: "Hello." });
  await house.server.command("up");
  await expect.poll(() => saidIn(house), { timeout: 60_000 }).toEqual(["Hello.", "Hello."]);
  await house.ann.send(house.botId, "and now?");
  await expect
    .poll(() => saidIn(house), { timeout: 60_000 })
    .toEqual(["Hello.", "Hello.", "Hello."]);
});

test("an answer to a program grows in the owner's chat, where nobody wrote", async () => {
  const thought = Promise.withResolvers<void>();
  await using house = await openHouse({
    answer: ({ json }) =>
      json.includes("how are you?") ? { text: "Fine.", hold: thought.promise } : "Hello.",
  });
  const after = house.ann.seen.length;
  const replied = post(house, { text: "how are you?" });
  const dots = await house.ann.receive(({ text }) => text === "…", { after });
  thought.resolve();
  expect(await replied).toMatchObject({ http: 200, response: "Fine." });
  const grown = await house.ann.receive(({ text }) => text === "Fine.", { edits: "only" });
  expect(grown.id).toBe(dots.id);
  expect(await saidIn(house)).toEqual(["Hello.", "Fine."]);
});

test("what a program asks for is asked about in the owner's chat, and the program is told that it waits", async () => {
  const call = { calls: [{ name: "note_delete", args: { id: "n1" } }] };
  const answers = [{ text: "Hello." }, call, { text: "It waits for you." }];
  await using house = await openHouse({ answer: () => answers.shift() ?? "It is gone." });
  await house.app.client.ask(notes.create, { text: "the tea is in the blue tin" }, { key: "n1" });
  const reply = await post(house, { text: "throw it away" });
  expect(reply).toMatchObject({
    http: 202,
    status: "pending",
    response: "It waits for you.",
    approvals: [{ tool: "note_delete", question: QUESTION }],
  });
  const question = await house.ann.receive(({ buttons }) => buttons.length > 0);
  expect(question.text).toContain(QUESTION);
  await house.ann.click(question, "✅ Confirm");
  await house.ann.receive(({ text }) => text === "It is gone.", { edits: "too" });
  expect((await house.app.client.ask(notes.list, {})).items).toEqual([]);
});

test("an account that is linked by a code is the owner's, too, and programs are answered where they wrote last", async () => {
  await using house = await openHouse();
  const { server, ann, app, botId } = house;
  const phone = "9996620009";
  await server.addPerson({ firstName: "Ann at work", username: "ann_at_work", phone });
  await using work = await logIn(server, phone);
  const { code } = await app.client.ask(people.createCode, {});
  await work.send(botId, `/link ${code}`);
  const asked = await work.receive();
  const question = await ann.receive(({ text }) => text.includes("as your own account"));
  const after = ann.seen.length;
  await ann.click(question, "It's me");
  const confirmed = await ann.receive(({ id }) => id === question.id, { after, edits: "only" });
  const linked = await work.receive(({ text }) => text.includes("is now linked"));
  await work.send(botId, "hello from work");
  await work.receive(({ text }) => text === "Hello.", { edits: "too" });
  expect(await post(house, { text: "how are you?" })).toMatchObject({ response: "Hello." });
  await expect
    .poll(() => saidIn(house, work.id), { timeout: 15_000 })
    .toEqual([asked.text, linked.text, "Hello.", "Hello."]);
  expect(await saidIn(house)).toEqual(["Hello.", confirmed.text]);
});

test("a long answer to a program is cut into messages that fit", async () => {
  await using house = await openHouse();
  const reply = await post(house, { text: "all 150 lines, please" });
  expect(reply.response).toBe(LINES.join("\n\n"));
  const parts = async () => (await saidIn(house)).slice(1);
  await expect
    .poll(async () => (await parts()).join("\n\n").split("\n\n"), { timeout: 30_000 })
    .toEqual(LINES);
  const sizes = (await parts()).map(({ length }) => length);
  expect(sizes.length).toBe(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
});

test.each([
  ["as JSON", { text: "What is it?", image_b64: PNG }],
  ["as a form", formOf({ text: "What is it?", file: PNG })],
])(
  "a picture that a program sends %s is looked at for a model that does not see",
  async (_how, body) => {
    await using house = await openHouse({
      model: "o3-mini",
      config: { vision: { model: "openai/gpt-4o-mini" } },
    });
    expect(await post(house, body)).toMatchObject({ http: 200, response: "Dots." });
    const request = JSON.stringify(house.provider.requests.at(-1)?.body);
    expect(request).toContain(
      String.raw`[Image shared]\nQuestion: What is it?\nAnalysis: Four red dots.`,
    );
    await expect.poll(() => saidIn(house), { timeout: 15_000 }).toEqual(["Hello.", "Dots."]);
  },
);

function formOf({ text, file }: { readonly text: string; readonly file: string }): FormData {
  const form = new FormData();
  form.append("text", text);
  form.append("file", new Blob([Buffer.from(file, "base64")], { type: "image/png" }), "dots.png");
  return form;
}
