import { type Documents, isFault } from "@reeve/sdk";
import type {
  FileFacts,
  ReadCost,
  ReadableFile,
  AttachmentReader,
  ReadAttachment,
} from "../../core/attachments.ts";
import {
  describeDocument,
  describePicture,
  SCAN_QUESTION,
  transcribeScans,
} from "../../domains/attachments.ts";
import { DEFAULT_MAX_CHARS } from "../../integrations/documents.ts";
import { MAX_AUDIO_BYTES, type SpeechToText, type SpeechUsage } from "../../integrations/speech.ts";
import type { Image } from "../../kernel/images/image.ts";
import { imageSize } from "../../kernel/images/image-size.ts";
import { toImage } from "../../kernel/images/to-image.ts";
import type { ModelUsage } from "../../kernel/usage.ts";
import type { Model } from "../../llm/model.ts";
import type { Vision } from "../../llm/vision.ts";

export interface AttachmentReaderDeps {
  /** Without it nobody listens. */
  readonly hear?: SpeechToText | undefined;
  /** Eyes for what a model is to answer. */
  readonly visionOf: (model: Model) => Vision;
  /** Whether somebody looks at pictures for models that see none. */
  readonly canDescribeImages: boolean;
  readonly documents: Documents;
  /** The largest document that is read. */
  readonly maxBytes: number;
}

interface Options {
  readonly deps: AttachmentReaderDeps;
  readonly signal: AbortSignal;
  /** Aborts when what was read up to then has to do. */
  readonly enough: AbortSignal;
  readonly count: (cost: ReadCost) => void;
  readonly model: Model;
}

/** Makes of recordings, pictures and documents what a model reads. */
export function createAttachmentReader(deps: AttachmentReaderDeps): AttachmentReader {
  const { canDescribeImages, hear } = deps;
  const maxBytes = ({ kind }: FileFacts) => (isAudio(kind) ? MAX_AUDIO_BYTES : deps.maxBytes);
  return {
    canDescribeImages,
    maxBytes,

    findDenial(file, { isSeen }) {
      const { name, kind, bytes = 0 } = file;
      if (isAudio(kind) && !hear) return { code: "deaf" };
      if (kind === "photo" && !isSeen && !canDescribeImages) return { code: "blind" };
      const most = maxBytes(file);
      return bytes > most ? { code: "large", file: { name, kind }, bytes, most } : undefined;
    },

    async read(file, options) {
      if (isAudio(file.kind)) return listen(file, { deps, ...options });
      const isPicture = file.kind === "photo" || imageSize(file.data) !== undefined;
      if (isPicture) return seePicture(file, { deps, ...options });
      return readDocument(file, { deps, ...options });
    },
  };
}

function isAudio(kind: string): boolean {
  return kind === "voice" || kind === "audio";
}

async function listen(
  file: ReadableFile,
  { deps: { hear }, signal, count }: Options,
): Promise<ReadAttachment> {
  if (!hear) return { as: "unread", because: { code: "deaf" } };
  const { data, mediaType = "audio/ogg", seconds } = file;
  const bill = ({ model, inputTokens, outputTokens, costNano }: SpeechUsage) => {
    const used = { inputTokens, outputTokens, cachedTokens: 0, costNano };
    count({ purpose: "hear", spent: [{ model, usage: used }] });
  };
  const recording = { data, mediaType, seconds };
  const { text, usage } = await hear.transcribe(recording, { signal, onLost: bill });
  bill(usage);
  // Whoever passes on a recording does not speak in it.
  if (file.kind === "voice") return { as: "said", text };
  return { as: "told", text: `[Audio: ${file.name ?? "recording"}] Transcript:\n${text}` };
}

async function seePicture(
  { name = "picture", data, caption, isSeen }: ReadableFile,
  options: Options,
): Promise<ReadAttachment> {
  const image = toImage(data, name);
  if (isSeen) return { as: "shown", image };
  if (!options.deps.canDescribeImages) return { as: "unread", because: { code: "blind" } };
  const question = caption.trim() === "" ? undefined : caption.trim();
  const analysis = await look(image, question, options);
  const text = describePicture({ question: caption, analysis });
  return { as: "told", text, keep: { name, mediaType: image.mediaType } };
}

async function look(
  image: Image,
  question: string | undefined,
  { deps, signal, count, model }: Options,
): Promise<string> {
  const onLost = (spent: readonly ModelUsage[]) => count({ purpose: "see", spent });
  const sight = await deps.visionOf(model).describe(image, { question, signal, onLost });
  count({ purpose: "see", spent: sight.spent });
  return sight.text;
}

async function readDocument(
  { name = "document", mediaType, data }: ReadableFile,
  options: Options,
): Promise<ReadAttachment> {
  const { deps, signal, enough, model } = options;
  const document = await deps.documents.read({ name, mediaType, data }, { signal });
  const looking = { ...options, signal: AbortSignal.any([signal, enough]) };
  let canDescribeImages = deps.visionOf(model).isAvailable;
  const read = await transcribeScans(document, {
    maxChars: DEFAULT_MAX_CHARS,
    async look(scan) {
      if (!canDescribeImages || enough.aborted) return undefined;
      return look(scan, SCAN_QUESTION, looking).catch((error: unknown) => {
        signal.throwIfAborted();
        // The rest of the document is worth reading without this page, and a tool can come back to it.
        if (!isFault(error)) throw error;
        canDescribeImages = error.code !== "unavailable" && !enough.aborted;
        return undefined;
      });
    },
  });
  const keep = { name, mediaType: mediaType ?? "application/octet-stream" };
  return { as: "told", text: describeDocument(name, read), keep };
}
