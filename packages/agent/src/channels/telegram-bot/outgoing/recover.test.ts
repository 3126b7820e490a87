import { expect, test } from "vitest";
import type { TurnRef } from "../../../core/outbound.ts";
import type { Voice } from "../../../integrations/speech.ts";
import { toId } from "../../../kernel/ids.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import { MAX_TRIED } from "../delivery-state.ts";
import { type FakeBotApi, openFakeBotApi } from "../testing/fake-bot-api.ts";
import { texts } from "../../../platform/texts.ts";
import { closeQuestion } from "../incoming/close-question.ts";
import type { ApprovalView } from "@reeve/operations/work/approvals";
import { sendLine } from "../incoming/send-line.ts";
import type { VoiceOptions } from "../../kit/channel-host.ts";
import { startPush } from "../testing/start-push.ts";

const HOUSE = { channel: "telegram-bot", externalId: "-5", kind: "group" } as const;
const language = "en" as const;
const BROKEN = { code: 500, description: "Internal Server Error" };
const { signal } = new AbortController();

const text = (words: string) => ({ type: "text", text: words }) as const;
const topic = (number: number) => ({ ...HOUSE, externalId: `-1005/${number}` });

function turnOf(name: string, message: number): TurnRef {
  return { turn: toId<"turn">(name), answers: async () => String(message) };
}

const textsIn = (api: FakeBotApi, chat: string) => api.shown(chat).map((one) => one.text);

/** Shows a turn until what stands for its answer is there. */
async function showDots(push: ReturnType<typeof startPush>["push"], api: FakeBotApi, of: TurnRef) {
  const over = Promise.withResolvers<undefined>();
  async function* events() {
    yield* [];
    await over.promise;
  }
  const showing = push.show(HOUSE, events(), of);
  await expect.poll(() => textsIn(api, "-5").at(-1)).toBe("…");
  return async () => {
    over.resolve(undefined);
    await showing;
  };
}

test.each([
  ["never arrived", (api: FakeBotApi) => api.refuseOnce("sendMessage", BROKEN)],
  ["arrived unnoticed", (api: FakeBotApi) => api.loseAnswer("sendMessage")],
])("an answer that %s does not take what stands for a later one", async (_how, fail) => {
  await using api = await openFakeBotApi();
  const first = turnOf("t1", api.write("-5", "One?"));
  const before = startPush(api);
  fail(api);
  const options = { clientId: "c1", signal, language, of: first };
  await expect(before.push.deliver(HOUSE, text("One."), options)).rejects.toThrow();
  const second = turnOf("t2", api.write("-5", "Two?"));
  const hide = await showDots(before.push, api, second);
  await hide();

  const { push } = startPush(api, before.kept);
  await push.deliver(HOUSE, text("One."), options);
  await push.deliver(HOUSE, text("Two."), { clientId: "c2", signal, language, of: second });
  expect(textsIn(api, "-5").toSorted()).toEqual(["One.", "One?", "Two.", "Two?"]);
});

test("a part that is looked for after two starts does not take the part before it", async () => {
  await using api = await openFakeBotApi();
  const of = turnOf("t1", api.write("-5", "Both?"));
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("One."), { clientId: "c1", signal, language, of });
  const second = startPush(api, first.kept);
  api.refuseOnce("sendMessage", BROKEN);
  const options = { clientId: "c2", signal, language, of };
  await expect(second.push.deliver(HOUSE, text("Two."), options)).rejects.toThrow();

  const { push } = startPush(api, first.kept);
  await push.deliver(HOUSE, text("Two."), options);
  expect(textsIn(api, "-5")).toEqual(["Both?", "One.", "Two."]);
});

