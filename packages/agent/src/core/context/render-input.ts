import { toLocalTime } from "../../kernel/local-time.ts";
import type { InboxBody } from "../../store/inbox.ts";
import { sanitise } from "./sanitise.ts";

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
  const speaker = `${channel} (${nameOf(body.name)}, ${body.role})`;
  return `[${speaker} ${date} ${time} ${timeZone}] <user_message>${sanitise(body.text)}</user_message>`;
}

/** A name on one line, without what sets speakers apart. */
function nameOf(name: string): string {
  return (
    sanitise(name)
      .replaceAll(/[\s()[\],]+/g, " ")
      .trim() || "unknown"
  );
}
