import { convertAudio, type ConvertOptions } from "./convert-audio.ts";
import { demuxOgg, isOggOpus } from "./demux-ogg.ts";
import { demuxWebm } from "./demux-webm.ts";
import { encodeOpus } from "./encode-opus.ts";
import { type AudioKind, findAudioKind } from "./find-audio-kind.ts";
import { brokenAudio, type OpusStream } from "./opus-stream.ts";
import { readWav } from "./read-wav.ts";

/** The Opus in a recording of any kind; ffmpeg is needed only for what is neither Ogg/Opus, WebM nor WAV. */
export async function toOpus(data: Uint8Array, options: ConvertOptions): Promise<OpusStream> {
  const kind = findAudioKind(data);
  if (kind === undefined) throw brokenAudio("its format is unknown");
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
