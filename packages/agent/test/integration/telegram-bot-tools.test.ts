import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { resolveHome } from "../../src/platform/home.ts";
import { tools } from "@reeve/operations/agent/tools";
import type { MockAnswer } from "../../src/llm/testing/mock-server.ts";
import { openTelegramHouse, type TelegramHouse } from "../kit/telegram/open-telegram-house.ts";
import { logIn } from "../kit/telegram/telegram-person.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";

interface Wish {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Opens a house with a group, whose model makes one call after the other, and then says "Done." */
async function openHouse(wishes: (group: number) => readonly Wish[]) {
  let left: Wish[] = [];
  const answer = ({ json }: { readonly json: string }): MockAnswer => {
    const isDecided = json.includes("[Approval");
    const wish = isDecided ? undefined : left.shift();
    if (!wish) return { text: "Done." };
    return { calls: [{ name: "tool_call", args: { name: wish.tool, arguments: wish.args } }] };
  };
  const house = await openTelegramHouse({ answer });
  const { server, ann, botId } = house;
  const group = await server.addGroup({ title: "House", creator: ann.id, members: [botId] });
  left = [...wishes(group)];
  return Object.assign(house, { group });
}

const hasButtons = ({ buttons }: SeenMessage) => buttons.length > 0;

/** Asks for something, and allows what the agent asks about it. */
async function allow({ ann, botId }: TelegramHouse, text: string): Promise<SeenMessage> {
  await ann.send(botId, text);
  const question = await ann.receive(hasButtons);
  await ann.click(question, "✅ Confirm");
  return question;
}

test("a poll that was confirmed stands in the group once, with its answers", async () => {
  await using house = await openHouse((group) => [
    {
      tool: "telegram_create_poll",
      args: { chatId: String(group), question: "Pizza?", options: ["Yes", "No"] },
    },
  ]);
  const question = await allow(house, "ask the house whether they want pizza");
  expect(question.text).toContain('"Pizza?"');
  const poll = await house.ann.receive(({ media }) => media === "poll");
  expect(poll).toMatchObject({ chat: house.group, from: house.botId });
  await house.ann.receive(({ text }) => text === "Done.", { edits: "too" });
  const polls = house.ann.seen.filter((one) => one.kind === "message" && one.media === "poll");
  expect(polls).toHaveLength(1);
});

test("with a bot alone, its tools are listed with the connection that serves them", async () => {
  await using house = await openHouse(() => []);
  const all = [];
  let cursor: string | undefined;
  do {
    const page = await house.app.client.ask(tools.list, cursor === undefined ? {} : { cursor });
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const served = all.filter(({ connection }) => connection === "telegram-bot");
  expect(served).toHaveLength(43);
  expect(served.every(({ awaits }) => awaits === null)).toBe(true);
});

test("what the bot may not do in a group is told with the way out", async () => {
  await using house = await openHouse((group) => [
    { tool: "telegram_get_participants", args: { chatId: String(group), filter: "admins" } },
    { tool: "telegram_get_chat_info", args: { chatId: "@nobody_here" } },
  ]);
  await house.ann.send(house.botId, "who runs the house, and what is @nobody_here?");
  await house.ann.receive(({ text }) => text === "Done.", { edits: "too" });
  const told = JSON.stringify(house.provider.requests.at(-1)?.body);
  expect(told).toContain("creator");
  expect(told).toContain("A bot reaches only groups and channels that it is in");
});

test("a photo of the workspace reaches the group with its caption", async () => {
  await using house = await openHouse((group) => [
    {
      tool: "telegram_send_photo",
      args: { chatId: String(group), path: "chart.png", caption: "Sales" },
    },
  ]);
  await writeInWorkspace(house, { "chart.png": PNG });
  const question = await allow(house, "show the house chart.png");
  expect(question.text).toContain("chart.png");
  const photo = await house.ann.receive(({ media }) => media === "photo");
  expect(photo).toMatchObject({ chat: house.group, from: house.botId, text: "Sales" });
});

test("what is asked for is handed over in the chat itself, without a question", async () => {
  await using house = await openHouse(() => [
    { tool: "message_send", args: { text: "Here it is.", files: ["chart.png", "notes.txt"] } },
  ]);
  await writeInWorkspace(house, { "chart.png": PNG, "notes.txt": "Buy milk." });
  await house.ann.send(house.botId, "send me the chart and my notes");
  await house.ann.receive(({ media }) => media === "document");
  await house.ann.receive(({ text }) => text === "Done.", { edits: "too" });
  const seen = house.ann.seen.filter((one) => one.kind === "message" && one.chat === house.botId);
  expect(seen.flatMap((one) => (one.kind === "message" ? [one.media ?? one.text] : []))).toEqual([
    "Here it is.",
    "photo",
    "document",
    "Done.",
  ]);
});

test.each([
  ["open", "Hello, guest."],
  ["admin-only", undefined],
] as const)("with the policy %s, somebody unknown reads: %s", async (direct, told) => {
  await using house = await openTelegramHouse({
    answer: () => "Hello, guest.",
    bot: { direct },
  });
  const { server, botId } = house;
  await server.addPerson({ firstName: "Eve", username: "eve", phone: EVE });
  await using eve = await logIn(server, EVE);
  await eve.send(botId, "hello");
  await house.ann.send(botId, "hello");
  await house.ann.receive(({ text }) => text === "Hello, guest.", { edits: "too" });
  if (told !== undefined) await eve.receive(({ text }) => text === told, { edits: "too" });
  const texts = eve.seen.flatMap((one) => (one.kind === "message" ? [one.text] : []));
  expect(texts).toHaveLength(told === undefined ? 0 : 1);
});

const EVE = "9996620002";

test("a reaction is no request, and the agent knows of it when it is asked next", async () => {
  await using house = await openTelegramHouse({ answer: () => "Done." });
  const { ann, botId, provider } = house;
  await ann.send(botId, "water the plants");
  const { id } = await ann.receive(({ text }) => text === "Done.", { edits: "too" });
  await ann.react(botId, id, "👍");
  const after = ann.seen.length;
  await ann.send(botId, "what do I think of it?");
  await ann.receive(({ text }) => text === "Done.", { after, edits: "too" });
  expect(provider.requests).toHaveLength(2);
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("[reacted with 👍]");
});

async function writeInWorkspace(
  { app }: TelegramHouse,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const { workspace } = resolveHome({ REEVE_HOME: path.join(app.folder, "home") }, "/");
  await mkdir(workspace, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(workspace, name), content);
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxAADEAoGAAlQAQPx1bTqAAAAAElFTkSuQmCC",
  "base64",
);
