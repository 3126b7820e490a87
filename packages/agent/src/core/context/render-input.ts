import { toLocalTime } from "../../kernel/local-time.ts";
import type { InboxBody } from "../../store/inbox.ts";

export interface InputMessage {
  readonly body: Extract<InboxBody, { kind: "message" }>;
  readonly surface: string;
}

/** How surfaces are called in what the model reads. */
const SURFACE_NAMES: Readonly<Record<string, string>> = { cli: "Terminal" };

/**
 * What the model reads for messages that waited together: who speaks, when,
 * and the text between tags that the text itself cannot close.
 */
export function renderInput(messages: readonly InputMessage[], timeZone: string): string {
  return messages.map((message) => renderMessage(message, timeZone)).join("\n");
}

function renderMessage({ body, surface }: InputMessage, timeZone: string): string {
  const { date, time } = toLocalTime(body.sentAt, timeZone);
  const channel = SURFACE_NAMES[surface] ?? surface;
  const speaker = `${channel} (${sanitise(body.name)}, ${body.role})`;
  return `[${speaker} ${date} ${time} ${timeZone}] <user_message>${sanitise(body.text)}</user_message>`;
}

/** Takes away what could pass for our own mark-up, and characters nobody can see. */
function sanitise(text: string): string {
  return text.replaceAll(/<(?=\/?(?:user_message|context)\b)/gi, "&lt;").replaceAll(INVISIBLE, "");
}

/** Controls but tab and line break, zero-width and bidirectional marks, tag characters. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- these are the characters to remove
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;
