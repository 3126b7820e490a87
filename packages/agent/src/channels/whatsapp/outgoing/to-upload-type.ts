/** All that Meta lets us upload; see "Supported media types" of the Cloud API. */
const UPLOADED: ReadonlySet<string> = new Set([
  "application/msword",
  "application/pdf",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "audio/aac",
  "audio/amr",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/opus",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/plain",
  "video/3gpp",
  "video/mp4",
]);

const READ_AS_TEXT =
  /^(?:text\/.+|.+\+(?:json|xml)|application\/(?:json|jsonl|x-ndjson|xml|yaml|x-yaml))$/;

/**
 * The media type under which WhatsApp takes a file: its own without parameters, or that of plain
 * text for what people can read as such. Undefined where WhatsApp does not take it at all.
 */
export function toUploadType(mediaType: string): string | undefined {
  const [own = ""] = mediaType.toLowerCase().split(";", 1);
  const type = own.trim();
  if (UPLOADED.has(type)) return type;
  return READ_AS_TEXT.test(type) ? "text/plain" : undefined;
}
