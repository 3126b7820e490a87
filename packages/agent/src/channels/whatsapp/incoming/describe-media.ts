import type { FileRef, Media } from "../../../kernel/envelope.ts";
import { mediaLine } from "../../kit/media-line.ts";
import type { CloudMessage } from "./read-webhook.ts";

/**
 * Describes the content of a message besides text: files that a turn can read, and a line of text
 * for everything else.
 */
export function describeMedia(message: CloudMessage): readonly Media[] {
  const { image, audio, document, video, sticker, location, contacts, reaction, order } = message;
  if (image) return [{ kind: "photo", file: toFile(image) }];
  if (audio) return [{ kind: audio.voice ? "voice" : "audio", file: toFile(audio) }];
  if (document) return [{ kind: "document", file: toFile(document) }];
  if (video) return [{ kind: "video", text: "[video]" }];
  if (sticker) return [{ kind: "sticker", text: "[sticker]" }];
  if (location) {
    const { latitude, longitude, name, address } = location;
    return [
      {
        kind: "location",
        text: mediaLine("location", [`${latitude}, ${longitude}`, name, address]),
      },
    ];
  }
  if (contacts)
    return contacts.map(({ name, phones = [] }) => ({
      kind: "contact",
      text: mediaLine("contact", [
        name?.formatted_name,
        ...phones.map(({ phone, wa_id: id }) => phone ?? id),
      ]),
    }));
  if (reaction) {
    const { emoji = "" } = reaction;
    return [
      {
        kind: "reaction",
        text: emoji === "" ? "[reaction removed]" : mediaLine("reaction", [emoji]),
      },
    ];
  }
  if (order)
    return [
      { kind: "order", text: mediaLine("order", [`${order.product_items.length} products`]) },
    ];
  if (message.type === "system")
    return [{ kind: "system", text: mediaLine("notice of WhatsApp:", [message.system?.body]) }];
  return isSaid(message) ? [] : [{ kind: "unsupported", text: unsupported(message) }];
}

/** Returns whether the message expects no reply. */
export function isNotice({ type }: CloudMessage): boolean {
  return type === "reaction" || type === "system";
}

function isSaid({ text, button, interactive }: CloudMessage): boolean {
  return (text ?? button ?? interactive?.button_reply ?? interactive?.list_reply) !== undefined;
}

/** Meta does not deliver some kinds, such as polls, and says so. */
function unsupported({ type, errors = [] }: CloudMessage): string {
  const kind = type === "unsupported" || type === "unknown" ? undefined : type;
  return mediaLine("message of a kind that WhatsApp does not deliver to bots", [
    kind,
    errors[0]?.title,
  ]);
}

function toFile({ id, ...file }: NonNullable<CloudMessage["document"]>): FileRef {
  return { ref: id, name: file.filename, mediaType: file.mime_type?.split(";")[0]?.trim() };
}
