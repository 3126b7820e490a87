import type { InlineQuery } from "grammy/types";
import { expect, test } from "vitest";
import type { Receipt } from "../../core/inbox.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { toId } from "../../kernel/ids.ts";
import type { Principal, Role } from "../../kernel/principal.ts";
import type { NoticeCode } from "../../kernel/reply.ts";
import { Secret } from "../../platform/secret.ts";
import { createTelegramClient } from "./client.ts";
import { createInlineQueries } from "./inline-queries.ts";
import { recordBotApi } from "./testing/record-bot-api.ts";

const { signal } = new AbortController();
const CHAT = "inline:7";

interface World {
  readonly role?: Role;
  readonly outcome?: Receipt["outcome"];
  readonly inline?: "on" | "off";
  readonly groups?: { readonly allow: readonly string[]; readonly policy: "open" | "allowlist" };
}

/** Opens the inline queries of a bot whose pauses end when `rest` is called. */
async function openQueries({
  role = "member",
  outcome = "queued",
  inline = "on",
  groups: { allow, policy } = { allow: [], policy: "open" },
}: World = {}) {
  const api = await recordBotApi({});
  const time = { now: 0 };
  const stored: Envelope[] = [];
  const logged: unknown[] = [];
  let resting: (() => void)[] = [];
  const by: Principal = { id: toId("p7"), tenant: "home", role, name: "Ann" };
  const queries = createInlineQueries({
    client: createTelegramClient({
      token: new Secret("42:secret"),
      apiRoot: api.url,
      clock: { now: () => 0 },
      after() {},
    }),
    config: { inline, groups: { allow: [...allow], policy, mention: true } },
    resolveSender: async () => by,
    clock: { now: () => time.now },
    pause: () => new Promise((resolve) => void resting.push(resolve)),
    log: { warn: (sentence) => void logged.push(sentence) },
  });
  const inbox = {
    async deliver(envelope: Envelope): Promise<Receipt> {
      stored.push(envelope);
      return { message: toId("i1"), outcome };
    },
  };
  const rest = () => {
    for (const end of resting) end();
    resting = [];
  };
  return {
    time,
    stored,
    logged,
    rest,
    type: (id: string, query: string) => queries.take(toQuery(id, query), inbox, signal),
    /** Types a query and pauses after it. */
    async ask(id: string, query: string) {
      const taken = queries.take(toQuery(id, query), inbox, signal);
      rest();
      await taken;
    },
    /** Delivers a text, or a notice, of the turn that answers a query; without one, of no turn. */
    reply: (text: string, query?: string, code?: NoticeCode) =>
      queries.deliver(
        CHAT,
        code ? { type: "notice", code, text } : { type: "text", text },
        query === undefined ? undefined : { turn: toId(`t-${query}`), answers: async () => query },
      ),
    /** Returns the texts of the results with which queries were answered. */
    answers: () =>
      api.requests.map(({ params }) => [params["inline_query_id"], textsOf(params["results"])]),
    requests: api.requests,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

function toQuery(id: string, query: string): InlineQuery {
  return { id, query, offset: "", from: { id: 7, is_bot: false, first_name: "Ann" } };
}

function textsOf(results: unknown): unknown {
  if (!Array.isArray(results)) return results;
  return results.map(
    (one: { input_message_content: { message_text: string } }) =>
      one.input_message_content.message_text,
  );
}

test("of a query per keystroke, the one after which the person pauses becomes a message", async () => {
  await using world = await openQueries();
  const typed = ["cap", "capital", "capital of Peru"].map((text, n) => world.type(`q${n}`, text));
  world.rest();
  await Promise.all(typed);
  expect(world.stored).toMatchObject([
    {
      id: "q2",
      address: { channel: "telegram-bot", externalId: CHAT, kind: "group" },
      sender: { id: "7", name: "Ann" },
      text: "capital of Peru",
    },
  ]);
  expect(await world.reply("It is **Lima**.", "q2")).toBe("q2");
  expect(world.requests).toEqual([
    {
      method: "answerInlineQuery",
      params: {
        inline_query_id: "q2",
        is_personal: true,
        cache_time: 0,
        results: [
          {
            type: "article",
            id: "reply",
            title: "It is Lima.",
            description: "It is Lima.",
            input_message_content: {
              message_text: "It is Lima.",
              entities: [{ type: "bold", offset: 6, length: 4 }],
              link_preview_options: { is_disabled: true },
            },
          },
        ],
      },
    },
  ]);
});

test("the same query gets its reply again for five minutes, without a turn", async () => {
  await using world = await openQueries();
  await world.ask("q1", "capital of Peru");
  await world.reply("Lima.", "q1");
  await world.ask("q2", " Capital of Peru ");
  expect(world.answers().at(-1)).toEqual(["q2", ["Lima."]]);
  world.time.now = 5 * 60_000;
  await world.ask("q3", "capital of Peru");
  expect(world.stored.map(({ id }) => id)).toEqual(["q1", "q3"]);
});

test("a query that a turn answers already starts no other, and gets its reply", async () => {
  await using world = await openQueries();
  await world.ask("q1", "capital of Peru");
  await world.ask("q2", "capital of Peru ");
  expect(world.stored).toHaveLength(1);
  expect(await world.reply("Lima.", "q1")).toBe("q2");
});

test("the queries of a person start six turns a minute", async () => {
  await using world = await openQueries();
  for (let n = 1; n <= 6; n += 1) {
    await world.ask(`q${n}`, `question ${n}`);
    await world.reply("Yes.", `q${n}`);
  }
  await world.ask("q7", "question 7");
  expect(world.stored).toHaveLength(6);
  expect(world.answers().at(-1)).toEqual(["q7", []]);
  world.time.now = 60_000;
  await world.ask("q8", "question 8");
  expect(world.stored).toHaveLength(7);
});

test.each([
  ["of people without access", "capital of Peru", { role: "stranger" as const }, 0],
  ["of people whom the policy refuses", "capital of Peru", { outcome: "ignored" as const }, 1],
  ["of two letters", "ca", {}, 0],
  [
    "of people who are not in the list",
    "capital of Peru",
    { groups: { allow: ["8"], policy: "allowlist" as const } },
    0,
  ],
])("queries %s find nothing", async (_, text, options, messages) => {
  await using world = await openQueries(options);
  await world.ask("q1", text);
  expect(world.answers()).toEqual([["q1", []]]);
  expect(world.stored).toHaveLength(messages);
});

test("queries of people who are in the list start a turn", async () => {
  await using world = await openQueries({ groups: { allow: ["7"], policy: "allowlist" } });
  await world.ask("q1", "capital of Peru");
  expect(world.stored).toHaveLength(1);
});

test("while they are off, queries are left alone", async () => {
  await using world = await openQueries({ inline: "off" });
  await world.ask("q1", "capital of Peru");
  expect([world.requests, world.stored]).toEqual([[], []]);
});

test("the first text of a reply is the result, and what waits for no query is not delivered", async () => {
  await using world = await openQueries();
  const gone = { name: "Fault", code: "missing" };
  await expect(world.reply("It is time.")).rejects.toMatchObject(gone);
  await world.ask("q1", "capital of Peru");
  expect(await world.reply("Lima.", "q1")).toBe("q1");
  expect(await world.reply("That is all.", "q1")).toBe("");
  await expect(world.reply("It is time.", "q9")).rejects.toMatchObject(gone);
  expect(world.answers()).toEqual([["q1", ["Lima."]]]);
});

test("a reply is the result of the query that its turn answers, and of no other", async () => {
  await using world = await openQueries();
  await world.ask("q1", "capital of Peru");
  await world.ask("q2", "capital of Chile");
  await world.reply("Lima.", "q1");
  await world.reply("Santiago.", "q2");
  expect(world.answers()).toEqual([
    ["q1", ["Lima."]],
    ["q2", ["Santiago."]],
  ]);
  await world.ask("q3", "capital of Chile");
  await world.ask("q4", "capital of Peru");
  expect(world.answers().slice(2)).toEqual([
    ["q3", ["Santiago."]],
    ["q4", ["Lima."]],
  ]);
});

test("what is said without a turn answers no query, and a notice is a result only once", async () => {
  await using world = await openQueries();
  await world.ask("q1", "capital of Peru");
  await expect(world.reply("Too many messages.")).rejects.toMatchObject({ code: "missing" });
  expect(await world.reply("That failed.", "q1", "failed")).toBe("q1");
  await world.ask("q2", "capital of Peru");
  expect(await world.reply("Lima.", "q2")).toBe("q2");
  expect(world.answers()).toEqual([
    ["q1", ["That failed."]],
    ["q2", ["Lima."]],
  ]);
});

test("a query whose turn ended without a reply can be sent again after two minutes", async () => {
  await using world = await openQueries();
  await world.ask("q1", "capital of Peru");
  world.time.now = 2 * 60_000 + 1;
  await world.ask("q2", "capital of Peru");
  expect(world.stored.map(({ id }) => id)).toEqual(["q1", "q2"]);
});
