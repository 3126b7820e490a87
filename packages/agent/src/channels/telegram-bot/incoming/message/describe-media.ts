import type { Chat, ExternalReplyInfo, Message, MessageOrigin } from "grammy/types";
import type { FileRef, Media } from "../../../../kernel/envelope.ts";
import { mediaLine } from "../../../kit/media-line.ts";

/** Content of a message, or of a replied-to message in another chat. */
export type Carried = Partial<Pick<Message, keyof Message & keyof ExternalReplyInfo>>;

/**
 * Describes the content of a message besides text: files that a turn can read, and a line of text
 * for everything else. Empty for plain texts and service events.
 */
export function describeMedia(msg: Carried): readonly Media[] {
  const [found] = KINDS.flatMap((describe) => describe(msg) ?? []);
  return found ? [found] : [];
}

/** The first match counts: a venue is also a location, an animation also a document. */
const KINDS: readonly ((msg: Carried) => Media | undefined)[] = [
  ({ photo }) => {
    const largest = photo?.at(-1);
    return largest && { kind: "photo", file: toFile(largest) };
  },
  ({ live_photo: live }) =>
    live && { kind: "video", text: `[live photo, ${formatLength(live.duration)}]` },
  ({ voice }) => voice && { kind: "voice", file: toFile({ mime_type: "audio/ogg", ...voice }) },
  ({ audio }) => audio && { kind: "audio", file: toFile(audio) },
  ({ animation }) => animation && { kind: "animation", text: describeFile("animation", animation) },
  ({ document }) => document && { kind: "document", file: toFile(document) },
  ({ video }) => video && { kind: "video", text: describeFile("video", video) },
  ({ video_note: note }) =>
    note && { kind: "video-note", text: `[video note, ${formatLength(note.duration)}]` },
  ({ sticker }) =>
    sticker && { kind: "sticker", text: mediaLine("sticker", [sticker.emoji, sticker.set_name]) },
  ({ venue }) =>
    venue && {
      kind: "venue",
      text: mediaLine("venue", [venue.title, venue.address, describePoint(venue.location)]),
    },
  ({ location }) =>
    location && {
      kind: "location",
      text: `[${location.live_period ? "live location" : "location"} ${describePoint(location)}]`,
    },
  ({ contact }) =>
    contact && {
      kind: "contact",
      text: mediaLine("contact", [nameOf(contact), contact.phone_number]),
    },
  ({ poll }) =>
    poll && {
      kind: "poll",
      text: mediaLine("poll", [
        poll.question,
        ...poll.options.map(({ text, voter_count: votes }) =>
          votes > 0 ? `${text} (${votes})` : text,
        ),
      ]),
    },
  ({ dice }) => dice && { kind: "dice", text: `[dice ${dice.emoji} ${dice.value}]` },
  ({ story }) =>
    story && { kind: "story", text: mediaLine("story", [`of ${nameOfChat(story.chat)}`]) },
  ({ game }) => game && { kind: "game", text: mediaLine("game", [game.title]) },
  ({ checklist }) =>
    checklist && {
      kind: "checklist",
      text: mediaLine("checklist", [checklist.title, ...checklist.tasks.map(({ text }) => text)]),
    },
  ({ invoice }) =>
    invoice && {
      kind: "invoice",
      text: mediaLine("invoice", [invoice.title, invoice.description]),
    },
  ({ paid_media: paid }) => paid && { kind: "paid-media", text: "[paid media]" },
  ({ giveaway }) =>
    giveaway && {
      kind: "giveaway",
      text: mediaLine("giveaway", [...giveaway.chats.map(nameOfChat), giveaway.prize_description]),
    },
  ({ giveaway_winners: won }) =>
    won && {
      kind: "giveaway",
      text: mediaLine("winners of a giveaway", [...won.winners.map(nameOf), won.prize_description]),
    },
];

/** Describes an attachment in one line, even if it has a file. */
export function formatMedia({ kind, text, file }: Media): string {
  return text ?? mediaLine(kind, [file?.name]);
}

interface TelegramFile {
  readonly file_id: string;
  readonly file_name?: string;
  readonly title?: string;
  readonly mime_type?: string;
  readonly file_size?: number;
  readonly duration?: number;
}

function toFile(file: TelegramFile): FileRef {
  return {
    ref: file.file_id,
    name: file.file_name ?? file.title,
    mediaType: file.mime_type,
    bytes: file.file_size,
    seconds: file.duration,
  };
}

function describeFile(
  kind: string,
  { file_name: name, duration }: Pick<TelegramFile, "file_name" | "duration">,
): string {
  return mediaLine(kind, [name, duration === undefined ? undefined : formatLength(duration)]);
}

function formatLength(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function describePoint({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): string {
  return `${latitude}, ${longitude}`;
}

/** Returns the display name of a person. */
export function nameOf({
  first_name: first,
  last_name: last,
}: {
  readonly first_name: string;
  readonly last_name?: string;
}): string {
  return last === undefined ? first : `${first} ${last}`;
}

/** Returns the display name of a chat. */
export function nameOfChat(chat: Chat): string {
  return chat.title ?? chat.first_name ?? chat.username ?? "a chat";
}

/** Returns the author of a forwarded message, as far as Telegram says. */
export function nameOfOrigin(origin: MessageOrigin): string {
  switch (origin.type) {
    case "user":
      return nameOf(origin.sender_user);
    case "hidden_user":
      return origin.sender_user_name;
    case "chat":
      return nameOfChat(origin.sender_chat);
    case "channel":
      return nameOfChat(origin.chat);
  }
}