test.each([
  ["arrived unnoticed", (api: FakeBotApi) => api.loseAnswer("sendMessage"), 4],
  ["never arrived", (api: FakeBotApi) => api.refuseOnce("sendMessage", BROKEN), 4],
])("a few calls settle a part that %s", async (_how, fail, expected) => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("One."), { clientId: "c1", signal, language });
  fail(api);
  const options = { clientId: "c2", signal, language };
  await expect(first.push.deliver(HOUSE, text("Two."), options)).rejects.toThrow();
  const { push } = startPush(api, first.kept);
  const before = api.calls.length;
  await push.deliver(HOUSE, text("Two."), options);
  expect(api.calls.length - before).toBe(expected);
  expect(textsIn(api, "-5")).toEqual(["One.", "Two."]);
});

test("the larger numbers of a connected account do not hide what the bot has sent", async () => {
  await using api = await openFakeBotApi();
  const { push, client } = startPush(api);
  client.heights.note("business:c1:8", 1_000_000);
  await push.deliver(HOUSE, text("One."), { clientId: "c1", signal, language });
  api.loseAnswer("sendMessage");
  const options = { clientId: "c2", signal, language };
  await expect(push.deliver(HOUSE, text("Two."), options)).rejects.toThrow();
  await push.deliver(HOUSE, text("Two."), options);
  expect(textsIn(api, "-5")).toEqual(["One.", "Two."]);
});

const NOTE = {
  type: "file",
  text: "",
  name: "a.txt",
  mediaType: "text/plain",
  path: "/a.txt",
} as const;

test.each([
  ["text", text("Two."), "sendMessage", "Two."],
  ["file", NOTE, "sendDocument", ""],
] as const)(
  "in a business chat, a lost %s is sent again, and the account's own messages stay",
  async (_type, part, method, shown) => {
    await using api = await openFakeBotApi();
    const chat = "business:c1:8";
    const address = { ...HOUSE, externalId: chat };
    const first = startPush(api);
    await first.push.deliver(address, text("One."), { clientId: "c1", signal, language });
    api.refuseOnce(method, BROKEN);
    const options = { clientId: "c2", signal, language };
    await expect(first.push.deliver(address, part, options)).rejects.toThrow();
    api.write(chat, "Mine.");
    const second = startPush(api, first.kept);
    api.loseAnswer(method);
    await expect(second.push.deliver(address, part, options)).rejects.toThrow();
    api.write(chat, "Mine, too.");
    const { push } = startPush(api, first.kept);
    await push.deliver(address, part, options);
    expect(textsIn(api, chat)).toEqual(["One.", "Mine.", shown, "Mine, too.", shown]);
    expect(api.calls.some((call) => /edit|delete/i.test(call))).toBe(false);
  },
);

test("what is said unasked right after a start is said once, too", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  const second = startPush(api, first.kept);
  api.loseAnswer("sendMessage");
  const options = { clientId: "c2", signal, language };
  await expect(second.push.deliver(HOUSE, text("Noon."), options)).rejects.toThrow();

  const { push } = startPush(api, first.kept);
  await push.deliver(HOUSE, text("Noon."), options);
  expect(textsIn(api, "-5")).toEqual(["Morning.", "Noon."]);
});

test("an answer is there once where other chats have used many numbers since the last one", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  for (let n = 0; n < 2 * MAX_TRIED; n += 1) api.write("-6", `no. ${n}`);
  const { push, ...second } = startPush(api, first.kept);
  api.loseAnswer("sendMessage");
  const options = { clientId: "c2", signal, language };
  await expect(push.deliver(HOUSE, text("Noon."), options)).rejects.toThrow();
  const before = api.calls.length;
  await push.deliver(HOUSE, text("Noon."), options);
  expect(textsIn(api, "-5")).toEqual(["Morning.", "Noon."]);
  // The message, the numbers near it and near the last one known, and the removal of the first copy.
  expect(api.calls.length - before).toBe(2 * MAX_TRIED + 2);
  expect(second.kept.size).toBe(1);
});

