import { unreadable } from "../../../kernel/unreadable.ts";
import { type Audio, MAX_AUDIO_BYTES } from "../../speech.ts";
import { convertAudio, type ConvertOptions } from "./convert-audio.ts";
import {
  type AudioKind,
  demuxWebm,
  findAudioKind,
  isOggOpus,
  MEDIA_TYPES,
  measureOgg,
  measureWebm,
  muxOgg,
  type OpusLength,
  secondsOf,
} from "voice-note-audio";
import { brokenAudio, readable } from "./readable.ts";

/** A recording in a kind that a provider takes. */
export interface Recording {
  readonly data: Uint8Array;
  /** Such as `voice.ogg`: some providers read the kind from it. */
  readonly name: string;
  readonly mediaType: string;
  readonly seconds: number | undefined;
}

export interface RecordingOptions extends ConvertOptions {
  /** The kinds that the provider takes as they are; Ogg is always one of them. */
  readonly takes: readonly AudioKind[];
  readonly maxBytes?: number;
}

/** Makes a recording ready to be sent. What is none, or is too large, is `invalid`. */
export function prepareRecording(audio: Audio, options: RecordingOptions): Promise<Recording> {
  return readable(() => prepare(audio, options));
}

async function prepare(
  { data, seconds }: Audio,
  { takes, maxBytes = MAX_AUDIO_BYTES, ...deps }: RecordingOptions,
): Promise<Recording> {
  checkSize(data, maxBytes);
  const kind = findAudioKind(data);
  if (kind === undefined) throw brokenAudio("its format is unknown");
  if (takes.includes(kind)) {
    const length = measureOpus(data, kind);
    return named(data, kind, length ? secondsOf(length) : seconds);
  }
  if (kind === "webm") {
    const stream = demuxWebm(data);
    return named(muxOgg(stream, { serial: 1 }), "ogg", secondsOf(stream));
  }
  const converted = await convertAudio(data, kind, deps);
  checkSize(converted, maxBytes);
  return named(converted, "ogg", secondsOf(measureOgg(converted)));
}

function named(data: Uint8Array, kind: AudioKind, seconds: number | undefined): Recording {
  return { data, name: `voice.${kind}`, mediaType: MEDIA_TYPES[kind], seconds };
}

function checkSize({ byteLength }: Uint8Array, maxBytes: number): void {
  if (byteLength <= maxBytes) return;
  throw unreadable(
    "huge",
    `The recording is ${inMb(byteLength)} MB; the maximum for transcription is ${inMb(maxBytes)} MB.`,
    { hint: "Send it in shorter parts." },
  );
}

function inMb(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

/** How long a voice note plays is read from itself; other files go up as they are. */
function measureOpus(data: Uint8Array, kind: AudioKind): OpusLength | undefined {
  if (kind === "webm") return measureWebm(data);
  return kind === "ogg" && isOggOpus(data) ? measureOgg(data) : undefined;
}
