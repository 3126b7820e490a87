import type { Processes } from "@reeve/sdk";
import { MAX_AUDIO_BYTES, type TextToSpeech } from "../speech.ts";
import type { ProviderChoice } from "./openai-transcriber.ts";
import type { OpusStream } from "voice-note-audio";
import { requestSpeech } from "./request-speech.ts";
import { costOf, findPrice } from "./speech-price.ts";
import { splitSpeech } from "./split-speech.ts";
import { toOpus } from "./audio/to-opus.ts";
import { noteOf, playable } from "./audio/to-voice.ts";

export interface SynthesizeDeps {
  readonly processes: Processes;
  readonly timeoutMs: number;
  /** 0 to 1. */
  readonly random: () => number;
  /** The voice for a language, where nobody asks for another. */
  readonly voiceFor: (language: string | undefined) => string;
}

/** It takes 4096 characters at once. */
const RULE = { sizeOf: (text: string) => text.length, max: 4000 };

/** Text to speech by OpenAI, or any server with its `/audio/speech`. */
export function createOpenaiVoice(
  { provider, baseUrl, model, key }: ProviderChoice,
  { processes, timeoutMs, random, voiceFor }: SynthesizeDeps,
): TextToSpeech {
  const id = `${provider}/${model}`;
  const price = findPrice(baseUrl, model);
  return {
    id,
    async speak(text, { signal, language, voice = voiceFor(language) }) {
      const streams: OpusStream[] = [];
      for (const input of splitSpeech(text, RULE)) {
        const data = await requestSpeech(`${baseUrl}/audio/speech`, {
          provider: id,
          headers: {
            "content-type": "application/json",
            ...(key && { authorization: `Bearer ${key.reveal()}` }),
          },
          body: JSON.stringify({ model, input, voice, response_format: "opus" }),
          maxBytes: MAX_AUDIO_BYTES,
          section: "speech.tts",
          timeoutMs,
          signal,
        });
        streams.push(await playable(() => toOpus(data, { processes, signal }), id));
      }
      const characters = text.length;
      const used = { model: id, characters, inputTokens: 0, outputTokens: 0, costNano: undefined };
      const deps = { processes, signal, serial: serialOf(random) };
      const spoken = await noteOf(streams, used, deps);
      const costNano = costOf(price, { characters, seconds: spoken.seconds });
      return { ...spoken, usage: { ...spoken.usage, costNano } };
    },
  };
}

/** Names a stream in its file. */
export function serialOf(random: () => number): number {
  return Math.floor(random() * 2 ** 32);
}