test("what was said since is not taken where many numbers have been used before it", async () => {
  await using api = await openFakeBotApi();
  const before = startPush(api);
  await before.push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  const options = { clientId: "c2", signal, language };
  api.refuseOnce("sendMessage", BROKEN);
  await expect(before.push.deliver(HOUSE, text("Noon."), options)).rejects.toThrow();
  for (let n = 0; n < 2 * MAX_TRIED; n += 1) api.write("-6", `no. ${n}`);
  const asks = [1, 2].map((nth) => `What would you like to change? (${nth})`);
  for (const ask of asks)
    await sendLine({ address: HOUSE, text: ask, answers: 1 }, { ...before, signal });

  const { push } = startPush(api, before.kept);
  await push.deliver(HOUSE, text("Noon."), options);
  expect(textsIn(api, "-5")).toEqual(["Morning.", ...asks, "Noon."]);
});

test.each([
  ["never arrived", (api: FakeBotApi) => api.refuseOnce("sendMessage", BROKEN)],
  ["arrived unnoticed", (api: FakeBotApi) => api.loseAnswer("sendMessage")],
])(
  "a first answer that %s takes nothing of what was said before anything was kept",
  async (_how, fail) => {
    await using api = await openFakeBotApi();
    const earlier = startPush(api);
    await earlier.push.deliver(HOUSE, text("Old."), { clientId: "c1", signal, language });
    await earlier.push.deliver(HOUSE, text("Older."), { clientId: "c2", signal, language });
    api.pass(60_000);

    const { push, kept } = startPush(api);
    const of = turnOf("t1", 1);
    for (const [client, known] of [
      ["c3", {}],
      ["c4", { of }],
    ] as const) {
      kept.clear();
      fail(api);
      const options = { clientId: client, signal, language, ...known };
      await expect(push.deliver(HOUSE, text(client), options)).rejects.toThrow();
      api.pass(3_000);
      await push.deliver(HOUSE, text(client), options);
      api.pass(60_000);
    }
    const shown = api.shown("-5").map((one) => [one.text, one.hasButtons]);
    expect(shown).toEqual(["Old.", "Older.", "c3", "c4"].map((words) => [words, false]));
  },
);

test("a first answer is there once where taking away its copy failed", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  const options = { clientId: "c1", signal, language };
  api.loseAnswer("sendMessage");
  await expect(first.push.deliver(HOUSE, text("One."), options)).rejects.toThrow();
  for (const nth of [1, 2]) {
    const next = startPush(api, first.kept);
    api.refuseOnce("deleteMessage", BROKEN);
    await expect(next.push.deliver(HOUSE, text("One."), options), String(nth)).rejects.toThrow();
  }
  const { push } = startPush(api, first.kept);
  await push.deliver(HOUSE, text("One."), options);
  expect(textsIn(api, "-5")).toEqual(["One."]);
});

test("nothing is posted to find a part, however often looking for it fails", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("One."), { clientId: "c1", signal, language });
  const options = { clientId: "c2", signal, language };
  api.loseAnswer("sendMessage");
  await expect(first.push.deliver(HOUSE, text("Two."), options)).rejects.toThrow();
  for (const nth of [1, 2]) {
    const next = startPush(api, first.kept);
    api.refuseOnce("editMessageReplyMarkup", BROKEN);
    await expect(next.push.deliver(HOUSE, text("Two."), options), String(nth)).rejects.toThrow();
  }
  const { push } = startPush(api, first.kept);
  await push.deliver(HOUSE, text("Two."), options);
  expect(textsIn(api, "-5")).toEqual(["One.", "Two."]);
  expect(api.calls.filter((one) => one === "sendMessage")).toHaveLength(2);
});

