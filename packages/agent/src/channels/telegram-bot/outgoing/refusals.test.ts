import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { type FakeBotApi, openFakeBotApi } from "../testing/fake-bot-api.ts";
import { startPush } from "../testing/start-push.ts";
import { attempt } from "../../../kernel/attempt.ts";

const TOPIC = { channel: "telegram-bot", externalId: "-1005/3", kind: "group" } as const;
const { signal } = new AbortController();

const bad = (description: string) => ({ code: 400, description: `Bad Request: ${description}` });

const textsIn = (api: FakeBotApi) => api.shown("-1005").map((one) => one.text);

function options(clientId: string) {
  return { clientId, signal, language: "en" } as const;
}

test.each([
  [403, "Forbidden: bot was blocked by the user", "conflict"],
  [403, "Forbidden: bot can't initiate conversation with a user", "conflict"],
  [400, "Bad Request: TOPIC_CLOSED", "conflict"],
  [400, "Bad Request: message thread not found", "missing"],
  [403, "Forbidden: user is deactivated", "missing"],
  [403, "Forbidden: bot was kicked from the supergroup chat", "missing"],
  [403, "Forbidden: the group chat was deleted", "missing"],
  [400, "Bad Request: chat not found", "missing"],
  [400, "Bad Request: not enough rights to send text messages to the chat", "invalid"],
])("what is refused by %s %s is %s, and says why", async (code, description, fault) => {
  await using api = await openFakeBotApi();
  const { push } = startPush(api);
  api.refuseAll("sendMessage", { code, description });
  const sent = await attempt(push.deliver(TOPIC, { type: "text", text: "Hello." }, options("c1")));
  const error: unknown = sent?.status === "rejected" && sent.reason;
  expect(error).toBeInstanceOf(Fault);
  expect(error).toMatchObject({ code: fault, message: expect.stringContaining(description) });
});

test("long code is written where a chat takes no files", async () => {
  await using api = await openFakeBotApi();
  const { push } = startPush(api);
  const code = "let it = 1;\n".repeat(500);
  api.refuseAll("sendDocument", bad("not enough rights to send documents to the chat"));
  const text = `Here:\n\n\`\`\`js\n${code}\`\`\`\n\nThat is all.`;
  await push.deliver(TOPIC, { type: "text", text }, options("c1"));
  const shown = textsIn(api);
  expect(shown[0]).toContain("Here:");
  expect(shown.slice(1, -1).join("\n").trim()).toBe(code.trim());
  expect(shown.at(-1)).toBe("That is all.");
});

test.each([
  ["a chat that takes no files", bad("not enough rights to send documents to the chat")],
  ["Telegram, which takes none that large", { code: 413, description: "Request Entity Too Large" }],
])("a file that is refused by %s is told of, with what was said of it", async (_who, refusal) => {
  await using api = await openFakeBotApi();
  const { push } = startPush(api);
  const file: ReplyPart = {
    type: "file",
    name: "a.pdf",
    mediaType: "application/pdf",
    path: "/a",
    text: "The report.",
  };
  api.refuseAll("sendDocument", refusal);
  await push.deliver(TOPIC, file, options("c1"));
  const long = { ...file, text: "A word of it. ".repeat(100).trim() };
  await push.deliver(TOPIC, long, options("c2"));
  expect(textsIn(api)).toEqual([
    "The report.\n(a.pdf can't be sent here.)",
    long.text,
    "(a.pdf can't be sent here.)",
  ]);
});

test("a file that is gone, or refused, is told of in the language of whoever reads it", async () => {
  await using api = await openFakeBotApi();
  const gone = startPush(api, new Map(), { readFile: () => Promise.reject(new Error("ENOENT")) });
  const file: ReplyPart = {
    type: "file",
    name: "a.pdf",
    mediaType: "application/pdf",
    path: "/a",
    text: "Da.",
  };
  await gone.push.deliver(TOPIC, file, { ...options("c1"), language: "de" });
  api.refuseAll("sendDocument", bad("not enough rights to send documents to the chat"));
  await startPush(api).push.deliver(TOPIC, file, { ...options("c2"), language: "de" });
  expect(textsIn(api)).toEqual([
    "Da.\n(a.pdf lässt sich nicht mehr lesen.)",
    "Da.\n(a.pdf kann hier nicht gesendet werden.)",
  ]);
});

test("what a person has deleted is said anew: a decision, how a plan goes, and a choice", async () => {
  await using api = await openFakeBotApi();
  const { push } = startPush(api);
  const parts: readonly ReplyPart[] = [
    { type: "approval", approval: "a1", question: "Send it?" },
    { type: "decision", approval: "a1", text: "Sent." },
    { type: "progress", about: "p1", text: "▶ 1" },
    { type: "progress", about: "p1", text: "✓ 1" },
    { type: "choice", about: "p1", text: "How to go on?", choices: ["retry"] },
    { type: "progress", about: "p1", text: "▶ 2" },
  ];
  for (const [index, part] of parts.entries()) {
    await push.deliver(TOPIC, part, options(`c${index}`));
    expect(textsIn(api)).toEqual(["text" in part ? part.text : "Send it?"]);
    api.clear("-1005");
  }
});

test("what says already what it is to say stays as it is", async () => {
  await using api = await openFakeBotApi();
  const { push } = startPush(api);
  const progress = { type: "progress", about: "p1", text: "▶ 1" } as const;
  const first = await push.deliver(TOPIC, progress, options("c1"));
  expect(await push.deliver(TOPIC, progress, options("c2"))).toBe(first);
  expect(textsIn(api)).toEqual(["▶ 1"]);
});

test.each([
  ["image/png", "sendPhoto"],
  ["video/mp4", "sendVideo"],
  ["audio/ogg", "sendVoice"],
  ["application/pdf", "sendDocument"],
])(
  "a file of the type %s goes out by %s, or as a document if that is refused",
  async (mediaType, method) => {
    await using api = await openFakeBotApi();
    const { push } = startPush(api);
    const file: ReplyPart = { type: "file", name: "a", mediaType, path: "/a", text: "Look." };
    await push.deliver(TOPIC, file, options("c1"));
    expect(api.calls).toEqual([method]);
    api.refuseOnce(method, bad("PHOTO_INVALID_DIMENSIONS"));
    await push.deliver(TOPIC, file, options("c2"));
    const again = method === "sendDocument" ? "sendMessage" : "sendDocument";
    expect(api.calls).toEqual([method, method, again]);
  },
);
