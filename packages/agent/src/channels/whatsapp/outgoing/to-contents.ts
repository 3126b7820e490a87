import { isFault } from "@reeve/sdk";
import { formatText, splitLines } from "chat-markdown/whatsapp";
import {
  refusalOf,
  type WhatsAppButton,
  type WhatsAppClient,
  type WhatsAppContent,
  type WhatsAppMediaKind,
} from "../api.ts";
import type { FilePart, ReplyPart } from "../../../kernel/reply.ts";
import type { Log } from "../../../platform/log.ts";
import { truncate } from "../../../kernel/text/truncate.ts";
import { isVisible } from "chat-markdown/is-visible";
import type { Texts } from "../../../platform/texts.ts";
import { approvalButtons, choiceButtons, pluginButtons, withLinks } from "../../kit/button-data.ts";
import type { ChannelHost } from "../../kit/channel-host.ts";
import { uploadFile } from "../../kit/upload-file.ts";
import { toUploadType } from "./to-upload-type.ts";

const MB = 1024 * 1024;

/** Media types that WhatsApp shows inline, and their maximum sizes. */
const SHOWN: readonly {
  readonly kind: WhatsAppMediaKind;
  readonly mediaTypes: readonly string[];
  readonly bytes: number;
}[] = [
  { kind: "image", mediaTypes: ["image/jpeg", "image/png"], bytes: 5 * MB },
  {
    kind: "audio",
    mediaTypes: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"],
    bytes: 16 * MB,
  },
  { kind: "video", mediaTypes: ["video/mp4", "video/3gpp"], bytes: 16 * MB },
];

const MAX_DOCUMENT_BYTES = 100 * MB;

export interface ContentDeps {
  readonly client: Pick<WhatsAppClient, "upload">;
  readonly texts: Texts;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly log: Pick<Log, "warn">;
  readonly signal: AbortSignal;
  readonly linkTo?: ChannelHost["linkTo"];
}

/** Content of one message; requested only if it has not been sent yet. */
export type Piece = () => Promise<WhatsAppContent>;

const MAX_TEXT = 4096;
/** Maximum length of the text with buttons, and of a caption. */
const MAX_BODY = 1024;
const MAX_TITLE = 20;
const MAX_BUTTONS = 3;
/** Maximum rows of a list, which has more than three buttons. */
export const MAX_ROWS = 10;

/** Returns the messages of a reply part. */
export function toContents(part: ReplyPart, deps: ContentDeps): readonly Piece[] {
  const { texts } = deps;
  switch (part.type) {
    case "text":
    case "notice":
      return formatText(part.text).map(said);
    case "decision":
      return [said(outcomeText(part.text))];
    case "invoice":
      return plain(part.text).map(said);
    case "progress":
      return part.isPassing ? [] : plain(part.text).map(said);
    case "file":
      return fileContents(part, deps);
    case "approval": {
      const buttons = approvalButtons(part.approval, texts).map(({ title, data }) => ({
        id: data,
        title,
      }));
      return asked(part.question, buttons, deps);
    }
    case "buttons": {
      const buttons = pluginButtons(part.rows).map(({ title, data }) => ({ id: data, title }));
      const text = withLinks(part);
      const [formatted = "", ...more] = formatText(text);
      // Formatted where one message holds it; WhatsApp cannot edit messages, so each version is a new one.
      if (more.length > 0 || formatted === "" || formatted.length > MAX_BODY)
        return asked(text, buttons, deps);
      return [async () => withButtons(formatted, buttons, texts.approvals.buttons)];
    }
    case "choice": {
      const buttons = choiceButtons(part, texts).map(({ title, data }) => ({ id: data, title }));
      return asked(part.text, buttons, deps);
    }
  }
}

function said(text: string): Piece {
  return async () => ({ type: "text", text });
}

/**
 * Builds an approval as one message with its buttons. The beginning of a long text is sent before
 * them.
 */
function asked(
  question: string,
  buttons: readonly WhatsAppButton[],
  deps: ContentDeps,
): readonly Piece[] {
  const pieces = plain(question, MAX_BODY);
  const text = pieces.at(-1) ?? "…";
  const before = pieces.slice(0, -1).map(said);
  return [...before, async () => withButtons(text, buttons, deps.texts.approvals.buttons)];
}

function withButtons(
  text: string,
  buttons: readonly WhatsAppButton[],
  { choose: open }: Texts["approvals"]["buttons"],
): WhatsAppContent {
  if (buttons.length === 0) return { type: "text", text };
  if (buttons.length <= MAX_BUTTONS) return { type: "buttons", text, buttons: buttons.map(fitted) };
  const rows = buttons.map((one, index) => fitted({ ...one, title: `${index + 1}. ${one.title}` }));
  return { type: "list", text, open, rows };
}

function fitted({ id, title }: WhatsAppButton): WhatsAppButton {
  return { id, title: title.slice(0, MAX_TITLE) };
}

function plain(text: string, limit = MAX_TEXT): readonly string[] {
  return splitLines(text.trimEnd(), { max: limit - 2 * FENCE.length })
    .filter(isVisible)
    .map(toExact);
}

const FENCE = "```";

/** Writes the outcome of an approval, which is at the beginning, so that a long one need not be repeated in full. */
export function outcomeText(text: string): string {
  return toExact(truncate(text.trimEnd(), MAX_TEXT - 2 * FENCE.length));
}

/** Puts a text in a code block if it has characters that WhatsApp would take for formatting. */
function toExact(text: string): string {
  const hasSigns = /[*_~`]/.test(text) && !text.includes(FENCE);
  return hasSigns ? `${FENCE}${text}${FENCE}` : text;
}

function fileContents(part: FilePart, deps: ContentDeps): readonly Piece[] {
  const { name } = part;
  const words = formatText(part.text);
  const type = toUploadType(part.mediaType);
  const [first = ""] = words;
  // Audio messages cannot have a caption.
  const isApart = words.length !== 1 || first.length > MAX_BODY || type?.startsWith("audio/");
  const caption = isApart ? undefined : first;
  const file: Piece = async () => {
    const sent = await uploadFile(part, {
      ...deps,
      async upload(data) {
        const kind = type && findMediaKind(type, data.byteLength);
        if (!type || !kind) return undefined;
        const media = await deps.client.upload({ name, mediaType: type, data }, deps.signal);
        return { type: "media", kind, media, name, caption } as const;
      },
      isRefused: isFileRefused,
    });
    if ("upload" in sent) return sent.upload;
    return { type: "text", text: `${caption ?? ""}\n${sent.line}`.trim() };
  };
  return [...(isApart ? words.map(said) : []), file];
}

/** Returns whether WhatsApp rejects this file, and not our access. */
function isFileRefused(error: unknown): boolean {
  return isFault(error) && error.code === "invalid" && refusalOf(error) === "refused";
}

/**
 * Returns the kind with which to send a file of a type from `toUploadType`; undefined if it is too
 * large.
 */
function findMediaKind(mediaType: string, bytes: number): WhatsAppMediaKind | undefined {
  if (bytes === 0 || bytes > MAX_DOCUMENT_BYTES) return undefined;
  const shown = SHOWN.find((one) => one.mediaTypes.includes(mediaType) && bytes <= one.bytes);
  return shown?.kind ?? "document";
}
