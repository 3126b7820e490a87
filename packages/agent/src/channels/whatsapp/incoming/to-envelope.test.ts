import { expect, test } from "vitest";
import { readWebhook } from "./read-webhook.ts";
import { toEnvelope } from "./to-envelope.ts";

function webhookWith(...messages: readonly unknown[]): unknown {
  const value = {
    metadata: { phone_number_id: "1" },
    contacts: [{ wa_id: "4915", profile: { name: "Ann" } }],
    messages,
  };
  return { entry: [{ changes: [{ value }] }] };
}

function read(content: object) {
  const news = readWebhook(
    webhookWith({ id: "w1", from: "4915", timestamp: "1700000000", ...content }),
    "1",
  );
  const [one] = news.messages;
  return one && toEnvelope(one.message, { channel: "whatsapp", name: one.name });
}

const envelope = {
  id: "w1",
  edit: 0,
  address: { channel: "whatsapp", externalId: "4915", kind: "direct" },
  sender: { id: "4915", name: "Ann" },
  text: "",
  sentAt: 1_700_000_000_000,
};

const cases: readonly (readonly [string, object, object])[] = [
  ["text", { type: "text", text: { body: "hi" } }, { text: "hi" }],
  ["formatted text", { type: "text", text: { body: "a *b*" } }, { text: "a **b**" }],
  ["a command", { type: "text", text: { body: "/note *a*, _b_" } }, { text: "/note *a*, _b_" }],
  [
    "a picture with words",
    { type: "image", image: { id: "9", mime_type: "image/jpeg", sha256: "x", caption: "look" } },
    { text: "look", media: [{ kind: "photo", file: { ref: "9", mediaType: "image/jpeg" } }] },
  ],
  [
    "a voice message",
    { type: "audio", audio: { id: "9", mime_type: "audio/ogg; codecs=opus", voice: true } },
    { media: [{ kind: "voice", file: { ref: "9", mediaType: "audio/ogg" } }] },
  ],
  [
    "music",
    { type: "audio", audio: { id: "9", mime_type: "audio/mpeg", voice: false } },
    { media: [{ kind: "audio", file: { ref: "9", mediaType: "audio/mpeg" } }] },
  ],
  [
    "a document",
    {
      type: "document",
      document: { id: "9", filename: "a.pdf", mime_type: "application/pdf", caption: "sign it" },
    },
    {
      text: "sign it",
      media: [
        { kind: "document", file: { ref: "9", name: "a.pdf", mediaType: "application/pdf" } },
      ],
    },
  ],
  [
    "a video",
    { type: "video", video: { id: "9", mime_type: "video/mp4", caption: "us" } },
    { text: "us", media: [{ kind: "video", text: "[video]" }] },
  ],
  [
    "a sticker",
    { type: "sticker", sticker: { id: "9", mime_type: "image/webp", animated: false } },
    { media: [{ kind: "sticker", text: "[sticker]" }] },
  ],
  [
    "a place",
    {
      type: "location",
      location: { latitude: 52.5, longitude: 13.4, name: "Café] [x", address: "Street 1" },
    },
    { media: [{ kind: "location", text: "[location 52.5, 13.4, Café x, Street 1]" }] },
  ],
  [
    "contacts",
    {
      type: "contacts",
      contacts: [
        { name: { formatted_name: "Bob B" }, phones: [{ phone: "+49 1", wa_id: "491" }] },
        { name: { formatted_name: "Eve" }, phones: [{ wa_id: "492" }] },
      ],
    },
    {
      media: [
        { kind: "contact", text: "[contact Bob B, +49 1]" },
        { kind: "contact", text: "[contact Eve, 492]" },
      ],
    },
  ],
  [
    "a reaction",
    { type: "reaction", reaction: { message_id: "w0", emoji: "👍" } },
    { media: [{ kind: "reaction", text: "[reaction 👍]" }], replyTo: "w0", isOverheard: true },
  ],
  [
    "a reaction that is taken back",
    { type: "reaction", reaction: { message_id: "w0" } },
    {
      media: [{ kind: "reaction", text: "[reaction removed]" }],
      replyTo: "w0",
      isOverheard: true,
    },
  ],
  [
    "a tapped button that is none of ours",
    {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "x", title: "Yes" } },
    },
    { text: "Yes" },
  ],
  [
    "a row of a list",
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "x", title: "Two" } },
    },
    { text: "Two" },
  ],
  [
    "a template's button",
    { type: "button", button: { text: "Stop", payload: "p" } },
    { text: "Stop" },
  ],
  [
    "an order",
    { type: "order", order: { catalog_id: "1", text: "quickly", product_items: [{}, {}] } },
    { text: "quickly", media: [{ kind: "order", text: "[order 2 products]" }] },
  ],
  [
    "a notice of WhatsApp's",
    { type: "system", system: { type: "user_changed_number", body: "Ann changed from 1 to 2" } },
    {
      media: [{ kind: "system", text: "[notice of WhatsApp: Ann changed from 1 to 2]" }],
      isOverheard: true,
    },
  ],
  [
    "what Meta does not hand on",
    { type: "unsupported", errors: [{ code: 131_051, title: "Message type unknown" }] },
    {
      media: [
        {
          kind: "unsupported",
          text: "[message of a kind that WhatsApp does not deliver to bots Message type unknown]",
        },
      ],
    },
  ],
  [
    "a kind of tomorrow",
    { type: "hologram", hologram: {} },
    {
      media: [
        {
          kind: "unsupported",
          text: "[message of a kind that WhatsApp does not deliver to bots hologram]",
        },
      ],
    },
  ],
  [
    "a kind that is not as it is described",
    { type: "location", location: { latitude: "north" } },
    {
      media: [
        {
          kind: "unsupported",
          text: "[message of a kind that WhatsApp does not deliver to bots location]",
        },
      ],
    },
  ],
  [
    "a reply",
    { type: "text", text: { body: "that" }, context: { from: "1", id: "w0" } },
    { text: "that", replyTo: "w0" },
  ],
  [
    "what is passed on",
    { type: "text", text: { body: "news" }, context: { forwarded: true } },
    { text: "news", forwardedFrom: "somebody" },
  ],
  [
    "what is passed on often",
    { type: "text", text: { body: "news" }, context: { frequently_forwarded: true } },
    { text: "news", forwardedFrom: "somebody" },
  ],
];

