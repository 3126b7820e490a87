import type { AudioKind } from "voice-note-audio";
import { Fault, type Processes } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { Secret } from "../../platform/secret.ts";
import type { SpeechToText } from "../speech.ts";
import { prepareRecording } from "./audio/prepare-recording.ts";
import { requestSpeech } from "./request-speech.ts";
import { costOf, findPrice } from "./speech-price.ts";
import { hasSpeech } from "./has-speech.ts";

export interface ProviderChoice {
  /** Name of the provider, as shown to people and used in the model's id. */
  readonly provider: string;
  /** URL with the version, without a slash at the end. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: Secret | undefined;
}

export interface TranscribeDeps {
  readonly processes: Processes;
  readonly timeoutMs: number;
}

const TAKES: readonly AudioKind[] = ["ogg", "webm", "wav", "mp3", "mp4", "flac"];
const MAX_ANSWER_BYTES = 1024 * 1024;

/** https://platform.openai.com/docs/api-reference/audio/createTranscription */
const answerSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  usage: z
    .object({ input_tokens: z.number().default(0), output_tokens: z.number().default(0) })
    .catch({ input_tokens: 0, output_tokens: 0 })
    .default({ input_tokens: 0, output_tokens: 0 }),
});

/** Creates speech to text by OpenAI, Groq, or any server with their `/audio/transcriptions`. */
export function createOpenaiTranscriber(
  { provider, baseUrl, model, key }: ProviderChoice,
  { processes, timeoutMs }: TranscribeDeps,
): SpeechToText {
  const id = `${provider}/${model}`;
  const price = findPrice(baseUrl, model);
  return {
    id,
    async transcribe(audio, { signal, language, onLost }) {
      const recording = await prepareRecording(audio, { takes: TAKES, processes, signal });
      const { data, name, mediaType, seconds } = recording;
      const body = new FormData();
      body.append("file", new Blob([Buffer.from(data)], { type: mediaType }), name);
      body.append("model", model);
      body.append("response_format", "json");
      if (language !== undefined) body.append("language", language);
      const answered = await requestSpeech(`${baseUrl}/audio/transcriptions`, {
        provider: id,
        headers: { ...(key && { authorization: `Bearer ${key.reveal()}` }) },
        body,
        maxBytes: MAX_ANSWER_BYTES,
        section: "speech.stt",
        timeoutMs,
        signal,
      });
      const answer = answerSchema.safeParse(parseJson(answered.toString())?.value);
      if (!answer.success) throw noTranscript(id, answer.error);
      const { text, usage: counted, language: heard } = answer.data;
      const usage = {
        model: id,
        seconds,
        inputTokens: counted.input_tokens,
        outputTokens: counted.output_tokens,
        costNano: costOf(price, { seconds }),
      };
      return {
        text: hasSpeech(text, () => onLost?.(usage)),
        language: heard ?? undefined,
        seconds,
        usage,
      };
    },
  };
}

/** Returns the fault for a response that is no transcript. */
export function noTranscript(id: string, cause: Error): Fault {
  return new Fault("unavailable", `${id} did not return a transcript.`, {
    hint: "Check speech.stt.baseUrl and speech.stt.model.",
    cause,
  });
}
