import { type Documents, Fault } from "@reeve/sdk";
import { createAttachmentReader } from "../../src/app/speech/create-attachment-reader.ts";
import type { ChannelFiles, AttachmentReader } from "../../src/core/attachments.ts";
import type { SpeechToText } from "../../src/integrations/speech.ts";
import type { Media } from "../../src/kernel/envelope.ts";
import { unreadable } from "../../src/kernel/unreadable.ts";
import type { Vision } from "../../src/llm/vision.ts";

/** Files of a channel by their refs. */
export interface FakeFiles extends ChannelFiles {
  /** The refs that were fetched, in order. */
  readonly fetched: readonly string[];
}

export interface FileStory {
  readonly files: FakeFiles;
  readonly understanding: AttachmentReader;
  /** Questions asked about images. */
  readonly asked: readonly (string | undefined)[];
}

export interface FileStoryOptions {
  /** Content of each ref as text; a function is called on each read, and may throw. */
  readonly holds: Readonly<Record<string, string | (() => string | Promise<string>)>>;
  /** Readers to leave out. */
  readonly without?: readonly ("hear" | "vision")[];
}

/**
 * Creates files of a channel, and readers for them: a recording contains its text, an image shows it,
 * `%PDF` starts a PDF, and data that starts with `PK` is an archive, which is not read.
 */
export function fileStory({ holds, without = [] }: FileStoryOptions): FileStory {
  const fetched: string[] = [];
  const asked: (string | undefined)[] = [];
  const files: FakeFiles = {
    fetched,
    async fetch(ref) {
      fetched.push(ref);
      const content = holds[ref];
      if (content === undefined) throw new Fault("missing", "The file is gone.");
      return Buffer.from(typeof content === "function" ? await content() : content, "latin1");
    },
  };
  const hear: SpeechToText = {
    id: "fake/ears",
    transcribe: async ({ data }) => ({
      text: Buffer.from(data).toString("latin1"),
      usage: { model: "fake/ears", inputTokens: 7, outputTokens: 3, costNano: 6_000_000n },
    }),
  };
  const vision: Vision = {
    isAvailable: true,
    async describe({ data }, { question }) {
      asked.push(question);
      const text = Buffer.from(data, "base64").toString("latin1").slice(10);
      const usage = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, costNano: 2_000_000n };
      return { text: `It shows ${text}.`, spent: [{ model: "fake/eyes", usage }] };
    },
  };
  const documents: Documents = {
    async read({ name, data }) {
      const text = Buffer.from(data).toString("latin1");
      if (text.startsWith("PK")) throw unreadable("archive", `${name} is an archive of 2 bytes.`);
      const isPdf = text.startsWith("%PDF");
      return { kind: isPdf ? "pdf" : "text", text: isPdf ? text.slice(5) : text, isCut: false };
    },
  };
  const understanding = createAttachmentReader({
    documents,
    ...(!without.includes("hear") && { hear }),
    canDescribeImages: !without.includes("vision"),
    visionOf: () => vision,
    maxBytes: 1_000_000,
  });
  return { files, understanding, asked };
}

export function voice(ref: string): Media {
  return { kind: "voice", file: { ref, mediaType: "audio/ogg", seconds: 3 } };
}

export function photo(ref: string): Media {
  return { kind: "photo", file: { ref } };
}

export function document(name: string, ref: string = name): Media {
  return { kind: "document", file: { ref, name } };
}

/** Returns the content of a one-pixel image that shows `what`. */
export function pictureOf(what: string): string {
  return `GIF89a\u0001\0\u0001\0${what}`;
}
