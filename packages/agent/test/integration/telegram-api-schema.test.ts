import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { checkBotRequests } from "../kit/telegram/check-bot-requests.ts";

const chat = { chat_id: "5" };
const button = { text: "Yes", callback_data: "yes" };
const file = { $file: "a.png", size: 3 };
const keyboard = (data: string) => ({
  reply_markup: { inline_keyboard: [[{ ...button, callback_data: data }]] },
});

/** Requests that the documentation refuses, and why. */
const PLANTED: readonly (readonly [method: string, params: object, problem: string])[] = [
  ["sendMassage", chat, "there is no such method"],
  ["sendMessage", chat, "text: Field required"],
  ["sendMessage", { ...chat, text: "Hi", mode: "bold" }, "sendMessage.mode is unknown"],
  [
    "sendMessage",
    { ...chat, text: "Hi", entities: [{ type: "fat", offset: 0, length: 2 }] },
    "sendMessage.entities[0].type cannot be fat",
  ],
  [
    "sendMessage",
    { ...chat, text: "Hi", reply_to_message_id: 3 },
    "sendMessage.reply_to_message_id is deprecated",
  ],
  [
    "sendMessage",
    { ...chat, text: "Hi", ...keyboard("x".repeat(65)) },
    "sendMessage.reply_markup.inline_keyboard[0][0].callback_data has 65 bytes, not 1 to 64",
  ],
  [
    "sendMessage",
    { ...chat, text: "🧸".repeat(2049) },
    "sendMessage.text has 4098 characters, not 1 to 4096",
  ],
  [
    "pinChatMessage",
    { ...chat, message_id: "last" },
    "message_id: Input should be a valid integer, unable to parse string as an integer",
  ],
  [
    "sendDocument",
    { ...chat, document: "attach://1", "1": file, "2": file },
    "sendDocument.2 is unknown",
  ],
  ["sendChatAction", { ...chat, action: "sing" }, "sendChatAction.action cannot be sing"],
];

const RIGHT: readonly (readonly [method: string, params: object])[] = [
  ["sendMessage", { ...chat, text: "Hi", ...keyboard("yes") }],
  ["setChatPhoto", { ...chat, photo: file }],
  ["setChatPhoto", { ...chat, photo: "attach://1", "1": file }],
  [
    "postStory",
    {
      business_connection_id: "c1",
      content: { type: "photo", photo: "attach://1" },
      active_period: 86_400,
      "1": file,
    },
  ],
  ["sendPoll", { ...chat, question: "Pizza?", options: [{ text: "Yes" }], type: "quiz" }],
];

test("what the documentation of the Bot API refuses is found, and nothing else", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-planted-"));
  const list = path.join(folder, "requests.jsonl");
  const requests = [...RIGHT, ...PLANTED].map(([method, params]) => ({ method, params }));
  await writeFile(list, requests.map((one) => JSON.stringify(one)).join("\n"));
  const { count, refused } = await checkBotRequests(list);
  await rm(folder, { recursive: true });
  expect(count).toBe(requests.length);
  expect(refused.map(({ method, problems }) => [method, ...problems])).toEqual(
    PLANTED.map(([method, , problem]) => [method, problem]),
  );
});
