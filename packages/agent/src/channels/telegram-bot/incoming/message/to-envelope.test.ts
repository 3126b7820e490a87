import type { Message, RichBlock, RichText } from "grammy/types";
import { expect, test } from "vitest";
import type { Envelope, Media } from "../../../../kernel/envelope.ts";
import { type Reading, toEnvelope } from "./to-envelope.ts";

const self = { id: 42, username: "ReeveBot", name: "Reeve" };
const reading: Reading = {
  channel: "telegram-bot",
  self,
  commands: new Set(["tasks"]),
  needsMention: true,
  accounts: new Set(["77"]),
  updateId: 7_000_123,
};
const ann = { id: 9, is_bot: false, first_name: "Ann", last_name: "Lee", username: "ann" } as const;
const bot = { id: 42, is_bot: true, first_name: "Reeve", username: "ReeveBot" } as const;
const inPrivate: Message = {
  message_id: 3,
  date: 100,
  chat: { id: 9, type: "private", first_name: "Ann" },
  from: { ...ann, language_code: "de" },
};
const inGroup: Message = {
  message_id: 5,
  date: 200,
  chat: { id: -1001, type: "supergroup", title: "Family" },
  from: ann,
};
const privately: Envelope = {
  id: "3",
  edit: 0,
  address: { channel: "telegram-bot", externalId: "9", kind: "direct" },
  sender: { id: "9", name: "Ann Lee", username: "ann", language: "de" },
  text: "",
  sentAt: 100_000,
};
const amongOthers: Envelope = {
  id: "5",
  edit: 0,
  address: { channel: "telegram-bot", externalId: "-1001", kind: "group" },
  sender: { id: "9", name: "Ann Lee", username: "ann" },
  title: "Family",
  text: "",
  sentAt: 200_000,
};

test("a text of a private chat becomes an envelope", () => {
  expect(toEnvelope([{ ...inPrivate, text: "hello" }], reading)).toEqual({
    ...privately,
    text: "hello",
  });
});

test.each<[Partial<Message>, string]>([
  [
    {
      text: "see this, Ann: ls",
      entities: [
        { type: "text_link", url: "https://ex.com", offset: 4, length: 4 },
        { type: "text_mention", user: ann, offset: 10, length: 3 },
        { type: "code", offset: 15, length: 2 },
      ],
    },
    "see [this](https://ex.com), [Ann](tg://user?id=9): `ls`",
  ],
  [
    {
      text: "a\nb\nc",
      entities: [
        { type: "expandable_blockquote", offset: 0, length: 1 },
        { type: "pre", language: "sh", offset: 2, length: 1 },
      ],
    },
    "> a\n```sh\nb\n```\nc",
  ],
  [
    { caption: "my cat 😺", caption_entities: [{ type: "spoiler", offset: 3, length: 3 }] },
    "my ||cat|| 😺",
  ],
  [
    {
      text: "😺 @bob #x",
      entities: [{ type: "custom_emoji", custom_emoji_id: "1", offset: 0, length: 2 }],
    },
    "😺 @bob #x",
  ],
])("the formats of %j are Markdown", (message, text) => {
  expect(toEnvelope([{ ...inPrivate, ...message }], reading)?.text).toBe(text);
  const reply = { ...inGroup, text: "?", reply_to_message: replied(message) };
  expect(toEnvelope([reply], reading)?.quote?.text).toBe(text);
});

