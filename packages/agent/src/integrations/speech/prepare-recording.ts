import { Fault } from "@reeve/sdk";
import { type Audio, MAX_AUDIO_BYTES } from "../speech.ts";
import { convertAudio, type ConvertParts } from "./convert-audio.ts";
import { demuxOgg, isOggOpus } from "./demux-ogg.ts";
import { demuxWebm } from "./demux-webm.ts";
import { type AudioKind, findAudioKind, MEDIA_TYPES } from "./find-audio-kind.ts";
import { muxOgg } from "./mux-ogg.ts";
import { brokenAudio, type OpusStream, secondsOf } from "./opus-stream.ts";

/** A recording in a kind that a provider takes. */
export interface Recording {
  readonly data: Uint8Array;
  /** Such as `voice.ogg`: some providers read the kind from it. */
  readonly name: string;
  readonly mediaType: string;
  readonly seconds: number | undefined;
}

export interface RecordingParts extends ConvertParts {
  /** The kinds that the provider takes as they are. */
  readonly takes: readonly AudioKind[];
  readonly maxBytes?: number;
}

/** Makes a recording ready to be sent. What is none, or is too large, is `invalid`. */
export async function prepareRecording(
  { data, seconds }: Audio,
  { takes, maxBytes = MAX_AUDIO_BYTES, ...parts }: RecordingParts,
): Promise<Recording> {
  checkSize(data, maxBytes);
  const kind = findAudioKind(data);
  if (kind === undefined) throw brokenAudio("it is of no known kind");
  const stream = readOpus(data, kind);
  const length = stream ? secondsOf(stream) : seconds;
  if (takes.includes(kind)) return named(data, kind, length);
  if (stream) return named(muxOgg(stream, { serial: 1 }), "ogg", length);
  const converted = await convertAudio(data, kind, parts);
  checkSize(converted, maxBytes);
  return named(converted, "ogg", secondsOf(demuxOgg(converted)));
}

function named(data: Uint8Array, kind: AudioKind, seconds: number | undefined): Recording {
  return { data, name: `voice.${kind}`, mediaType: MEDIA_TYPES[kind], seconds };
}

function checkSize({ byteLength }: Uint8Array, maxBytes: number): void {
  if (byteLength <= maxBytes) return;
  throw new Fault(
    "invalid",
    `The recording has ${inMb(byteLength)} MB, and at most ${inMb(maxBytes)} MB can be transcribed.`,
    { hint: "Send it in shorter parts." },
  );
}

function inMb(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

/** How long a voice note plays is read from itself; other files go up as they are. */
function readOpus(data: Uint8Array, kind: AudioKind): OpusStream | undefined {
  if (kind === "webm") return demuxWebm(data);
  if (kind !== "ogg") return undefined;
  return isOggOpus(data) ? demuxOgg(data) : undefined;
}
