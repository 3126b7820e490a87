import { z } from "zod";
import { secret } from "../platform/secret.ts";

/** Maximum size of audio in bytes, for transcription and for synthesis. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;

/**
 * Pattern of a voice name. Names are used in markup and in program arguments, so other characters
 * are not allowed.
 */
export const VOICE: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_ .()+-]{0,99}$/u;

const url = z.url({
  protocol: /^https?$/,
  error: 'it must be a URL, such as "http://127.0.0.1:8000/v1"',
});

const command = z
  .array(z.string())
  .min(1)
  .refine((argv) => argv.some((argument) => argument.includes("{file}")), {
    error: "one of its arguments must contain {file}",
  });

/** The `speech` section of the config. */
export const speechConfig = z
  .object({
    stt: z
      .object({
        provider: z
          .enum(["auto", "openai", "gemini", "command", "none"])
          .default("auto")
          .describe(
            "The speech-to-text provider. openai: any server that implements OpenAI's /audio/transcriptions. command: a program on this machine. auto: the provider of the first key that is set, out of OPENAI_API_KEY, GROQ_API_KEY and GEMINI_API_KEY; otherwise none.",
          ),
        model: z
          .string()
          .min(1)
          .optional()
          .describe("The model, such as whisper-1. Default: the provider's default."),
        baseUrl: url
          .optional()
          .describe(
            "The provider's base URL, including the version. Default: the provider's public API.",
          ),
        apiKey: secret()
          .optional()
          .describe("The provider's API key. Default: OPENAI_API_KEY or GEMINI_API_KEY."),
        command: command
          .optional()
          .describe(
            'A program, with its arguments, that writes the transcript to standard output. {file} is replaced with the path to the recording, and {language} with its language, if known. Example: ["whisper-cli", "-nt", "-f", "{file}"].',
          ),
      })
      .prefault({})
      .describe("Speech to text: transcribing voice messages."),
    tts: z
      .object({
        provider: z
          .enum(["edge", "openai", "espeak", "piper", "command", "none"])
          .default("edge")
          .describe(
            "The text-to-speech provider. edge: Microsoft Edge's voices, an online service that needs no key and comes without a guarantee. openai: any server that implements OpenAI's /audio/speech. espeak, piper, command: programs on this machine. none: replies are text only.",
          ),
        model: z
          .string()
          .min(1)
          .optional()
          .describe(
            "The model, such as tts-1. Default: the provider's default. For piper, the folder that contains its voices.",
          ),
        baseUrl: url
          .optional()
          .describe(
            "The provider's base URL, including the version. Default: the provider's public API.",
          ),
        apiKey: secret().optional().describe("The provider's API key. Default: OPENAI_API_KEY."),
        command: command
          .optional()
          .describe(
            'A program, with its arguments, that reads the text from standard input and writes {file} as WAV or Ogg/Opus. {voice} and {language} are also replaced. Example: ["say-it", "--voice", "{voice}", "{file}"].',
          ),
      })
      .prefault({})
      .describe("Text to speech: speaking replies."),
    voice: z
      .string()
      .trim()
      .regex(VOICE, "it must be the name of a voice")
      .default("en-GB-RyanNeural")
      .describe(
        "The voice for replies in its own language and in all languages that `voices` does not list.",
      ),
    voices: z
      .record(z.string().regex(/^[a-z]{2,3}$/), z.string().trim().regex(VOICE))
      .prefault({})
      .describe(
        "Voices by language, as in {de: de-DE-ConradNeural}. edge has default voices for about 50 languages.",
      ),
    maxWords: z
      .int()
      .min(1)
      .max(5000)
      .default(500)
      .describe(
        "The maximum length of a spoken reply, in words. Longer replies are sent as text. In languages written without spaces, two characters count as one word.",
      ),
  })
  .superRefine(({ stt, tts }, context) => {
    if (stt.provider === "command" && !stt.command) {
      const message = "command needs a program: set speech.stt.command first";
      context.addIssue({ code: "custom", path: ["stt", "provider"], message });
    }
    if (tts.provider === "command" && !tts.command) {
      const message = "command needs a program: set speech.tts.command first";
      context.addIssue({ code: "custom", path: ["tts", "provider"], message });
    }
    if (tts.provider === "piper" && tts.model === undefined) {
      const message = "piper needs the folder with its voices: set speech.tts.model first";
      context.addIssue({ code: "custom", path: ["tts", "provider"], message });
    }
  });

export type SpeechConfig = z.output<typeof speechConfig>;

/** An unprocessed recording. */
export interface Audio {
  readonly data: Uint8Array;
  /** Media type by its sender; the actual type is read from the data. */
  readonly mediaType: string;
  readonly seconds?: number | undefined;
}

/** Usage of one request. */
export interface SpeechUsage {
  /** `provider/model`. */
  readonly model: string;
  /** Duration of the audio that was heard or spoken; undefined if unknown. */
  readonly seconds?: number | undefined;
  /** Length of the spoken text. */
  readonly characters?: number | undefined;
  /** Tokens as the provider counts them; 0 if it does not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Billionths of a dollar; undefined when the price is not known. */
  readonly costNano: bigint | undefined;
}

export interface Transcript {
  /** Never empty. */
  readonly text: string;
  /** Language as ISO 639-1, if the provider returns it. */
  readonly language?: string | undefined;
  readonly seconds?: number | undefined;
  readonly usage: SpeechUsage;
}

/** A recording in the form of voice messages: Ogg with Opus. */
export interface Voice {
  readonly data: Uint8Array;
  readonly seconds: number;
  /** A hundred peaks from 0 to 31. */
  readonly waveform?: readonly number[] | undefined;
  readonly usage: SpeechUsage;
}

export interface TranscribeOptions {
  readonly signal: AbortSignal;
  /** Probable spoken language, as ISO 639-1. */
  readonly language?: string | undefined;
  /** Receives the usage of a failed request. */
  readonly onLost?: ((usage: SpeechUsage) => void) | undefined;
}

export interface SpeechToText {
  /** `provider/model`. */
  readonly id: string;
  /**
   * Transcribes a recording. Rejects with a fault: `invalid` if it is no recording, contains no
   * speech or is too long, `missing` if a program is not installed, and `denied`, `exhausted` or
   * `unavailable` from the provider.
   */
  transcribe(audio: Audio, options: TranscribeOptions): Promise<Transcript>;
}

export interface SynthesizeOptions {
  readonly signal: AbortSignal;
  /** Name of the provider's voice. Default: the voice configured for the language. */
  readonly voice?: string | undefined;
  /** Language of the text, as ISO 639-1. Default: detected from the text. */
  readonly language?: string | undefined;
  /**
   * Language as ISO 639-1 of a text that is too short to detect it. Default: that of
   * `speech.voice`.
   */
  readonly fallbackLanguage?: string | undefined;
}

export interface TextToSpeech {
  /** `provider/model`. */
  readonly id: string;
  /**
   * Synthesizes a text. Rejects with a fault, `invalid` for an unknown voice and for a text without
   * anything to speak.
   */
  speak(text: string, options: SynthesizeOptions): Promise<Voice>;
}

/** Transcriber and synthesizer of the agent; either may be missing. */
export interface Speech {
  readonly hear?: SpeechToText | undefined;
  readonly say?: TextToSpeech | undefined;
}