test.each(cases)("%s is read", (_name, content, expected) => {
  expect(read(content)).toEqual({ ...envelope, ...expected });
});

test("one message that nobody can read keeps none of the others back", () => {
  const good = { id: "w2", from: "4915", timestamp: "5", type: "text", text: { body: "b" } };
  const bad = { id: "w1", timestamp: "5", type: "hologram" };
  const news = readWebhook(webhookWith(bad, null, good), "1");
  expect(news.messages.map(({ message }) => message.id)).toEqual(["w2"]);
  expect(news.unread).toEqual([
    { what: "message", id: "w1", type: "hologram" },
    { what: "message", id: undefined, type: undefined },
  ]);
  expect(
    [undefined, 5, {}, { entry: [{ changes: [{}] }] }].map((one) => readWebhook(one, "1")),
  ).toEqual(Array.from({ length: 4 }, () => ({ messages: [], statuses: [], unread: [] })));
});

test("a sender without a name is called by the number", () => {
  const news = readWebhook(
    webhookWith({ id: "w1", from: "3371", timestamp: "1", type: "text", text: { body: "a" } }),
    "1",
  );
  const [one] = news.messages;
  expect(one && toEnvelope(one.message, { channel: "whatsapp", name: one.name }).sender).toEqual({
    id: "3371",
    name: "+3371",
  });
});

test("a sender who shows no number is who Meta knows them as", () => {
  const user = "US.13491208655302741918";
  const content = { timestamp: "1", type: "text", text: { body: "a" } };
  const messages = [
    { id: "w1", from_user_id: user, ...content },
    { id: "w2", from: "4915", from_user_id: user, ...content },
    { id: "w3", from: "not a number", from_user_id: user, ...content },
    { id: "w4", from_user_id: "not an id", ...content },
  ];
  const statuses = [
    { id: "s1", recipient_user_id: user, status: "sent", timestamp: "7" },
    { id: "s2", status: "sent" },
    { id: "s3", recipient_id: "4915" },
  ];
  const contacts = [{ user_id: user, profile: { name: "Ann" } }];
  const value = { metadata: { phone_number_id: "1" }, contacts, messages, statuses };
  const news = readWebhook({ entry: [{ changes: [{ value }] }] }, "1");
  expect(
    news.messages.map(({ message, name }) => [message.id, message.from, message.user, name]),
  ).toEqual([
    ["w1", user, user, "Ann"],
    ["w2", "4915", user, "Ann"],
    ["w3", user, user, "Ann"],
  ]);
  expect(news.statuses.map(({ id, timestamp }) => [id, timestamp])).toEqual([
    ["s1", 7],
    ["s2", undefined],
  ]);
  expect(news.unread).toEqual([
    { what: "message", id: "w4", type: "text" },
    { what: "status", id: "s3", type: undefined },
  ]);
  const [first] = news.messages;
  const reading = { channel: "whatsapp", name: undefined };
  expect(first && toEnvelope(first.message, reading)).toMatchObject({
    address: { channel: "whatsapp", externalId: user, kind: "direct" },
    sender: { id: user, name: user },
  });
});

test("a sender speaks what the settings say that people speak there", () => {
  const news = readWebhook(
    webhookWith({ id: "w1", from: "3371", timestamp: "1", type: "text", text: { body: "a" } }),
    "1",
  );
  const [one] = news.messages;
  const reading = { channel: "whatsapp", name: "Ann", language: "fr" };
  expect(one && toEnvelope(one.message, reading).sender).toEqual({
    id: "3371",
    name: "Ann",
    language: "fr",
  });
});
