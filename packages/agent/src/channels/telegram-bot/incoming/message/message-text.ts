import type { Message } from "grammy/types";
import { readRich } from "./read-rich.ts";

/** What is said in a message, whatever way it is written: its text, caption or rich message. Empty without any. */
export function messageText({
  text,
  caption,
  rich_message: rich,
}: Pick<Message, "text" | "caption" | "rich_message">): string {
  return text ?? caption ?? (rich ? readRich(rich) : "");
}
