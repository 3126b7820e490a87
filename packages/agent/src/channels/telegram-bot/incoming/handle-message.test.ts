import type { Message } from "grammy/types";
import { expect, test } from "vitest";
import type { Envelope } from "../../../kernel/envelope.ts";
import { toId } from "../../../kernel/ids.ts";
import { createPendingCorrections } from "../../kit/pending-corrections.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { LOOP_LIMIT } from "../../kit/bot-loop.ts";
import type { OwnedConnection } from "./business-connections.ts";
import { createMessageHandler } from "./handle-message.ts";

const nobody = () => Promise.reject(new Error("nobody writes here"));

const HOUSE = { id: -1005, type: "supergroup", title: "House", is_forum: true } as const;
const ann = { id: 7, is_bot: false, first_name: "Ann" } as const;

interface BusinessWorld {
  readonly business: "answer" | "note" | "off";
  /** Connection `c1`, of the owner. */
  readonly connection: OwnedConnection;
}

const CONNECTION: OwnedConnection = {
  id: "c1",
  user: ann.id,
  name: "Ann",
  canReply: true,
  canPostStories: false,
};

/** Opens a message handler for `House` that records stored envelopes, logs and lookups. */
function openTakes(
  said: Readonly<Record<string, string>> = {},
  { business = "answer", connection = CONNECTION }: Partial<BusinessWorld> = {},
) {
  const reached: unknown[] = [];
  const stored: Envelope[] = [];
  const logged: unknown[] = [];
  const time = { now: 0 };
  const takes = createMessageHandler({
    inbox: {
      async deliver(envelope) {
        stored.push(envelope);
        return { message: toId<"inbox">("i"), outcome: "queued" };
      },
      decide: nobody,
      retryWaiting: async (address) => void reached.push(address),
      mayPay: async () => false,
      pay: async () => {},
      press: async () => ({ outcome: "expired" }),
      withdraw: async () => {},
    },
    control: { receive: nobody },
    reading: {
      channel: "telegram-bot",
      self: { id: 1, username: "reeve_bot", name: "Reeve" },
      accounts: new Set(),
      commands: new Set(),
      needsMention: true,
    },
    groups: { hears: async () => true },
    business: { find: async (id) => (id === "c1" ? connection : undefined) },
    config: { business },
    albums: () => ({ add: nobody, flush: async () => {}, withEdit: () => undefined }),
    revisions: createPendingCorrections(memoryIn(new Map())),
    resolveSender: nobody,
    findSaid: async (chat, message) => {
      const text = said[`${chat} ${message}`];
      return text === undefined ? undefined : { name: "you", text };
    },
    reply: nobody,
    closeQuestion: nobody,
    heights: { note() {} },
    clock: { now: () => time.now },
    log: { warn: (sentence, fields) => void logged.push([sentence, fields]) },
  });
  return { takes, reached, stored, logged, time };
}

test("where a topic is opened again, what waited for that leaves", async () => {
  const { takes, reached } = openTakes();
  const reopened: Message = {
    message_id: 5,
    date: 1,
    chat: HOUSE,
    from: ann,
    message_thread_id: 3,
    is_topic_message: true,
    forum_topic_reopened: {},
  };
  await takes.message(reopened, 1);
  expect(reached).toEqual([{ channel: "telegram-bot", externalId: "-1005/3", kind: "group" }]);
});

function saidBy(
  from: NonNullable<Message["from"]>,
  id: number,
  own: Partial<Message> = {},
): Message {
  return { message_id: id, date: 1, chat: HOUSE, from, text: `no. ${id}`, ...own };
}

const other = { id: 43, is_bot: true, first_name: "Other", username: "other_bot" } as const;

test("another bot is heard twenty times a minute, then ignored until it is quiet; people are not", async () => {
  const { takes, stored, logged, time } = openTakes();
  for (let id = 1; id <= 25; id += 1) {
    time.now = id * 1000;
    await takes.message(saidBy(other, id), id);
    await takes.message(saidBy(ann, 100 + id), 100 + id);
  }
  const ids = (from: string) =>
    stored.filter(({ sender }) => sender.id === from).map(({ id }) => Number(id));
  expect(ids("43")).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(ids("7")).toHaveLength(25);
  expect(logged).toEqual([["ignoring a bot until it is quiet", { chat: "-1005", sender: "43" }]]);
  time.now += LOOP_LIMIT.withinMs;
  await takes.message(saidBy(other, 30), 30);
  expect(ids("43").at(-1)).toBe(30);
});

test.each<[string, Partial<Message>]>([
  ["of the bot itself", { from: { id: 1, is_bot: true, first_name: "Reeve" } }],
  ["written by the bot for somebody", { via_bot: { id: 1, is_bot: true, first_name: "Reeve" } }],
  ["that a channel passes on by itself", { sender_chat: HOUSE, is_automatic_forward: true }],
])("messages %s are counted as well", async (_title, own) => {
  const { takes, stored } = openTakes();
  for (let id = 1; id <= 25; id += 1) await takes.message(saidBy(ann, id, own), id);
  expect(stored).toHaveLength(20);
});

test("each bot is counted by itself, in each chat, and an update that comes again once", async () => {
  const { takes, stored } = openTakes();
  for (let id = 1; id <= 20; id += 1) {
    await takes.message(saidBy(other, id), id);
    await takes.message(saidBy(other, id), id);
  }
  expect(stored).toHaveLength(40);
  await takes.message(saidBy(other, 21), 21);
  await takes.message(saidBy({ ...other, id: 44 }, 22), 22);
  await takes.message(saidBy(other, 23, { chat: { ...HOUSE, id: -1006 } }), 23);
  expect(stored.slice(40).map(({ id }) => id)).toEqual(["22", "23"]);
});

