import type { Update } from "grammy/types";
import { expect, test } from "vitest";
import { recordBotApi } from "../../src/channels/telegram-bot/testing/record-bot-api.ts";
import { startMockServer } from "../../src/llm/testing/mock-server.ts";
import { openTelegramApp } from "../kit/telegram/open-telegram-app.ts";

const TOKEN = "42:secret";
const ann = { id: 7, is_bot: false, first_name: "Ann" } as const;
const mia = { id: 8, is_bot: false, first_name: "Mia" } as const;
const zoe = { id: 9, is_bot: false, first_name: "Zoe" } as const;
type Person = typeof ann | typeof mia | typeof zoe;

/** Opens Ann's agent, which Mia may use, over a Bot API that hands out the updates of a test. */
async function openHouse(answer: (json: string) => string) {
  await using stack = new AsyncDisposableStack();
  let update = 0;
  let waiting: Update[] = [];
  const tell = (one: Omit<Update, "update_id">) => {
    update += 1;
    waiting.push({ update_id: update, ...one });
  };
  const api = stack.use(
    await recordBotApi({
      getMe: { result: { id: 42, is_bot: true, first_name: "Reeve", username: "reeve_bot" } },
      getWebhookInfo: { result: { url: "", pending_update_count: 0 } },
      getUpdates() {
        const result = waiting;
        waiting = [];
        return { result };
      },
      sendMessage: () => {
        update += 1;
        return { result: { message_id: 1000 + update, date: 1 } };
      },
    }),
  );
  const provider = stack.use(
    await startMockServer({ answer: ({ body }) => ({ text: answer(JSON.stringify(body)) }) }),
  );
  stack.use(
    await openTelegramApp({
      server: { botApi: api.url },
      token: TOKEN,
      bot: { owners: [ann.id], allow: [mia.id] },
      config: {
        agent: { model: "openai/gpt-4o", utilityModel: "offline/rules", ownerName: "Ann" },
        models: { apiKey: "sk-test", baseUrl: `${provider.url}/v1` },
      },
    }),
  );
  const held = stack.move();
  return {
    tell,
    provider,
    /** Tells the bot that an account was connected to it. */
    connect: (id: string, user: Person) =>
      tell({
        business_connection: {
          id,
          user,
          user_chat_id: user.id,
          date: 1,
          rights: { can_reply: true },
          is_enabled: true,
        },
      }),
    /** Tells the bot of a message in the chat between `other` and the account of a connection. */
    write: (connection: string, other: Person, { from, text }: { from: Person; text: string }) =>
      tell({
        business_message: {
          message_id: (update += 1),
          business_connection_id: connection,
          date: Math.floor(Date.now() / 1000),
          chat: { id: other.id, type: "private", first_name: other.first_name },
          from,
          text,
        },
      }),
    called: (method: string) =>
      api.requests.filter((one) => one.method === method).map(({ params }) => params),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test("people who write to the owner's account are answered on the owner's behalf, if they may be", async () => {
  await using house = await openHouse((json) =>
    json.includes("when do you open") ? "At nine." : "Hello.",
  );
  house.connect("c1", ann);
  house.connect("c2", zoe);
  // Zoe is unknown to the agent, and her account is not the owner's.
  house.write("c1", zoe, { from: zoe, text: "buy my coins" });
  house.write("c2", mia, { from: mia, text: "hello Zoe" });
  house.write("c1", mia, { from: ann, text: "I am away today" });
  house.write("c1", mia, { from: mia, text: "when do you open?" });
  await expect.poll(() => house.called("sendMessage")).toHaveLength(1);
  expect(house.called("sendMessage")).toMatchObject([
    { chat_id: "8", business_connection_id: "c1", text: "At nine." },
  ]);
  const told = JSON.stringify(house.provider.requests.map(({ body }) => body));
  expect(told).toContain("Telegram Business chat of Ann with Mia");
  expect(told).toContain("I am away today");
  expect(told).not.toContain("buy my coins");
  expect(told).not.toContain("hello Zoe");
  // Nobody sees the account write a draft.
  expect(house.called("editMessageText")).toEqual([]);
});

test("an inline query gets the reply of a turn as a result, which the person may post", async () => {
  await using house = await openHouse(() => "It is **Lima**.");
  for (const [id, query] of [
    ["q1", "capital of"],
    ["q2", "capital of Peru"],
  ] as const)
    house.tell({ inline_query: { id, from: mia, query, offset: "" } });
  house.tell({ inline_query: { id: "q3", from: zoe, query: "capital of Peru", offset: "" } });
  await expect.poll(() => house.called("answerInlineQuery")).toHaveLength(2);
  const answers = house.called("answerInlineQuery").map((one) => [one["inline_query_id"], one]);
  expect(Object.fromEntries(answers)).toMatchObject({
    q2: {
      results: [{ title: "It is Lima.", input_message_content: { message_text: "It is Lima." } }],
    },
    q3: { results: [] },
  });
  expect(house.provider.requests).toHaveLength(1);
});
