import { expect, test } from "vitest";
import type { TurnRef } from "../../../core/outbound.ts";
import type { LiveEvent } from "../../../kernel/chat-event.ts";
import { toId } from "../../../kernel/ids.ts";
import { wait } from "../../../kernel/wait.ts";
import { silentLog } from "../../../platform/log.ts";
import { Secret } from "../../../platform/secret.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createTelegramClient } from "../client.ts";
import { type FakeBotApi, openFakeBotApi } from "../testing/fake-bot-api.ts";
import { createMovedChats } from "../moved-chats.ts";
import { createQuestions } from "../questions.ts";
import { createBotMessages } from "../bot-messages.ts";
import { recordBotApi } from "../testing/record-bot-api.ts";
import { createPush } from "./push.ts";

const ANN = { channel: "telegram-bot", externalId: "7", kind: "direct" } as const;
const HOUSE = { channel: "telegram-bot", externalId: "-5", kind: "group" } as const;
const { signal } = new AbortController();
const turn = toId<"turn">("t1");

/** The bot as it is after a start: it has what is kept, and nothing else. */
function start({ url }: Pick<FakeBotApi, "url">, kept = new Map<string, string>()) {
  const memory = memoryIn(kept);
  const pausing = new Set<AbortSignal>();
  const push = createPush({
    client: createTelegramClient({
      token: new Secret("42:secret"),
      apiRoot: url,
      clock: { now: () => performance.now() * 1000 },
      after: (_ms, work) => void setImmediate(work),
    }),
    memory,
    moved: createMovedChats(memory),
    own: createBotMessages(memory),
    questions: createQuestions(memory),
    clock: { now: () => 0 },
    inline: { deliver: async () => "" },
    config: { rich: "off" },
    readFile: async () => Buffer.from("file"),
    async pause(_ms, stop) {
      pausing.add(stop);
      await wait(1, stop);
      pausing.delete(stop);
    },
    log: silentLog,
  });
  return { push, kept, pausing };
}

function answering(message: number): TurnRef {
  return { turn, answers: async () => String(message) };
}

const text = (words: string) => ({ type: "text", text: words }) as const;

const textsIn = (api: FakeBotApi, chat: string) => api.shown(chat).map((one) => one.text);

/** Events that end when they are told to. */
function heldEvents() {
  const { promise, resolve, reject } = Promise.withResolvers<readonly LiveEvent[]>();
  async function* events() {
    yield* await promise;
  }
  return { events: events(), end: () => resolve([]), fail: reject };
}

test("what is said in a group that has moved is said where it is now", async () => {
  await using api = await openFakeBotApi();
  const asked = api.write("-5", "Where are we?");
  api.write("-100123", "Somebody else's first words.");
  api.move("-5", "-100123");
  const { push, kept } = start(api);

  const of = answering(asked);
  const receipts = [
    await push.deliver(HOUSE, text("Here."), { clientId: "c1", signal, of }),
    await push.deliver(HOUSE, text("Still here."), { clientId: "c2", signal }),
  ];
  expect(receipts).toEqual(["-100123:2", "-100123:3"]);
  expect(api.shown("-100123").map((one) => [one.text, one.answers])).toEqual([
    ["Somebody else's first words.", undefined],
    ["Here.", undefined],
    ["Still here.", undefined],
  ]);

  const refused = api.calls.length;
  const next = start(api, kept);
  await next.push.deliver(HOUSE, text("After a start."), { clientId: "c3", signal });
  expect(api.calls.slice(refused)).toEqual(["sendMessage"]);
  expect(textsIn(api, "-100123").at(-1)).toBe("After a start.");
});

test("what stood for an answer in a group that moved is not looked for where it is now", async () => {
  await using api = await openFakeBotApi();
  const asked = api.write("-5", "Well?");
  const { push } = start(api);
  const of = answering(asked);
  const { events, end } = heldEvents();
  const showing = push.show(HOUSE, events, of);
  await expect.poll(() => textsIn(api, "-5")).toEqual(["Well?", "…"]);
  end();
  await showing;
  api.move("-5", "-100123");
  // With the number that the dots had.
  const first = start(api, new Map([["moved:-6", "-100123"]]));
  const elsewhere = { ...HOUSE, externalId: "-6" };
  for (const nth of [1, 2])
    await first.push.deliver(elsewhere, text(`Kept ${nth}.`), { clientId: `k${nth}`, signal });

  await push.deliver(HOUSE, text("Well."), { clientId: "c1", signal, of });
  expect(textsIn(api, "-100123")).toEqual(["Kept 1.", "Kept 2.", "Well."]);
});

test("a question leaves nothing behind of what stood for an answer", async () => {
  await using api = await openFakeBotApi();
  const asked = api.write("-5", "Delete it.");
  const { push } = start(api);
  const of = answering(asked);
  const { events, end } = heldEvents();
  const showing = push.show(HOUSE, events, of);
  await expect.poll(() => textsIn(api, "-5")).toEqual(["Delete it.", "…"]);
  end();
  await showing;

  const part = { type: "approval", approval: "a1", question: "Delete it?" } as const;
  await push.deliver(HOUSE, part, { clientId: "c1", signal, of });
  expect(textsIn(api, "-5")).toEqual(["Delete it.", "Delete it?"]);
});

test("an answer whose arrival nobody was told of is there once, also after a start", async () => {
  await using api = await openFakeBotApi();
  const asked = api.write("7", "Hello?");
  const { push } = start(api);
  const of = answering(asked);
  const options = { clientId: "c1", signal, of };
  api.loseAnswer("sendMessage");
  await expect(push.deliver(ANN, text("Hello."), options)).rejects.toMatchObject({
    name: "Fault",
    code: "unavailable",
  });
  await push.deliver(ANN, text("Hello."), options);
  expect(textsIn(api, "7")).toEqual(["Hello?", "Hello."]);
});

test("typing ends with what is shown, however that ends", async () => {
  await using api = await openFakeBotApi();
  const { push, pausing } = start(api);
  const { events, fail } = heldEvents();
  const showing = push.show(ANN, events);
  const ended = expect(showing).rejects.toThrow("broke");
  await expect.poll(() => api.calls.length).toBeGreaterThan(1);
  fail(new Error("it broke"));
  await ended;
  expect([...pausing]).toEqual([]);
});

test("in a business chat people read words on behalf of the account, and no approval", async () => {
  await using api = await recordBotApi({
    sendMessage: { result: { message_id: 9, date: 0 } },
  });
  const { push } = start(api);
  const address = { channel: "telegram-bot", externalId: "business:c1:8", kind: "group" } as const;
  const of = { turn, answers: async () => "5" };
  const options = { clientId: "r1", language: "en", signal, of } as const;
  await push.deliver(address, { type: "text", text: "At six." }, options);
  const question = "Delete it?";
  const approval = { type: "approval", approval: toId<"approval">("a1"), question } as const;
  await push.deliver(address, approval, { ...options, clientId: "r2" });
  const [{ params } = { params: {} }, ...others] = api.requests;
  expect(others).toEqual([]);
  expect(params).toMatchObject({ chat_id: "8", business_connection_id: "c1", text: "At six." });
  expect(params).not.toHaveProperty("reply_parameters");
});
