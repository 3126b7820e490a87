import { expect, test } from "vitest";
import type { RoomEvent } from "./client.ts";
import { editedBy, type Reading, readReaction, toEnvelope } from "./to-envelope.ts";

const SELF = "@reeve:home.test";
const ANN = "@ann:home.test";
const members = new Map([
  [SELF, "Reeve"],
  [ANN, "Ann"],
]);
const direct = { id: "!r", kind: "direct", members, title: undefined } as const;
const group = { id: "!r", kind: "group", members, title: "House" } as const;

function read(
  content: Record<string, unknown>,
  own: Partial<RoomEvent & Pick<Reading, "room">> = {},
) {
  const { room = direct, ...event } = own;
  const whole = {
    event_id: "$1",
    type: "m.room.message",
    sender: ANN,
    origin_server_ts: 5,
    content,
    ...event,
  };
  const commands = new Set(["help"]);
  return toEnvelope(whole, { self: SELF, room, commands, needsMention: true });
}

const text = (body: string, more: object = {}) => ({ msgtype: "m.text", body, ...more });
const relation = (about: object) => ({ "m.relates_to": about });

test("a message of a direct room", () => {
  expect(read(text("hi"))).toEqual({
    id: "$1",
    edit: 0,
    address: { channel: "matrix", externalId: "!r", kind: "direct" },
    sender: { id: ANN, name: "Ann" },
    text: "hi",
    sentAt: 5,
  });
});

test.each([
  [
    "a reply with a quotation",
    text("> <@x> a\n> b\n\nc", relation({ "m.in_reply_to": { event_id: "$0" } })),
    { text: "c", replyTo: "$0" },
  ],
  [
    "a formatted reply to an older client",
    text("> <@x> a\n\nc **d**", {
      format: "org.matrix.custom.html",
      formatted_body: "<mx-reply>a</mx-reply>c <b>d</b>",
      ...relation({ "m.in_reply_to": { event_id: "$0" } }),
    }),
    { text: "c **d**", replyTo: "$0" },
  ],
  [
    "a command",
    text("!note src/*.ts src/*.js", {
      format: "org.matrix.custom.html",
      formatted_body: "!note src/<em>.ts src/</em>.js",
    }),
    { text: "!note src/*.ts src/*.js" },
  ],
  [
    "a format that is unknown",
    text("a", { format: "x", formatted_body: "<b>b</b>" }),
    { text: "a" },
  ],
  [
    "a message in a thread",
    text(
      "a",
      relation({
        rel_type: "m.thread",
        event_id: "$0",
        is_falling_back: true,
        "m.in_reply_to": { event_id: "$9" },
      }),
    ),
    { address: { channel: "matrix", externalId: "!r/$0", kind: "direct" }, text: "a" },
  ],
  ["an action", { msgtype: "m.emote", body: "waves" }, { text: "* waves" }],
  [
    "a program",
    { msgtype: "m.notice", body: "hi" },
    { sender: { id: ANN, name: "Ann", isBot: true } },
  ],
  [
    "a picture",
    {
      msgtype: "m.image",
      body: "a.png",
      url: "mxc://h/1",
      info: { mimetype: "image/png", size: 3 },
    },
    {
      text: "",
      media: [
        {
          kind: "photo",
          file: { ref: "mxc://h/1", name: "a.png", mediaType: "image/png", bytes: 3 },
        },
      ],
    },
  ],
  [
    "a file with a caption",
    { msgtype: "m.file", body: "read it", filename: "a.pdf", url: "mxc://h/1" },
    { text: "read it", media: [{ kind: "document", file: { ref: "mxc://h/1", name: "a.pdf" } }] },
  ],
  [
    "a voice message",
    {
      msgtype: "m.audio",
      body: "v",
      url: "mxc://h/1",
      info: { duration: 1500 },
      "org.matrix.msc3245.voice": {},
    },
    { media: [{ kind: "voice", file: { ref: "mxc://h/1", name: "v", seconds: 1.5 } }] },
  ],
  [
    "an encrypted file",
    { msgtype: "m.file", body: "a", file: {} },
    { media: [{ kind: "unsupported", text: "[encrypted file a]" }] },
  ],
  [
    "a place",
    { msgtype: "m.location", body: "Café] [x", geo_uri: "geo:1,2" },
    { text: "", media: [{ kind: "location", text: "[location geo:1,2 Café x]" }] },
  ],
])("%s", (_what, content, expected) => {
  expect(read(content)).toMatchObject(expected);
});

test("an edit changes the original, in its thread, if its author wrote it", () => {
  const content = text("* b", {
    "m.new_content": text("b"),
    ...relation({ rel_type: "m.replace", event_id: "$0" }),
  });
  const original = {
    event_id: "$0",
    type: "m.room.message",
    sender: ANN,
    origin_server_ts: 4,
    content: text("a", relation({ rel_type: "m.thread", event_id: "$root" })),
  };
  const reading = {
    self: SELF,
    room: direct,
    commands: new Set<string>(),
    needsMention: true,
  };
  const event = { ...original, event_id: "$1", origin_server_ts: 5, content };
  expect(editedBy(event)).toBe("$0");
  expect(toEnvelope(event, { ...reading, original })).toMatchObject({
    id: "$0",
    edit: 5,
    address: { externalId: "!r/$root" },
    text: "b",
  });
  expect(toEnvelope({ ...event, sender: "@eve:h" }, { ...reading, original })).toBeUndefined();
  expect(toEnvelope(event, reading)).toBeUndefined();
});

test("a reaction is context, and its key has no variation selector", () => {
  const content = relation({ rel_type: "m.annotation", event_id: "$0", key: "✏\uFE0F" });
  const event = { event_id: "$1", type: "m.reaction", sender: ANN, origin_server_ts: 5, content };
  expect(readReaction(event)).toEqual({ message: "$0", key: "✏" });
  expect(read(content, { type: "m.reaction" })).toMatchObject({
    text: "",
    media: [{ kind: "reaction", text: "[reaction ✏]" }],
    replyTo: "$0",
    isOverheard: true,
  });
});

test.each([
  ["names its id", text(`${SELF} hi`), true],
  ["lists it", text("Reeve: hi", { "m.mentions": { user_ids: [SELF] } }), true],
  [
    "links it",
    text("Reeve: hi", { formatted_body: `<a href="https://matrix.to/#/${SELF}">Reeve</a>` }),
    true,
  ],
  ["is a command", text("!help me"), true],
  ["is no command", text("!helpless"), false],
  ["is for others", text("hi all"), false],
])("in a group a message that %s", (_how, content, isAddressed) => {
  const found = read(content, { room: group });
  expect([found?.title, found?.isOverheard === undefined]).toEqual(["House", isAddressed]);
});

test.each(["m.room.member", "m.room.topic", "m.call.invite"])("%s is no message", (type) => {
  expect(read({ body: "x" }, { type })).toBeUndefined();
});

test.each([{}, { body: 5 }, { msgtype: 7, body: "a" }, relation({ rel_type: 5 })])(
  "a message without readable content, such as %j, shows nothing",
  (content) => {
    expect(read(content)).toBeUndefined();
  },
);