test.each([
  ["never arrived", (api: FakeBotApi) => api.refuseOnce("sendMessage", BROKEN)],
  ["arrived unnoticed", (api: FakeBotApi) => api.loseAnswer("sendMessage")],
])("a part that %s is there once though the next attempt was refused", async (_how, fail) => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("One."), { clientId: "c1", signal, language });
  for (let n = 0; n < 10; n += 1) api.write("-6", `no. ${n}`);
  const options = { clientId: "c2", signal, language };
  fail(api);
  await expect(first.push.deliver(HOUSE, text("Two."), options)).rejects.toThrow();
  const { push } = startPush(api, first.kept);
  // The first form is refused, the next one is sent.
  api.refuseOnce("sendMessage", { code: 400, description: "Bad Request: can't parse entities" });
  await push.deliver(HOUSE, text("Two."), options);
  expect(textsIn(api, "-5")).toEqual(["One.", "Two."]);
});

test("who looks for what stands for an answer leaves what is on its way to whoever looks for that", async () => {
  await using api = await openFakeBotApi();
  const of = turnOf("t1", api.write("-5", "Well?"));
  const first = startPush(api, new Map(), { pauseMs: 60_000 });
  api.loseAnswer("sendMessage");
  const hide = await showDots(first.push, api, of);
  await hide();
  api.loseAnswer("sendMessage");
  const options = { clientId: "c1", signal, language };
  await expect(first.push.deliver(HOUSE, text("By the way."), options)).rejects.toThrow();

  const { push } = startPush(api, first.kept);
  const hideAgain = await showDots(push, api, of);
  await expect.poll(() => textsIn(api, "-5")).toEqual(["Well?", "…", "By the way.", "…"]);
  await hideAgain();
  await push.deliver(HOUSE, text("By the way."), options);
  await push.deliver(HOUSE, text("Well."), { clientId: "c2", signal, language, of });
  expect(textsIn(api, "-5").toSorted()).toEqual(["By the way.", "Well.", "Well?"]);
});

const ALLOWED: ApprovalView = {
  id: "a1",
  call: "1",
  tool: "notes_delete",
  args: {},
  effect: "destroy",
  preview: "Delete it?",
  requester: "p1",
  state: "done",
  createdAt: 0,
  expiresAt: 1,
  decidedBy: "p1",
  reason: null,
  edits: 0,
  needed: 1,
  votes: 1,
  revises: null,
  trace: "m1",
};

test("a question that is answered before its delivery is confirmed is not asked again", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api);
  await first.push.deliver(HOUSE, text("One."), { clientId: "c1", signal, language });
  const part = { type: "approval", approval: "a1", question: "Delete it?" } as const;
  const options = { clientId: "c2", signal, language };
  api.loseAnswer("sendMessage");
  await expect(first.push.deliver(HOUSE, part, options)).rejects.toThrow();
  const { push, ...world } = startPush(api, first.kept);
  const message = api.shown("-5").at(-1)?.id ?? 0;
  const control = { receive: async () => ({ ...ALLOWED, question: part.question }) };
  const by = { id: toId<"person">("p1"), tenant: "home", role: "owner", name: "Ann" } as const;
  const { approvals: said } = texts(language);
  const answered = { approval: "a1", message, text: part.question, address: HOUSE, by, said };
  await closeQuestion(answered, { ...world, control, signal });

  await push.deliver(HOUSE, part, options);
  const shown = api.shown("-5").map((one) => [one.text, one.hasButtons]);
  expect(shown).toEqual([
    ["One.", false],
    [`Delete it?\n\n${said.marks.allowed}`, false],
  ]);
  const decision = { type: "decision", approval: "a1", text: "It is deleted." } as const;
  await push.deliver(HOUSE, decision, { clientId: "c3", signal, language });
  expect(textsIn(api, "-5")).toEqual(["One.", "It is deleted."]);
});

const NO_USAGE = { model: "none", inputTokens: 0, outputTokens: 0, costNano: 0n };
const VOICE: Voice = { data: Buffer.from("said"), seconds: 1, usage: NO_USAGE };
const CODE = "let it = 1;\n".repeat(500);
const spoken: ReplyPart = { type: "text", text: `Here:\n\`\`\`\n${CODE}\`\`\``, spoken: {} };

