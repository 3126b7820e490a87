import type { Message, tl } from "@mtcute/node";

/** Events that a person saw, in order of arrival. */
export type Seen =
  | (SeenMessage & { readonly kind: "message" | "edit" })
  | {
      readonly kind: "deletion";
      readonly chat: number | undefined;
      readonly ids: readonly number[];
    }
  | { readonly kind: "draft"; readonly chat: number; readonly draft: number; readonly text: string }
  | { readonly kind: "typing"; readonly chat: number; readonly action: string };

/** A message as its reader sees it. */
export interface SeenMessage {
  readonly id: number;
  readonly chat: number;
  readonly from: number;
  readonly text: string;
  readonly entities: readonly { readonly kind: string; readonly text: string }[];
  readonly buttons: readonly (readonly SeenButton[])[];
  /** `photo`, `voice`, `document` and so on. */
  readonly media: string | undefined;
  readonly replyTo: number | undefined;
  readonly topic: number | undefined;
  /** Whether it came as a rich message; `text` is then its content. */
  readonly isRich: boolean;
  /** Message that it was created from, for all other data. */
  readonly raw: Message;
}

export interface SeenButton {
  readonly label: string;
  readonly data: string | undefined;
  readonly url: string | undefined;
}

/** Returns a message as its reader sees it. */
export function toSeen(message: Message): SeenMessage {
  const { markup, replyToMessage, richMessage, media } = message;
  return {
    id: message.id,
    chat: message.chat.id,
    from: message.sender.id,
    text: richMessage ? readRich(richMessage.raw) : message.text,
    entities: message.entities.map(({ kind, text }) => ({ kind, text })),
    buttons:
      markup && "type" in markup && markup.type === "inline"
        ? markup.buttons.map((row) =>
            row.map((button) => ({
              label: button.text,
              data: "data" in button ? Buffer.from(button.data).toString() : undefined,
              url: "url" in button ? button.url : undefined,
            })),
          )
        : [],
    media: media?.type,
    replyTo: replyToMessage?.id ?? undefined,
    topic: message.isTopicMessage ? (replyToMessage?.threadId ?? undefined) : undefined,
    isRich: richMessage !== null,
    raw: message,
  };
}

/** Returns the typing or draft event in a raw update, or undefined if it contains none. */
export function toTyping(update: tl.TypeUpdate): Seen | undefined {
  if (update._ !== "updateUserTyping" && update._ !== "updateChannelUserTyping") return undefined;
  const chat = update._ === "updateUserTyping" ? update.userId : toMarked(update.channelId);
  const { action } = update;
  switch (action._) {
    case "sendMessageTextDraftAction":
      return { kind: "draft", chat, draft: action.randomId.toNumber(), text: action.text.text };
    case "sendMessageRichMessageDraftAction":
      return {
        kind: "draft",
        chat,
        draft: action.randomId.toNumber(),
        text: readRich(action.richMessage),
      };
    default:
      return { kind: "typing", chat, action: action._ };
  }
}

/** Formats events for the error of a failed wait. */
export function describeSeen(seen: readonly Seen[], withinMs: number): string {
  const lines = seen.slice(-20).map((one) => {
    if (one.kind !== "message" && one.kind !== "edit") return JSON.stringify(one);
    const { raw: _raw, ...rest } = one;
    return JSON.stringify(rest);
  });
  return `nothing of what was seen within ${withinMs} ms matches; the last of it:\n${lines.join("\n")}`;
}

/** Returns the id that the Bot API gives a supergroup or channel. */
export function toMarked(channel: number): number {
  return -1_000_000_000_000 - channel;
}

/** Returns the words of a rich message, a line per piece. */
function readRich(part: unknown): string {
  return readPlain(part).join("\n");
}

function readPlain(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(readPlain);
  if (typeof part !== "object" || part === null) return [];
  if ("_" in part && part._ === "textPlain" && "text" in part) return [String(part.text)];
  if ("_" in part && part._ === "pageTableRow" && "cells" in part) {
    return [readPlain(part.cells).join(" | ")];
  }
  return Object.values(part).flatMap(readPlain);
}
