import { truncateToLine } from "../../../kernel/text/truncate.ts";
import type { AutomatedInput } from "../../../kernel/envelope.ts";
import { toLocalTime } from "when-in-words/local-time";
import type { InboxBody, StoredMedia } from "../../../store/messages/inbox.ts";
import { integrityOf, isLessTrusted, type Label } from "../../../kernel/label.ts";
import { nameSource } from "../../name-source.ts";
import { briefOf } from "../../model-commands.ts";
import { nameOf } from "./name-of.ts";
import { renderAttachments } from "./render-attachments.ts";
import { sanitize } from "./sanitize.ts";

export interface InputMessage {
  readonly body: MessageBody;
  /** The platform's id of the message. */
  readonly id: string;
  readonly channel: string;
}

type MessageBody = Extract<InboxBody, { kind: "message" }>;

const MAX_QUOTE_CHARS = 200;
const MINUTE_MS = 60_000;

/**
 * Renders messages that waited together: chat and time, the author, and the text between tags that
 * the text itself cannot close.
 */
export function renderInput(messages: readonly InputMessage[], setting: InputSetting): string {
  return messages.map((message) => renderMessage(message, setting)).join("\n");
}

/** Time zone and channel names of an input. */
export interface InputSetting {
  /** IANA name. */
  readonly timeZone: string;
  /** Display names of channels. Default: their names. */
  readonly channelTitles?: ReadonlyMap<string, string> | undefined;
}

function renderMessage(
  { body, id, channel }: InputMessage,
  { timeZone, channelTitles }: InputSetting,
): string {
  if (body.scheduled) return renderScheduled(body, body.scheduled, timeZone);
  const { date, time } = toLocalTime(body.sentAt, timeZone);
  const via = channelTitles?.get(channel) ?? channel;
  const when = [...sinceOf(body), date, time, timeZone].join(" ");
  const media = (body.media ?? []).map((one) => tagOf(one, id));
  const brief = briefOf(body.text);
  const told = brief === undefined ? "" : `\n[${brief}]`;
  const text = `<user_message>${sanitize(body.text)}</user_message>${told}`;
  const head =
    body.title === undefined
      ? `[${via} User (${speakerOf(body)}) ${when}] `
      : `[${via} ${nameOf(body.title)} ${when}] ${nameOf(body.name)} (${speakerOf(body)}): `;
  const audience = body.title === undefined ? "person" : "chat";
  const files = renderAttachments(body.media ?? [], { audience });
  return [`${quoteOf(body)}${forwardOf(body)}${media.join("")}${head}${text}`, ...files].join("\n");
}

/** Names what a message carries, and how a tool is told which file is meant. */
function tagOf({ kind, id: own, file, look }: StoredMedia, id: string): string {
  const attachment =
    look?.as === "told" && look.attachment ? [`attachment_id=${look.attachment}`] : [];
  const name = file?.name ? [`name="${nameOf(file.name)}"`] : [];
  return `[${[nameOf(kind), `msg_id=${nameOf(own ?? id)}`, ...attachment, ...name].join(" ")}] `;
}

/** A job's message is told as what it is. What is handed on to it stands behind it, so that it is nobody's words here. */
function renderScheduled(
  { text, name, role, sentAt }: MessageBody,
  { job, instant, isLate, hook, label, results = [] }: AutomatedInput,
  timeZone: string,
): string {
  const now = toLocalTime(sentAt, timeZone);
  const message = `${writerOf({ name, role }, label)}: <user_message>${sanitize(text)}</user_message>`;
  if (hook !== undefined)
    return `[Webhook ${nameOf(hook)} ${now.date} ${now.time} ${timeZone}. Nobody is typing: a program sent this, your answer goes to this chat.] ${message}`;
  const due = toLocalTime(instant, timeZone);
  const late = isLate ? `, late: it was due ${due.date} ${due.time}` : "";
  const head = `[Scheduled task ${nameOf(job)} ${now.date} ${now.time} ${timeZone}${late}. Nobody is typing: do it now, your answer goes to this chat.]`;
  const handed = results.map(
    ({ job: from, state, text: result }) =>
      `[result of task ${nameOf(from)}, ${state}]\n${sanitize(result)}\n[end of the result]`,
  );
  return [`${head} ${message}`, ...handed].join("\n");
}

/** Says whose words a text is: those of its maker only where nobody else had a part in it. */
function writerOf({ name, role }: Pick<MessageBody, "name" | "role">, label: Label): string {
  const sources = label.sources ?? [];
  if (sources.length === 0 && !isLessTrusted(label, integrityOf(role)))
    return `${nameOf(name)} (${role})`;
  const names = sources.map((source) => nameOf(nameSource(source, "en")));
  return `Not ${nameOf(name)}'s own words, but those of ${names.join(", ") || "somebody else"}`;
}

/** `@ann, id:9`, or the name where there is no handle. */
function speakerOf({ username, name, sender, role }: MessageBody): string {
  const handle = username === undefined ? nameOf(name) : `@${nameOf(username)}`;
  const id = sender === undefined ? [] : [`id:${nameOf(sender)}`];
  return [handle, ...id, role].join(", ");
}

/** How long the chat was silent before, roughly: `+5m`, `+2h`, `+3d`. */
function sinceOf({ sinceMs }: MessageBody): readonly string[] {
  if (sinceMs === undefined || sinceMs < MINUTE_MS) return [];
  const minutes = Math.floor(sinceMs / MINUTE_MS);
  if (minutes < 60) return [`+${minutes}m`];
  const hours = Math.floor(minutes / 60);
  return [hours < 48 ? `+${hours}h` : `+${Math.floor(hours / 24)}d`];
}

function forwardOf({ forwardedFrom }: MessageBody): string {
  return forwardedFrom === undefined ? "" : `[forwarded from ${nameOf(forwardedFrom)}] `;
}

function quoteOf({ quote }: MessageBody): string {
  if (!quote) return "";
  const short = truncateToLine(sanitize(quote.text), MAX_QUOTE_CHARS);
  return `[in reply to ${nameOf(quote.name)}: "${short}"]\n`;
}