const file = { file_id: "F", file_unique_id: "U" };
const media: readonly (readonly [Partial<Message>, Media])[] = [
  [
    {
      photo: [
        { ...file, file_id: "small", width: 1, height: 1 },
        { ...file, width: 9, height: 9, file_size: 12 },
      ],
    },
    { kind: "photo", file: { ref: "F", bytes: 12 } },
  ],
  [
    { voice: { ...file, duration: 3 } },
    { kind: "voice", file: { ref: "F", mediaType: "audio/ogg", seconds: 3 } },
  ],
  [
    { audio: { ...file, duration: 65, title: "Song", mime_type: "audio/mpeg" } },
    { kind: "audio", file: { ref: "F", name: "Song", mediaType: "audio/mpeg", seconds: 65 } },
  ],
  [
    { document: { ...file, file_name: "a.pdf", mime_type: "application/pdf", file_size: 9 } },
    {
      kind: "document",
      file: { ref: "F", name: "a.pdf", mediaType: "application/pdf", bytes: 9 },
    },
  ],
  [
    {
      animation: { ...file, width: 1, height: 1, duration: 4, file_name: "cat.mp4" },
      document: { ...file, file_name: "cat.mp4" },
    },
    { kind: "animation", text: "[animation cat.mp4, 0:04]" },
  ],
  [
    { video: { ...file, width: 1, height: 1, duration: 62 } },
    { kind: "video", text: "[video 1:02]" },
  ],
  [
    { video_note: { ...file, length: 1, duration: 5 } },
    { kind: "video-note", text: "[video note, 0:05]" },
  ],
  [
    {
      sticker: {
        ...file,
        type: "regular",
        width: 1,
        height: 1,
        is_animated: false,
        is_video: false,
        emoji: "😀",
        set_name: "Cats",
      },
    },
    { kind: "sticker", text: "[sticker 😀, Cats]" },
  ],
  [
    { location: { latitude: 52.5, longitude: 13.4 } },
    { kind: "location", text: "[location 52.5, 13.4]" },
  ],
  [
    { location: { latitude: 1, longitude: 2, live_period: 60 } },
    { kind: "location", text: "[live location 1, 2]" },
  ],
  [
    {
      location: { latitude: 1, longitude: 2 },
      venue: { location: { latitude: 1, longitude: 2 }, title: "Café [x]", address: "Street 1" },
    },
    { kind: "venue", text: "[venue Café x, Street 1, 1, 2]" },
  ],
  [
    { contact: { phone_number: "+49 30 1", first_name: "Bob", last_name: "Ray" } },
    { kind: "contact", text: "[contact Bob Ray, +49 30 1]" },
  ],
  [{ dice: { emoji: "🎲", value: 4 } }, { kind: "dice", text: "[dice 🎲 4]" }],
  [
    { story: { chat: { id: -5, type: "channel", title: "News" }, id: 1 } },
    { kind: "story", text: "[story of News]" },
  ],
];

test.each(media)("%j tells of itself", (own, told) => {
  expect(toEnvelope([{ ...inPrivate, ...own }], reading)).toEqual({ ...privately, media: [told] });
});

test("a poll is told with its options and votes", () => {
  const option = { persistent_id: "1", voter_count: 0 };
  const poll: NonNullable<Message["poll"]> = {
    id: "p",
    question: "Lunch?",
    options: [
      { ...option, text: "Soup", voter_count: 2 },
      { ...option, text: "Rice" },
    ],
    total_voter_count: 2,
    is_closed: false,
    is_anonymous: true,
    type: "regular",
    allows_multiple_answers: false,
    allows_revoting: false,
    members_only: false,
  };
  expect(toEnvelope([{ ...inPrivate, poll }], reading)?.media).toEqual([
    { kind: "poll", text: "[poll Lunch?, Soup (2), Rice]" },
  ]);
});

test.each<Partial<Message>>([
  { new_chat_members: [ann] },
  { left_chat_member: ann },
  { new_chat_title: "Home" },
  { forum_topic_created: { name: "T", icon_color: 7322096 } },
  { group_chat_created: true },
  { migrate_to_chat_id: -2 },
])("what Telegram says by itself is no message: %j", (own) => {
  expect(toEnvelope([{ ...inGroup, ...own }], reading)).toBeUndefined();
});

/** Builds a replied-to message. Telegram's own types for it cannot be constructed. */
function replied(
  own: Partial<Message> & { readonly hologram?: number },
): NonNullable<Message["reply_to_message"]> {
  const msg = { message_id: 1, date: 50, chat: inGroup.chat, from: bot, ...own };
  return msg as unknown as NonNullable<Message["reply_to_message"]>;
}

test.each<[Partial<Message>, boolean]>([
  [{ text: "hello all" }, true],
  [{ text: "hey @reevebot", entities: [{ type: "mention", offset: 4, length: 9 }] }, false],
  [{ text: "hey @reevebot2", entities: [{ type: "mention", offset: 4, length: 10 }] }, true],
  [{ text: "mail a@reevebot.org" }, true],
  [
    { text: "Reeve?", entities: [{ type: "text_mention", offset: 0, length: 5, user: bot }] },
    false,
  ],
  [{ text: "Ann?", entities: [{ type: "text_mention", offset: 0, length: 3, user: ann }] }, true],
  [{ text: "/tasks" }, false],
  [{ text: "/tasks@ReeveBot all" }, false],
  [{ text: "/tasks@other" }, true],
  [{ text: "/unknown" }, true],
  [{ text: "/unknown@reevebot" }, false],
  [{ text: "yes", reply_to_message: replied({ text: "Sure?" }) }, false],
  [{ text: "yes", reply_to_message: replied({ from: ann, text: "Sure?" }) }, true],
  [
    {
      text: "yes",
      reply_to_message: replied({ forum_topic_created: { name: "T", icon_color: 7322096 } }),
    },
    true,
  ],
])("of %j in a group it is %j that it is overheard", (own, isOverheard) => {
  const found = toEnvelope([{ ...inGroup, ...own }], reading);
  expect(found?.isOverheard ?? false).toBe(isOverheard);
  const everything = { ...reading, needsMention: false };
  expect(toEnvelope([{ ...inGroup, ...own }], everything)?.isOverheard).toBeUndefined();
});

