import { Fault, type Processes } from "@reeve/sdk";
import { detectLanguage } from "../../domains/speech/detect-language.ts";
import { toSpeakable } from "../../domains/speech/to-speakable.ts";
import {
  type Speech,
  type SpeechConfig,
  type SpeechToText,
  type TextToSpeech,
  VOICE,
} from "../../integrations/speech.ts";
import { chooseVoice } from "../../integrations/speech/choose-voice.ts";
import { createCommandTranscriber } from "../../integrations/speech/command-transcriber.ts";
import { createEdgeVoice } from "../../integrations/speech/edge/edge-voice.ts";
import { createGeminiTranscriber } from "../../integrations/speech/gemini-transcriber.ts";
import { createOpenaiTranscriber } from "../../integrations/speech/openai-transcriber.ts";
import { createOpenaiVoice, type SynthesizeDeps } from "../../integrations/speech/openai-voice.ts";
import { createProgramVoice, ESPEAK, piperIn } from "../../integrations/speech/program-voice.ts";
import type { Clock } from "../../kernel/clock.ts";
import { findProvider } from "../../llm/providers.ts";
import { Secret } from "../../platform/secret.ts";
import { chooseTranscriber, type ChooseTranscriberDeps } from "./choose-transcriber.ts";

export interface SpeechDeps extends ChooseTranscriberDeps {
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  readonly processes: Processes;
  /** In place of the address of Edge's voices. */
  readonly edgeUrl?: string | undefined;
}

/** Somebody waits for these; a long recording on a slow machine takes its time. */
const HEAR_MS = 120_000;
const SPEAK_TIMEOUT_MS = 60_000;

const TTS_MODEL = "gpt-4o-mini-tts";

/**
 * Creates speech to text and text to speech from the config. Nothing is requested or loaded before
 * its first use. Throws `denied` if a provider was chosen and there is no key for it.
 */
export function createSpeech(config: SpeechConfig, deps: SpeechDeps): Speech {
  return { hear: createTranscriber(config, deps), say: createSynthesizer(config, deps) };
}

function createTranscriber(config: SpeechConfig, deps: SpeechDeps): SpeechToText | undefined {
  const found = chooseTranscriber(config, deps);
  if (!found) return undefined;
  const running = { processes: deps.processes, timeoutMs: HEAR_MS };
  if (found.type === "command") return createCommandTranscriber(found.argv, running);
  return found.api === "gemini"
    ? createGeminiTranscriber(found, running)
    : createOpenaiTranscriber(found, running);
}

/** Texts are made speakable first, and their language found where nobody names it. */
function createSynthesizer(config: SpeechConfig, deps: SpeechDeps): TextToSpeech | undefined {
  const voice = chooseSynthesizer(config, deps);
  if (!voice) return undefined;
  return {
    id: voice.id,
    async speak(text, options) {
      if (options.voice !== undefined && !VOICE.test(options.voice))
        throw new Fault("invalid", `"${options.voice}" is not a valid voice name.`, {
          hint: 'Use a name such as "en-GB-RyanNeural", or omit the voice.',
        });
      const language = options.language ?? detectLanguage(text) ?? options.fallbackLanguage;
      const spoken = toSpeakable(text, { language });
      if (spoken === "")
        throw new Fault("invalid", "The text contains nothing that can be spoken.", {
          hint: "Provide text that contains words.",
        });
      return voice.speak(spoken, { ...options, language });
    },
  };
}

function chooseSynthesizer(config: SpeechConfig, deps: SpeechDeps): TextToSpeech | undefined {
  const { tts } = config;
  const saying: SynthesizeDeps = {
    processes: deps.processes,
    timeoutMs: SPEAK_TIMEOUT_MS,
    random: deps.random,
    voiceFor: (language) => chooseVoice(config, language),
  };
  switch (tts.provider) {
    case "none":
      return undefined;
    case "edge":
      return createEdgeVoice({ ...saying, ...deps, url: deps.edgeUrl });
    case "openai":
      return createOpenaiVoice(openaiChoice(tts, deps), saying);
    case "espeak":
      return createProgramVoice(ESPEAK, saying);
    case "piper":
      return tts.model === undefined ? undefined : createProgramVoice(piperIn(tts.model), saying);
    case "command":
      return tts.command && createProgramVoice(ownProgram(tts.command), saying);
  }
}

function ownProgram(argv: readonly string[]) {
  return {
    id: "command/speech",
    argv,
    missingHint: "Install it, or change speech.tts.command.",
  };
}

/** A key of the environment belongs to the provider's own address. */
function openaiChoice(
  { model = TTS_MODEL, baseUrl, apiKey }: SpeechConfig["tts"],
  deps: SpeechDeps,
) {
  const own = findProvider("openai");
  const text = deps.env[own.key ?? ""];
  const key = apiKey ?? (baseUrl === undefined && text ? new Secret(text) : undefined);
  if (!key && baseUrl === undefined)
    throw new Fault("denied", "No API key for openai, the provider set in speech.tts.", {
      hint: "Set OPENAI_API_KEY or speech.tts.apiKey, or choose another speech.tts.provider.",
    });
  return { provider: "openai", baseUrl: (baseUrl ?? own.baseUrl).replace(/\/+$/, ""), model, key };
}
