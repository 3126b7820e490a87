import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { SpeechToText } from "../speech.ts";
import { fillTemplate } from "./fill-template.ts";
import type { TranscribeDeps } from "./openai-transcriber.ts";
import { prepareRecording } from "./audio/prepare-recording.ts";
import { runProgram } from "./run-program.ts";
import { hasSpeech } from "./has-speech.ts";

/** Speech to text by a program on this machine, which reads a file and writes what is said. */
export function createCommandTranscriber(
  argv: readonly string[],
  { processes, timeoutMs }: TranscribeDeps,
): SpeechToText {
  const id = `command/${path.basename(argv[0] ?? "")}`;
  return {
    id,
    async transcribe(audio, { signal, language = "auto" }) {
      const { data, name, seconds } = await prepareRecording(audio, {
        takes: ["ogg", "webm", "wav", "mp3", "mp4", "flac", "amr", "aac", "aiff", "caf"],
        processes,
        signal,
      });
      await using folder = await processes.openFolder();
      const file = path.join(folder.path, name);
      await writeFile(file, data, { mode: 0o600 });
      const text = await runProgram(fillTemplate(argv, { file, language }), {
        processes,
        signal,
        timeoutMs,
        missingHint: "Install it, or change speech.stt.command.",
      });
      return {
        text: hasSpeech(text),
        seconds,
        usage: { model: id, seconds, inputTokens: 0, outputTokens: 0, costNano: 0n },
      };
    },
  };
}
