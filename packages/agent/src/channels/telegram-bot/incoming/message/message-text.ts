import type { Message } from "grammy/types";
import { readRich } from "./read-rich.ts";

/** Returns the text of a message: its text, caption or rich message. Empty if it has none. */
export function messageText({
  text,
  caption,
  rich_message: rich,
}: Pick<Message, "text" | "caption" | "rich_message">): string {
  return text ?? caption ?? (rich ? readRich(rich) : "");
}
