import type { WhatsAppMediaKind } from "../../../integrations/whatsapp.ts";

const MB = 1024 * 1024;

/** What WhatsApp shows as what it is, and up to which size. */
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

/** As what a file of a type that `toUploadType` tells is sent; undefined where its size is not taken. */
export function findMediaKind(mediaType: string, bytes: number): WhatsAppMediaKind | undefined {
  if (bytes === 0 || bytes > MAX_DOCUMENT_BYTES) return undefined;
  const shown = SHOWN.find((one) => one.mediaTypes.includes(mediaType) && bytes <= one.bytes);
  return shown?.kind ?? "document";
}
