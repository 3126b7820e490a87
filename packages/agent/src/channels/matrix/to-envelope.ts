import { z } from "zod";
import type { Envelope, Media } from "../../kernel/envelope.ts";
import { formatChatAddress } from "../kit/chat-address.ts";
import { hasCommandForm, isCommand } from "../kit/is-command.ts";
import { mediaLine } from "../kit/media-line.ts";
import { type HtmlMarks, htmlToMarkdown } from "../kit/read-html.ts";
import type { RoomEvent } from "./client.ts";
import { MATRIX } from "./config.ts";
import type { Room } from "./rooms.ts";

/** Only format of the specification. */
const HTML = "org.matrix.custom.html";

/** Content of `m.room.message`, `m.sticker` and `m.reaction`. */
const content = z.object({
  msgtype: z.string().optional(),
  body: z.string().default(""),
  format: z.string().optional(),
  formatted_body: z.string().optional(),
  filename: z.string().optional(),
  url: z.string().optional(),
  geo_uri: z.string().optional(),
  info: fieldsOf({ mimetype: z.string(), size: z.number(), duration: z.number() }),
  "m.mentions": fieldsOf({ user_ids: z.array(z.string()) }),
  "m.relates_to": fieldsOf({
    rel_type: z.string(),
    event_id: z.string(),
    key: z.string(),
    is_falling_back: z.boolean(),
    "m.in_reply_to": z.object({ event_id: z.string() }),
  }),
  "org.matrix.msc3245.voice": z.unknown().optional(),
});

type Content = z.output<typeof content>;

/** Fields that clients may leave out; wrong ones count as none. */
function fieldsOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().optional().catch(undefined);
}

/** How a message relates to the agent and its room. */
export interface Reading {
  /** The agent's own user id. */
  readonly self: string;
  readonly room: Room;
  /** Names of the agent's chat commands. */
  readonly commands: ReadonlySet<string>;
  /** Whether messages in groups must address the agent. */
  readonly needsMention: boolean;
  /** Original of an edited message, if it can be found: it has the author and the thread. */
  readonly original?: RoomEvent | undefined;
}

/** Returns the id of the message that an event edits; undefined for other events. */
export function editedBy({ content: given }: RoomEvent): string | undefined {
  const about = readContent(given)["m.relates_to"];
  return about?.rel_type === "m.replace" ? about.event_id : undefined;
}

/** Returns the message to which an event is a reaction, and the emoji without variation selectors. */
export function readReaction({ type, content: given }: RoomEvent) {
  const about = type === "m.reaction" ? readContent(given)["m.relates_to"] : undefined;
  if (about?.event_id === undefined || about.key === undefined) return undefined;
  return { message: about.event_id, key: about.key.replaceAll("\uFE0F", "") };
}

/** Returns the id of the message that an event answers. */
function repliedTo({ content: given }: RoomEvent): string | undefined {
  const about = readContent(given)["m.relates_to"];
  return about?.is_falling_back ? undefined : about?.["m.in_reply_to"]?.event_id;
}

/** Converts an event to an envelope; undefined if it shows people nothing. */
export function toEnvelope(event: RoomEvent, reading: Reading): Envelope | undefined {
  const { event_id: id, type, sender, origin_server_ts: sentAt } = event;
  const { room, original } = reading;
  const edited = editedBy(event);
  // Homeservers pass on edits by others, which clients ignore.
  if (edited !== undefined && original?.sender !== sender) return undefined;
  const { "m.new_content": changed } = event.content;
  const said = readContent(edited === undefined ? event.content : changed);
  const reaction = readReaction(event);
  if (!reaction && type !== "m.room.message" && type !== "m.sticker") return undefined;
  const { "m.relates_to": within } = readContent((original ?? event).content);
  const topic = within?.rel_type === "m.thread" ? within.event_id : undefined;
  const media = reaction
    ? [{ kind: "reaction", text: mediaLine("reaction", [reaction.key]) }]
    : readMedia(said, type);
  const isNamed = media.length > 0 && (said.filename ?? said.body) === said.body;
  const text = reaction || isNamed ? "" : textOf(said, reading.self);
  // A message that was removed has no content.
  if (text.trim() === "" && media.length === 0) return undefined;
  const externalId = formatChatAddress({ chat: room.id, topic });
  const isDirect = room.kind === "direct";
  const isOverheard = !isDirect && reading.needsMention && !isAddressed(said, reading);
  const isBot = said.msgtype === "m.notice" || undefined;
  return {
    id: edited ?? id,
    edit: edited === undefined ? 0 : sentAt,
    address: { channel: MATRIX, externalId, kind: room.kind },
    sender: { id: sender, name: room.members.get(sender) ?? sender, isBot },
    title: isDirect ? undefined : room.title,
    text: said.msgtype === "m.emote" ? `* ${text}` : text,
    media: media.length > 0 ? media : undefined,
    replyTo: reaction?.message ?? repliedTo(event),
    sentAt,
    isOverheard: isOverheard || reaction ? true : undefined,
    isOwn: sender === reading.self || undefined,
  };
}

function readContent(value: unknown): Content {
  return content.safeParse(value).data ?? { body: "" };
}

/** Returns what people see, but a command as typed; without the quotation with which older clients begin a reply. */
function textOf(said: Content, self: string): string {
  const { body, format, formatted_body: html, "m.relates_to": about } = said;
  const typed = about?.["m.in_reply_to"] ? body.replace(/^(?:> .*\n)+\n?/, "") : body;
  if (format !== HTML || !html || hasCommandForm(typed)) return typed;
  const shown = htmlToMarkdown(html, htmlMarks(self));
  return shown.trim() === "" ? typed : shown;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["m.image", "photo"],
  ["m.file", "document"],
  ["m.audio", "audio"],
]);

function readMedia(said: Content, type: string): readonly Media[] {
  const { msgtype = "", body, url: ref, info = {} } = said;
  if (type === "m.sticker") return [{ kind: "sticker", text: mediaLine("sticker", [body]) }];
  if (msgtype === "m.location")
    return [{ kind: "location", text: mediaLine("location", [`${said.geo_uri ?? ""} ${body}`]) }];
  if (msgtype === "m.video") return [{ kind: "video", text: "[video]" }];
  const kind = KINDS.get(msgtype);
  if (kind === undefined) return [];
  if (ref === undefined)
    return [{ kind: "unsupported", text: mediaLine("encrypted file", [body]) }];
  const isVoice = kind === "audio" && said["org.matrix.msc3245.voice"] !== undefined;
  const seconds = info.duration === undefined ? undefined : info.duration / 1000;
  const name = said.filename ?? body;
  const file = { ref, name, mediaType: info.mimetype, bytes: info.size, seconds };
  return [{ kind: isVoice ? "voice" : kind, file }];
}

/** Returns how Matrix marks its HTML for the agent's account. */
export function htmlMarks(self: string): HtmlMarks {
  const ends = [self, encodeURIComponent(self)].map((id) => `matrix.to/#/${id}`);
  const isSelf = (url: string) => ends.some((end) => url.endsWith(end));
  return { quotation: "mx-reply", spoiler: "data-mx-spoiler", isSelf };
}

/** Clients list whom a message mentions; older ones only link them. */
function isAddressed(said: Content, { self, commands }: Reading): boolean {
  const { body, formatted_body: html = "", "m.mentions": mentions } = said;
  if (mentions?.user_ids?.includes(self)) return true;
  if (body.includes(self) || html.includes(`matrix.to/#/${self}`)) return true;
  return isCommand(body, { commands });
}
