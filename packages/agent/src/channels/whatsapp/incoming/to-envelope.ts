import type { Envelope } from "../../../kernel/envelope.ts";
import { describeMedia, isNotice } from "./describe-media.ts";
import { hasCommandForm } from "../../kit/is-command.ts";
import { toMarkdown } from "../../kit/rich-text.ts";
import { nameChat } from "../name-chat.ts";
import { readMarks } from "./read-marks.ts";
import type { CloudMessage } from "./read-webhook.ts";

/** Sender and chat of a message. Each person has one chat with us. */
export interface Reading {
  readonly channel: string;
  /** Display name of the sender; the number or user id if there is none. */
  readonly name: string | undefined;
  /** Configured language of the channel's people; WhatsApp does not send one. */
  readonly language?: string | undefined;
}

/** Reads a message of a direct chat; of a quoted message it contains only the id. */
export function toEnvelope(message: CloudMessage, reading: Reading): Envelope {
  const { id, from, timestamp, context, reaction } = message;
  const media = describeMedia(message);
  const isForwarded = context?.forwarded ?? context?.frequently_forwarded;
  return {
    id,
    edit: 0,
    address: { channel: reading.channel, externalId: from, kind: "direct" },
    sender: { id: from, name: reading.name ?? nameChat(from), language: reading.language },
    text: textOf(message),
    media: media.length > 0 ? media : undefined,
    replyTo: reaction?.message_id ?? context?.id,
    forwardedFrom: isForwarded ? "somebody" : undefined,
    sentAt: timestamp * 1000,
    isOverheard: isNotice(message) || undefined,
  };
}

function textOf(message: CloudMessage): string {
  const { text, button, interactive, image, document, video, order } = message;
  const tapped = interactive?.button_reply ?? interactive?.list_reply;
  const caption = image?.caption ?? document?.caption ?? video?.caption;
  const typed = text?.body ?? caption;
  if (typed !== undefined) return hasCommandForm(typed) ? typed : toMarkdown(readMarks(typed));
  return button?.text ?? tapped?.title ?? order?.text ?? "";
}
