/** Audio containers that can be told from one another. */
export type AudioKind =
  | "ogg"
  | "webm"
  | "wav"
  | "mp3"
  | "mp4"
  | "flac"
  | "amr"
  | "aac"
  | "aiff"
  | "caf";

/** Returns the kind of a file by its first bytes; undefined if it is no audio. */
export function findAudioKind(data: Uint8Array): AudioKind | undefined {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 16));
  const begins = head.toString("latin1");
  if (begins.startsWith("OggS")) return "ogg";
  if (begins.startsWith("\x1a\x45\xdf\xa3")) return "webm";
  if (begins.startsWith("RIFF") && begins.startsWith("WAVE", 8)) return "wav";
  if (begins.startsWith("ftyp", 4)) return "mp4";
  if (begins.startsWith("fLaC")) return "flac";
  if (begins.startsWith("#!AMR")) return "amr";
  if (begins.startsWith("FORM") && /^AIF[FC]/.test(begins.slice(8))) return "aiff";
  if (begins.startsWith("caff")) return "caf";
  if (begins.startsWith("ID3")) return "mp3";
  return findFrames(head);
}

/** Streams without a container begin with a frame header. */
function findFrames(head: Buffer): AudioKind | undefined {
  const [first, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const layer = (second >> 1) & 3;
  return layer === 0 ? "aac" : "mp3";
}

/** Media type of each kind. */
export const MEDIA_TYPES: Readonly<Record<AudioKind, string>> = {
  ogg: "audio/ogg",
  webm: "audio/webm",
  wav: "audio/wav",
  mp3: "audio/mpeg",
  mp4: "audio/mp4",
  flac: "audio/flac",
  amr: "audio/amr",
  aac: "audio/aac",
  aiff: "audio/aiff",
  caf: "audio/x-caf",
};