/** Builds a replied-to message. Telegram's own types for it cannot be constructed. */
function replyTo(own: Partial<Message>): Partial<Message> {
  const msg = { message_id: 9, date: 1, chat: HOUSE, ...own };
  return { reply_to_message: msg as unknown as NonNullable<Message["reply_to_message"]> };
}

/** Messages of Telegram about the group -5 that Ann turns into the supergroup `House`, by chat. */
const MIGRATION: Readonly<Record<"old" | "new", Message>> = {
  old: {
    message_id: 40,
    date: 1,
    chat: { id: -5, type: "group", title: "House" },
    from: ann,
    migrate_to_chat_id: HOUSE.id,
  },
  new: {
    message_id: 1,
    date: 1,
    chat: HOUSE,
    from: { id: 1_087_968_824, is_bot: true, first_name: "Group" },
    sender_chat: HOUSE,
    migrate_from_chat_id: -5,
  },
};

test.each<readonly (keyof typeof MIGRATION)[]>([
  ["old", "new"],
  ["new", "old"],
])(
  "that a group has become a supergroup is context of the new chat, once: %s, %s",
  async (...chats) => {
    const { takes, stored } = openTakes();
    for (const [at, chat] of chats.entries()) await takes.message(MIGRATION[chat], at);
    expect(stored).toEqual([
      {
        id: "migration:-5",
        edit: 0,
        address: { channel: "telegram-bot", externalId: "-1005", kind: "group" },
        sender: { id: "7", name: "Ann" },
        title: "House",
        text: "[turned the group telegram-bot/-5 into this supergroup]",
        sentAt: 1000,
        isOverheard: true,
      },
    ]);
  },
);

const bot = { id: 1, is_bot: true, first_name: "Reeve" } as const;
const voice = { file_id: "F", file_unique_id: "U", duration: 3 };

test.each<[Partial<Message>, Envelope["quote"]]>([
  [replyTo({ from: bot, voice }), { name: "Reeve", text: "spoken words" }],
  [replyTo({}), { name: "you", text: "spoken words" }],
  [replyTo({ from: bot, text: "written" }), { name: "Reeve", text: "written" }],
  [replyTo({ from: bot, voice, message_id: 8 }), { name: "Reeve", text: "[voice]" }],
  [replyTo({ from: bot, voice, message_id: 10 }), { name: "Reeve", text: "[voice]" }],
  [
    { ...replyTo({ from: bot, voice }), quote: { text: "cut", position: 0 } },
    { name: "Reeve", text: "cut" },
  ],
])("a reply with %j is told with what was said: %j", async (own, quote) => {
  const { takes, stored } = openTakes({ "-1005 9": "spoken words", "-1005 8": " " });
  await takes.message(saidBy(ann, 20, own), 20);
  expect(stored.map((one) => one.quote)).toEqual([quote]);
});

test("a message of an unknown kind is taken in, and the log says so", async () => {
  const { takes, stored, logged } = openTakes();
  const { text: _, ...empty } = saidBy(ann, 5);
  const odd = { ...empty, hologram: 1 };
  await takes.message(odd, 5);
  const told = "[a kind of message that cannot be read: hologram]";
  expect(stored.map(({ media }) => media)).toEqual([[{ kind: "unreadable", text: told }]]);
  expect(logged).toEqual([["failed to read message", { chat: "-1005", message: "5", told }]]);
});

const mia = { id: 8, is_bot: false, first_name: "Mia" } as const;

/** A message of a chat between Mia and Ann, of which Telegram tells the bot. */
function businessMessage(from: NonNullable<Message["from"]>, own: Partial<Message> = {}): Message {
  const chat = { id: mia.id, type: "private", first_name: "Mia" } as const;
  return saidBy(from, 5, { chat, business_connection_id: "c1", ...own });
}

test("a message to the owner's account is one of that chat, and answered", async () => {
  const { takes, stored } = openTakes();
  await takes.message(businessMessage(mia), 1);
  expect(stored).toMatchObject([
    {
      address: { channel: "telegram-bot", externalId: "business:c1:8", kind: "group" },
      sender: { id: "8", name: "Mia" },
      title: "Business chat of Ann with Mia",
      text: "no. 5",
    },
  ]);
  expect(stored[0]).not.toHaveProperty("isOverheard");
});

test.each([
  ["the owner writes", businessMessage(ann), {}],
  [
    "the bot may not write there",
    businessMessage(mia),
    { connection: { ...CONNECTION, canReply: false } },
  ],
  ["it is to be noted", businessMessage(mia), { business: "note" as const }],
])("where %s, a message to the owner's account is context", async (_, msg, world) => {
  const { takes, stored } = openTakes({}, world);
  await takes.message(msg, 1);
  expect(stored).toMatchObject([{ isOverheard: true }]);
});

test.each([
  ["of another person's account", businessMessage(mia, { business_connection_id: "c2" }), {}],
  [
    "that the bot has sent",
    businessMessage(ann, { sender_business_bot: { ...mia, is_bot: true } }),
    {},
  ],
  ["while it is off", businessMessage(mia), { business: "off" as const }],
])("a message %s is not heard", async (_, msg, world) => {
  const { takes, stored } = openTakes({}, world);
  await takes.message(msg, 1);
  expect(stored).toEqual([]);
});