test("a topic is a chat of its own; threads of replies are not", () => {
  const threaded = { ...inGroup, text: "x", message_thread_id: 42 };
  expect(toEnvelope([{ ...threaded, is_topic_message: true }], reading)?.address.externalId).toBe(
    "-1001/42",
  );
  expect(toEnvelope([threaded], reading)?.address.externalId).toBe("-1001");
});

test("a reply names its message and what of it is quoted", () => {
  const reply: Message = {
    ...inGroup,
    text: "this",
    reply_to_message: replied({ text: "one, two" }),
  };
  expect(toEnvelope([reply], reading)).toEqual({
    ...amongOthers,
    text: "this",
    quote: { name: "Reeve", text: "one, two" },
    replyTo: "1",
  });
  const quoting = { ...reply, quote: { text: "two", position: 5 } };
  expect(toEnvelope([quoting], reading)?.quote).toEqual({ name: "Reeve", text: "two" });
});

function rich(...texts: readonly RichText[]): NonNullable<Message["rich_message"]> {
  return { blocks: texts.map((text) => ({ type: "paragraph", text })) };
}

test("a rich message is read as Markdown, with its files", () => {
  const photo = [{ ...file, width: 9, height: 9 }];
  const shown: RichBlock = { type: "photo", photo, caption: { text: "the sea" } };
  const { blocks } = rich({ type: "bold", text: "Look" });
  const sent: Message = { ...inPrivate, rich_message: { blocks: [...blocks, shown] } };
  expect(toEnvelope([sent], reading)).toEqual({
    ...privately,
    text: "**Look**\n\n[photo]\nthe sea",
    media: [{ kind: "photo", file: { ref: "F" } }],
  });
});

test("a rich message is quoted, passed on and meant as any other", () => {
  const reply = {
    ...inGroup,
    text: "this",
    reply_to_message: replied({ rich_message: rich("a") }),
  };
  expect(toEnvelope([reply], reading)?.quote).toEqual({ name: "Reeve", text: "a" });
  const origin = { type: "user", date: 1, sender_user: bot } as const;
  const forwarded: Message = { ...inPrivate, rich_message: rich("a"), forward_origin: origin };
  expect(toEnvelope([forwarded], reading)).toEqual({
    ...privately,
    text: "a",
    forwardedFrom: "Reeve",
  });
  const overheard = [
    rich("hello"),
    rich("hello ", { type: "mention", text: "@reevebot", username: "ReeveBot" }),
    rich({ type: "bold", text: { type: "text_mention", text: "Reeve", user: bot } }),
    rich({ type: "mention", text: "@other", username: "other" }),
    rich("/tasks"),
  ].map(
    (rich_message) => toEnvelope([{ ...inGroup, rich_message }], reading)?.isOverheard ?? false,
  );
  expect(overheard).toEqual([true, false, false, true, false]);
});

test.each([
  [{ hologram: { size: 3 } }, "[a kind of message that cannot be read: hologram]"],
  [{ via_bot: { ...bot, id: 43 } }, "[a kind of message that cannot be read]"],
])("what nobody knows how to read is told of: %j", (own, text) => {
  const message: Message = { ...inPrivate, ...own };
  expect(toEnvelope([message], reading)).toEqual({
    ...privately,
    media: [{ kind: "unreadable", text }],
  });
});

