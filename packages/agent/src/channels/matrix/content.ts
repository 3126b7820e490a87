import { formatMatrix, formatPlain, type MatrixText } from "chat-markdown/matrix";
import { isFault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Texts } from "../../platform/texts.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { describeUnsent } from "../kit/describe-unsent.ts";
import type { Button } from "./buttons.ts";
import { isRefusal, type MatrixClient } from "./client.ts";
import type { RoomAddress } from "./rooms.ts";
import type { Log } from "../../platform/log.ts";

export interface ContentDeps {
  readonly client: Pick<MatrixClient, "upload">;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly said: Texts;
  /** Buttons of the part. */
  readonly buttons: readonly Button[];
  readonly log: Pick<Log, "warn">;
  readonly signal: AbortSignal;
  readonly linkTo?: ChannelHost["linkTo"];
}

/** Content of an `m.room.message` event. */
interface Content {
  readonly msgtype: string;
  readonly body: string;
  readonly [field: string]: unknown;
}

/** Returns the contents of the messages of a reply part. */
export async function toContents(part: ReplyPart, deps: ContentDeps): Promise<readonly Content[]> {
  switch (part.type) {
    case "text":
    case "notice": {
      const formatted = formatMatrix(part.text);
      return formatted.length === 0 ? plain(part.text) : formatted.map(toContent);
    }
    case "decision":
    case "progress":
      return plain(part.text);
    case "approval":
    case "choice": {
      const text = part.type === "approval" ? part.question : part.text;
      const keys = deps.buttons.map(({ key, title }) => `${key} ${withoutSign(title)}`);
      return plain([text, keys.join("   ")].filter(Boolean).join("\n\n"));
    }
    case "file":
      return fileContents(part, deps);
  }
}

/** Titles of buttons may begin with the sign that the reaction shows. */
function withoutSign(title: string): string {
  return title.replace(/^[^\p{L}]+/u, "");
}

const NO_PREVIEWS = { "com.beeper.linkpreviews": [], "m.mentions": {} };

function toContent({ body, html }: MatrixText): Content {
  const format = "org.matrix.custom.html";
  return { msgtype: "m.text", body, format, formatted_body: html, ...NO_PREVIEWS };
}

/** A text as it is. One that shows nothing is still sent. */
export function plain(text: string): readonly Content[] {
  const pieces = formatPlain(text);
  return (pieces.length > 0 ? pieces : formatPlain("…")).map(toContent);
}

/** Returns the content that changes an earlier message. */
export function toEdit(content: Content, message: string): object {
  return {
    ...content,
    body: `* ${content.body}`,
    "m.new_content": content,
    "m.relates_to": { rel_type: "m.replace", event_id: message },
  };
}

/** Returns the fields that put a message into a thread, or make it a reply. */
export function relationTo({
  thread,
  replyTo,
}: RoomAddress & { readonly replyTo?: string | undefined }): object {
  const reply = replyTo !== undefined && { "m.in_reply_to": { event_id: replyTo } };
  if (thread !== undefined)
    return { "m.relates_to": { rel_type: "m.thread", event_id: thread, ...reply } };
  return reply ? { "m.relates_to": reply } : {};
}

async function fileContents(
  { name, mediaType, path, text }: Extract<ReplyPart, { type: "file" }>,
  { client, readFile, said, linkTo, log, signal }: ContentDeps,
): Promise<readonly Content[]> {
  const { delivery } = said;
  const instead = (line: string, error: unknown) => {
    log.warn("failed to send file", { name, mediaType, error });
    return plain(`${text}\n${line}`.trim());
  };
  const read = await attempt(readFile(path));
  if (read.status === "rejected") return instead(delivery.fileGone({ name }), read.reason);
  const data = read.value;
  const sent = await attempt(client.upload({ name, mediaType, data }, signal));
  if (sent.status === "rejected") {
    if (!isFault(sent.reason) || !isRefusal(sent.reason)) throw sent.reason;
    return instead(await describeUnsent({ name, path }, { linkTo, delivery }), sent.reason);
  }
  return [
    {
      msgtype: typeOf(mediaType),
      body: text === "" ? name : text,
      filename: name,
      url: sent.value,
      info: { mimetype: mediaType, size: data.byteLength },
      ...(mediaType === "audio/ogg" && { "org.matrix.msc3245.voice": {} }),
      ...NO_PREVIEWS,
    },
  ];
}

function typeOf(mediaType: string): string {
  const [kind = ""] = mediaType.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? `m.${kind}` : "m.file";
}
