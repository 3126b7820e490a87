import type { FileRef, Media } from "../../../kernel/envelope.ts";
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
      { kind: "location", text: line("location", [`${latitude}, ${longitude}`, name, address]) },
    ];
  }
  if (contacts)
    return contacts.map(({ name, phones = [] }) => ({
      kind: "contact",
      text: line("contact", [
        name?.formatted_name,
        ...phones.map(({ phone, wa_id: id }) => phone ?? id),
      ]),
    }));
  if (reaction) {
    const { emoji = "" } = reaction;
    return [
      {
        kind: "reaction",
        text: emoji === "" ? "[reaction removed]" : line("reaction", [emoji]),
      },
    ];
  }
  if (order)
    return [{ kind: "order", text: line("order", [`${order.product_items.length} products`]) }];
  if (message.type === "system")
    return [{ kind: "system", text: line("notice of WhatsApp:", [message.system?.body]) }];
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
  return line("message of a kind that WhatsApp does not deliver to bots", [kind, errors[0]?.title]);
}

function toFile({
  id,
  filename: name,
  mime_type: type,
}: NonNullable<CloudMessage["document"]>): FileRef {
  const mediaType = type?.split(";")[0]?.trim();
  return {
    ref: id,
    ...(name !== undefined && { name }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** Formats `[sticker 😀, Cats]`; line breaks and brackets in the parts cannot end it. */
function line(kind: string, parts: readonly (string | undefined)[]): string {
  const told = parts
    .flatMap((part) => part?.replaceAll(/[\s[\]]+/g, " ").trim() ?? [])
    .filter((part) => part !== "");
  return told.length > 0 ? `[${kind} ${told.join(", ")}]` : `[${kind}]`;
}