test.each<[Partial<Message>, Envelope["quote"]]>([
  [
    { reply_to_message: replied({ document: { ...file, file_name: "a.pdf" } }) },
    { name: "Reeve", text: "[document a.pdf]" },
  ],
  [{ reply_to_message: replied({}) }, undefined],
  [
    { reply_to_message: replied({ hologram: 1 }) },
    { name: "Reeve", text: "[a kind of message that cannot be read: hologram]" },
  ],
  [
    {
      external_reply: {
        origin: { type: "hidden_user", date: 1, sender_user_name: "Bob" },
        photo: [{ ...file, width: 9, height: 9 }],
      },
    },
    { name: "Bob", text: "[photo]" },
  ],
  [
    { external_reply: { origin: { type: "hidden_user", date: 1, sender_user_name: "Bob" } } },
    { name: "Bob", text: "[a message from another chat]" },
  ],
  [
    {
      external_reply: { origin: { type: "hidden_user", date: 1, sender_user_name: "Bob" } },
      quote: { text: "two", position: 5 },
    },
    { name: "Bob", text: "two" },
  ],
  [
    { reply_to_story: { chat: { id: -5, type: "channel", title: "News" }, id: 1 } },
    { name: "News", text: "[story of News]" },
  ],
])("of %j the quote is %j", (own, quote) => {
  expect(toEnvelope([{ ...inPrivate, text: "this", ...own }], reading)?.quote).toEqual(quote);
});

test("what is passed on names who wrote it", () => {
  const origin = {
    type: "channel",
    date: 1,
    chat: { id: -5, type: "channel", title: "News" },
  } as const;
  const forwarded: Message = {
    ...inPrivate,
    text: "x",
    forward_origin: { ...origin, message_id: 1 },
  };
  expect(toEnvelope([forwarded], reading)).toEqual({
    ...privately,
    text: "x",
    forwardedFrom: "News",
  });
});

test("an album is one message with the id of its first picture, and each other keeps its own", () => {
  const photo = [{ ...file, width: 9, height: 9 }];
  const album: [Message, Message] = [
    { ...inPrivate, photo, caption: "both", media_group_id: "g" },
    {
      ...inPrivate,
      message_id: 4,
      photo: [{ ...file, file_id: "G", width: 9, height: 9 }],
      media_group_id: "g",
    },
  ];
  expect(toEnvelope(album, reading)).toEqual({
    ...privately,
    text: "both",
    media: [
      { kind: "photo", file: { ref: "F" } },
      { kind: "photo", id: "4", file: { ref: "G" } },
    ],
  });
});

test("edits rise with their time, and within a second with their updates", () => {
  const edited: Message = { ...inPrivate, text: "x", edit_date: 300 };
  const edits = [
    toEnvelope([edited], { ...reading, updateId: 7_000_123 }),
    toEnvelope([edited], { ...reading, updateId: 7_000_124 }),
    toEnvelope([{ ...edited, edit_date: 301 }], { ...reading, updateId: 7_000_001 }),
  ].map((one) => one?.edit);
  expect(edits).toEqual([300_123, 300_124, 301_001]);
});

test("an anonymous admin speaks as the group, a bot as a bot", () => {
  const anonymous: Message = {
    ...inGroup,
    text: "x",
    from: { id: 1_087_968_824, is_bot: true, first_name: "Group" },
    sender_chat: { id: -1001, type: "supergroup", title: "Family", username: "family" },
  };
  expect(toEnvelope([anonymous], reading)?.sender).toEqual({
    id: "-1001",
    name: "Family",
    username: "family",
  });
  const other: Message = { ...inGroup, text: "x", from: { ...bot, id: 43, username: "other_bot" } };
  expect(toEnvelope([other], reading)?.sender).toEqual({
    id: "43",
    name: "Reeve",
    username: "other_bot",
    isBot: true,
  });
});

test.each<[Partial<Message>, true | undefined]>([
  [{ from: bot }, true],
  [{ via_bot: bot }, true],
  [
    { via_bot: bot, forward_origin: { type: "hidden_user", date: 1, sender_user_name: "Bob" } },
    undefined,
  ],
  [{ via_bot: { ...bot, id: 43 } }, undefined],
  [{ from: { ...ann, id: 77 } }, true],
  [
    { from: { ...ann, id: 77 }, sender_chat: { id: -1001, type: "supergroup", title: "Family" } },
    undefined,
  ],
])("of what has %j it is %j that it is the agent's own", (own, isOwn) => {
  expect(toEnvelope([{ ...inGroup, text: "x", ...own }], reading)?.isOwn).toBe(isOwn);
});

test("what a channel passes on to its group by itself, no person wrote", () => {
  const posted: Message = {
    ...inGroup,
    text: "x",
    from: { id: 777_000, is_bot: false, first_name: "Telegram" },
    sender_chat: { id: -5, type: "channel", title: "News" },
    is_automatic_forward: true,
  };
  expect(toEnvelope([posted], reading)?.sender).toEqual({ id: "-5", name: "News", isBot: true });
});