test("an answer that arrived aloud is not written, too, where it cannot be said again", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api, new Map(), { say: async () => VOICE });
  await first.push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  const options = { clientId: "c2", signal, language };
  api.loseAnswer("sendVoice");
  await expect(first.push.deliver(HOUSE, spoken, options)).rejects.toThrow();
  const mute = { say: () => Promise.reject(new Error("no voice")) };
  const { push } = startPush(api, first.kept, mute);
  await push.deliver(HOUSE, spoken, options);
  // It comes again where the process died before that was stored.
  await startPush(api, first.kept, mute).push.deliver(HOUSE, spoken, options);
  const shown = api.shown("-5").map(({ text: words, isFile }) => [words, isFile]);
  expect(shown).toEqual([
    ["Morning.", undefined],
    ["", true],
  ]);
});

test("an answer that never arrived aloud is written where it cannot be said again", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api, new Map(), { say: async () => VOICE });
  await first.push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  const options = { clientId: "c2", signal, language };
  api.refuseOnce("sendVoice", BROKEN);
  await expect(first.push.deliver(HOUSE, spoken, options)).rejects.toThrow();
  await startPush(api, first.kept).push.deliver(HOUSE, spoken, options);
  const shown = api.shown("-5").map(({ text: words, isFile }) => [words, isFile]);
  expect(shown).toEqual([
    ["Morning.", undefined],
    ["Here:", undefined],
    ["", true],
  ]);
});

/** A voice that counts how often it is asked. */
function countingVoice() {
  let said = 0;
  const say = async () => {
    said += 1;
    return VOICE;
  };
  return { say, count: () => said };
}

test("an answer is said once, however often it is sent", async () => {
  await using api = await openFakeBotApi();
  const { say, count } = countingVoice();
  const { push } = startPush(api, new Map(), { say });
  await push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  const options = { clientId: "c2", signal, language };
  for (const method of ["sendVoice", "sendVoice", "editMessageReplyMarkup", "sendVoice"]) {
    api.refuseOnce(method, BROKEN);
    await expect(push.deliver(HOUSE, spoken, options)).rejects.toThrow();
  }
  await push.deliver(HOUSE, spoken, options);
  expect(count()).toBe(1);
  await push.deliver(HOUSE, spoken, { ...options, clientId: "c3" });
  expect(count()).toBe(2);
  expect(api.shown("-5").map(({ isFile }) => isFile)).toEqual([undefined, true, true]);
});

test("a recording waits for its answer to be sent, however many others are sent meanwhile", async () => {
  await using api = await openFakeBotApi();
  const { say, count } = countingVoice();
  const { push } = startPush(api, new Map(), { say });
  const options = { clientId: "c0", signal, language };
  api.refuseOnce("sendVoice", BROKEN);
  await expect(push.deliver(HOUSE, spoken, options)).rejects.toThrow();
  const others = Array.from({ length: 10 }, (_, at) => `c${at + 1}`);
  for (const clientId of others) await push.deliver(topic(1), spoken, { ...options, clientId });
  await push.deliver(HOUSE, spoken, options);
  expect(count()).toBe(1 + others.length);
});

test("an answer that arrived aloud is not said again to know it", async () => {
  await using api = await openFakeBotApi();
  const first = startPush(api, new Map(), { say: async () => VOICE });
  await first.push.deliver(HOUSE, text("Morning."), { clientId: "c1", signal, language });
  const options = { clientId: "c2", signal, language };
  api.loseAnswer("sendVoice");
  await expect(first.push.deliver(HOUSE, spoken, options)).rejects.toThrow();
  const { say, count } = countingVoice();
  await startPush(api, first.kept, { say }).push.deliver(HOUSE, spoken, options);
  expect(count()).toBe(0);
  expect(api.shown("-5").map(({ isFile }) => isFile)).toEqual([undefined, true]);
});

