import type { Message } from "grammy/types";
import type { Media } from "../../../../kernel/envelope.ts";
import { describeMedia } from "./describe-media.ts";
import { isEvent, unknownField } from "./classify-fields.ts";
import { filesInRich } from "./read-rich.ts";
import { messageText } from "./message-text.ts";

/** The kind of what nobody here can read. */
export const UNREADABLE = "unreadable";

/**
 * All that a message carries besides its words. One that says nothing in any way that is known is
 * told of as such; only what nobody wrote carries nothing.
 */
export function messageMedia(msg: Message): readonly Media[] {
  const { rich_message: rich } = msg;
  const inRich = rich ? filesInRich(rich).flatMap(describeMedia) : [];
  const media = [...describeMedia(msg), ...inRich.filter(({ file }) => file !== undefined)];
  if (media.length > 0 || messageText(msg) !== "" || isEvent(msg)) return media;
  const field = unknownField(msg);
  const which = field === undefined ? "" : `: ${field}`;
  return [{ kind: UNREADABLE, text: `[a kind of message that cannot be read${which}]` }];
}
