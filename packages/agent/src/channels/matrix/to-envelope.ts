import { z } from "zod";
import type { Envelope, Media } from "../../kernel/envelope.ts";
import type { RoomEvent } from "./client.ts";
import { formatRoomAddress, type Room } from "./rooms.ts";

const relation = z.object({
  rel_type: z.string().optional(),
  event_id: z.string().optional(),
  key: z.string().optional(),
  is_falling_back: z.boolean().optional(),
  "m.in_reply_to": z.object({ event_id: z.string() }).optional(),
});

const info = z.object({
  mimetype: z.string().optional(),
  size: z.number().optional(),
  duration: z.number().optional(),
});

/** Content of `m.room.message`, `m.sticker` and `m.reaction`. */
const content = z.object({
  msgtype: z.string().optional(),
  body: z.string().default(""),
  formatted_body: z.string().optional(),
  filename: z.string().optional(),
  url: z.string().optional(),
  geo_uri: z.string().optional(),
  info: info.optional().catch(undefined),
  "m.mentions": z
    .object({ user_ids: z.array(z.string()).optional() })
    .optional()
    .catch(undefined),
  "m.relates_to": relation.optional().catch(undefined),
  "org.matrix.msc3245.voice": z.unknown().optional(),
});

type Content = z.output<typeof content>;

/** How a message relates to the agent and its room. */
export interface Reading {
  readonly channel: string;
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

/** Reaction to a message. */
export interface Reaction {
  readonly message: string;
  /** Emoji, without variation selectors. */
  readonly key: string;
}

/** Returns the reaction that an event is; undefined for other events. */
export function readReaction({ type, content: given }: RoomEvent): Reaction | undefined {
  const about = type === "m.reaction" ? readContent(given)["m.relates_to"] : undefined;
  if (about?.event_id === undefined || about.key === undefined) return undefined;
  return { message: about.event_id, key: about.key.replaceAll("\uFE0F", "") };
}

/** Returns the id of the message that an event answers. */
export function repliedTo({ content: given }: RoomEvent): string | undefined {
  const about = readContent(given)["m.relates_to"];
  return about?.is_falling_back ? undefined : about?.["m.in_reply_to"]?.event_id;
}

/** Converts an event to an envelope; undefined if it shows people nothing. */
export function toEnvelope(event: RoomEvent, reading: Reading): Envelope | undefined {
  const { event_id: id, type, sender, origin_server_ts: sentAt } = event;
  const { room, self, channel } = reading;
  const given = readContent(event.content);
  const about = given["m.relates_to"];
  const isEdit = about?.rel_type === "m.replace";
  // Homeservers pass on edits by others, which clients ignore.
  if (isEdit && reading.original?.sender !== sender) return undefined;
  const said = isEdit ? readContent(event.content["m.new_content"]) : given;
  const reaction = readReaction(event);
  if (!reaction && type !== "m.room.message" && type !== "m.sticker") return undefined;
  const { "m.relates_to": within } = readContent((reading.original ?? event).content);
  const thread = within?.rel_type === "m.thread" ? within.event_id : undefined;
  const media = reaction
    ? [{ kind: "reaction", text: `[reaction ${reaction.key}]` }]
    : readMedia(said, type);
  const text = reaction || (media.length > 0 && !hasCaption(said)) ? "" : textOf(said);
  // A message that was removed has no content.
  if (text.trim() === "" && media.length === 0) return undefined;
  const replyTo = reaction?.message ?? repliedTo(event);
  const isDirect = room.kind === "direct";
  const isOverheard =
    Boolean(reaction) || (!isDirect && reading.needsMention && !isAddressed(said, reading));
  return {
    id: (isEdit && about.event_id) || id,
    edit: isEdit ? sentAt : 0,
    address: { channel, externalId: formatRoomAddress({ room: room.id, thread }), kind: room.kind },
    sender: {
      id: sender,
      name: room.members.get(sender) ?? sender,
      ...(said.msgtype === "m.notice" && { isBot: true }),
    },
    ...(!isDirect && { title: room.title }),
    text: said.msgtype === "m.emote" ? `* ${text}` : text,
    ...(media.length > 0 && { media }),
    ...(replyTo !== undefined && { replyTo }),
    sentAt,
    ...(isOverheard && { isOverheard }),
    ...(sender === self && { isOwn: true }),
  };
}

function readContent(value: unknown): Content {
  return content.safeParse(value).data ?? { body: "" };
}

/** Removes the quotation with which older clients begin a reply. */
function textOf({ body, "m.relates_to": about }: Content): string {
  return about?.["m.in_reply_to"] ? body.replace(/^(?:> .*\n)+\n?/, "") : body;
}

function hasCaption({ body, filename }: Content): boolean {
  return filename !== undefined && filename !== body;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["m.image", "photo"],
  ["m.file", "document"],
  ["m.audio", "audio"],
]);

function readMedia(said: Content, type: string): readonly Media[] {
  const { msgtype = "", body, url, geo_uri: place, filename } = said;
  if (type === "m.sticker") return [{ kind: "sticker", text: `[sticker ${inBrackets(body)}]` }];
  if (msgtype === "m.location")
    return [{ kind: "location", text: `[location ${inBrackets(`${place ?? ""} ${body}`)}]` }];
  if (msgtype === "m.video") return [{ kind: "video", text: "[video]" }];
  const kind = KINDS.get(msgtype);
  if (kind === undefined) return [];
  if (url === undefined)
    return [{ kind: "unsupported", text: `[encrypted file ${inBrackets(body)}]` }];
  const { mimetype, size, duration } = said.info ?? {};
  const file = {
    ref: url,
    name: filename ?? body,
    mediaType: mimetype,
    bytes: size,
    ...(duration !== undefined && { seconds: duration / 1000 }),
  };
  const isVoice = kind === "audio" && said["org.matrix.msc3245.voice"] !== undefined;
  return [{ kind: isVoice ? "voice" : kind, file }];
}

function inBrackets(text: string): string {
  return text.replaceAll(/[[\]\n]/g, " ").trim();
}

/** Clients list whom a message mentions; older ones only link them. */
function isAddressed(said: Content, { self, commands }: Reading): boolean {
  const { body, formatted_body: html = "", "m.mentions": mentions } = said;
  if (mentions?.user_ids?.includes(self)) return true;
  const [, command = ""] = /^[/!.]([a-z][a-z0-9_]*)(?:\s|$)/i.exec(body) ?? [];
  return (
    body.includes(self) ||
    html.includes(`matrix.to/#/${self}`) ||
    commands.has(command.toLowerCase())
  );
}