test.each([
  ["de", "de"],
  // It may as well stand for a language that we have no words in.
  ["en", undefined],
] as const)("an answer is said to who reads %s with %s to fall back on", async (to, fallback) => {
  await using api = await openFakeBotApi();
  const asked: VoiceOptions[] = [];
  const { push } = startPush(api, new Map(), {
    say: async (_text, options) => {
      asked.push(options);
      return VOICE;
    },
  });
  await push.deliver(HOUSE, spoken, { clientId: "c1", signal, language: to });
  expect(asked.map(({ fallbackLanguage }) => fallbackLanguage)).toEqual([fallback]);
});

test("a part of one topic takes nothing of another's", async () => {
  await using api = await openFakeBotApi();
  const of = turnOf("t1", api.write("-1005", "Well?"));
  const before = startPush(api);
  api.refuseOnce("sendMessage", BROKEN);
  const options = { clientId: "c1", signal, language, of };
  await expect(before.push.deliver(topic(1), text("One."), options)).rejects.toThrow();
  await before.push.deliver(topic(2), text("Two."), { clientId: "c2", signal, language });
  api.loseAnswer("sendMessage");
  const third = { clientId: "c3", signal, language };
  await expect(before.push.deliver(topic(3), text("Three."), third)).rejects.toThrow();

  const { push } = startPush(api, before.kept);
  await push.deliver(topic(1), text("One."), options);
  await push.deliver(topic(3), text("Three."), third);
  const shown = api.shown("-1005").map((one) => `${one.topic ?? "-"} ${one.text}`);
  expect(shown.toSorted()).toEqual(["- Well?", "1 One.", "2 Two.", "3 Three."]);
});

test("what stands for an answer is looked for again without taking what was said since", async () => {
  await using api = await openFakeBotApi();
  const of = turnOf("t1", api.write("-5", "Well?"));
  const first = startPush(api, new Map(), { pauseMs: 60_000 });
  api.loseAnswer("sendMessage");
  const hide = await showDots(first.push, api, of);
  await hide();
  const second = startPush(api, first.kept);
  await second.push.deliver(HOUSE, text("By the way."), { clientId: "c1", signal, language });

  const { push } = startPush(api, first.kept);
  const hideAgain = await showDots(push, api, of);
  await expect.poll(() => textsIn(api, "-5")).toEqual(["Well?", "By the way.", "…"]);
  await hideAgain();
  await push.deliver(HOUSE, text("Well."), { clientId: "c2", signal, language, of });
  expect(textsIn(api, "-5")).toEqual(["Well?", "By the way.", "Well."]);
});

test("a line that asks what to change is not taken for an answer that was on its way", async () => {
  await using api = await openFakeBotApi();
  const of = turnOf("t1", api.write("-5", "Well?"));
  const before = startPush(api);
  api.refuseOnce("sendMessage", BROKEN);
  const options = { clientId: "c1", signal, language, of };
  await expect(before.push.deliver(HOUSE, text("Well."), options)).rejects.toThrow();
  const line = { address: HOUSE, text: "What would you like to change?", answers: 1 };
  await sendLine(line, { ...before, signal });

  const { push } = startPush(api, before.kept);
  await push.deliver(HOUSE, text("Well."), options);
  expect(textsIn(api, "-5")).toEqual(["Well?", "What would you like to change?", "Well."]);
});

test("a part that began before its group moved goes on where the group is now", async () => {
  await using api = await openFakeBotApi();
  const { push } = startPush(api);
  const options = { clientId: "c1", signal, language };
  const long = text("A line of words.\n".repeat(400));
  api.refuseOnce("sendMessage", BROKEN, 1);
  await expect(push.deliver(HOUSE, long, options)).rejects.toThrow();
  api.move("-5", "-1005");
  await push.deliver(HOUSE, long, options);
  const said = [...textsIn(api, "-5"), ...textsIn(api, "-1005")];
  expect(said.join("\n")).toBe(long.text.trim());
});
