import type { SpeechConfig } from "../speech.ts";
import { EDGE_VOICES } from "./edge/edge-voices.ts";

/** Pattern of Edge's voice names, such as en-GB-RyanNeural, which other providers do not know. */
const OF_EDGE = /^([a-z]{2,3})-[A-Za-z-]+Neural$/;

/** Default voices of other providers, used if only voices of Edge are configured. */
const OPENAI_VOICE = "onyx";
const PIPER_VOICE = "en_GB-alan-medium";
const ESPEAK_VOICE = "en-gb";

/** Languages with other names in espeak-ng. */
const ESPEAK_NAMES: ReadonlyMap<string, string> = new Map([
  ["en", ESPEAK_VOICE],
  ["zh", "cmn"],
]);

type VoiceConfig = Pick<SpeechConfig, "voice" | "voices"> & {
  readonly tts: Pick<SpeechConfig["tts"], "provider">;
};

/**
 * Returns the voice for a language. Without a language, or without a voice for it, returns
 * `speech.voice`.
 */
export function chooseVoice(
  { voice, voices, tts: { provider } }: VoiceConfig,
  language: string | undefined,
): string {
  const own = language === undefined ? undefined : voices[language];
  if (own !== undefined) return own;
  const spoken = OF_EDGE.exec(voice)?.[1];
  switch (provider) {
    case "edge":
      return language === undefined || language === spoken
        ? voice
        : (EDGE_VOICES[language] ?? voice);
    case "espeak":
      if (language !== undefined) return ESPEAK_NAMES.get(language) ?? language;
      return spoken === undefined ? voice : (ESPEAK_NAMES.get(spoken) ?? spoken);
    case "openai":
      return spoken === undefined ? voice : OPENAI_VOICE;
    case "piper":
      return spoken === undefined ? voice : PIPER_VOICE;
    case "command":
    case "none":
      return voice;
  }
}
