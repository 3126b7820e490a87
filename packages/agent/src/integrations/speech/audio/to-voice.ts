import { Fault, isFault } from "@reeve/sdk";
import type { SpeechUsage, Voice } from "../../speech.ts";
import type { ConvertOptions } from "./convert-audio.ts";
import { drawWaveform, joinStreams, muxOgg, type OpusStream, secondsOf } from "voice-note-audio";
import { toOpus } from "./to-opus.ts";

export interface VoiceOptions extends ConvertOptions {
  /** Below 2³²; names the stream in its file. */
  readonly serial: number;
}

/** Makes a voice note of what a provider or a program sent. What cannot be played is `unavailable`. */
export async function toVoice(
  data: Uint8Array,
  usage: SpeechUsage,
  options: VoiceOptions,
): Promise<Voice> {
  return noteOf([await playable(() => toOpus(data, options), usage.model)], usage, options);
}

/** Makes one voice note of recordings without containers. Without any it throws `invalid`. */
export async function noteOf(
  streams: readonly OpusStream[],
  usage: SpeechUsage,
  options: VoiceOptions,
): Promise<Voice> {
  if (streams.length === 0)
    throw new Fault("invalid", "The text contains nothing that can be spoken.", {
      hint: "Provide text that contains words.",
    });
  const stream = joinStreams(streams);
  const waveform = await playable(() => drawWaveform(stream), usage.model);
  const seconds = secondsOf(stream);
  return {
    data: muxOgg(stream, options),
    seconds,
    waveform,
    usage: { ...usage, seconds: usage.seconds ?? seconds },
  };
}

/** Reads what `model` sent: a broken recording is no mistake of who asked for it. */
export async function playable<Read>(
  read: () => Promise<Read> | Read,
  model: string,
): Promise<Read> {
  const reading = async () => read();
  return reading().catch((cause: unknown) => {
    if (isFault(cause) && cause.code !== "invalid") throw cause;
    throw new Fault("unavailable", `${model} returned audio that cannot be played.`, {
      hint: "Try again later, or choose another speech.tts.provider.",
      cause,
    });
  });
}
