import { convertAudio, type ConvertOptions } from "./convert-audio.ts";
import {
  type AudioKind,
  demuxOgg,
  demuxWebm,
  encodeOpus,
  findAudioKind,
  isOggOpus,
  type OpusStream,
  readWav,
} from "voice-note-audio";
import { brokenAudio, readable } from "./readable.ts";

/** The Opus in a recording of any kind; ffmpeg is needed only for what is neither Ogg/Opus, WebM nor WAV. */
export async function toOpus(data: Uint8Array, options: ConvertOptions): Promise<OpusStream> {
  const kind = findAudioKind(data);
  if (kind === undefined) throw brokenAudio("its format is unknown");
  return readable(() => decode(data, kind, options));
}

async function decode(
  data: Uint8Array,
  kind: AudioKind,
  options: ConvertOptions,
): Promise<OpusStream> {
  switch (kind) {
    case "ogg":
      return isOggOpus(data) ? demuxOgg(data) : convert(data, kind, options);
    case "webm":
      return demuxWebm(data);
    case "wav":
      return encodeOpus(readWav(data), options);
    default:
      return convert(data, kind, options);
  }
}

async function convert(
  data: Uint8Array,
  kind: AudioKind,
  options: ConvertOptions,
): Promise<OpusStream> {
  return demuxOgg(await convertAudio(data, kind, options));
}
