import { readFile } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import type { TextToSpeech } from "../speech.ts";
import { fillTemplate } from "./fill-template.ts";
import { type SynthesizeDeps, serialOf } from "./openai-voice.ts";
import { runProgram } from "./run-program.ts";
import { toVoice } from "./audio/to-voice.ts";

/** A program that says what it reads from its input. */
export interface SpeakingProgram {
  readonly id: string;
  /** With `{file}`, and where it takes them `{voice}` and `{language}`. */
  readonly argv: readonly string[];
  readonly missingHint: string;
}

/** Text to speech by a program on this machine, which reads the text and writes a file. */
export function createProgramVoice(
  { id, argv, missingHint }: SpeakingProgram,
  { processes, timeoutMs, random, voiceFor }: SynthesizeDeps,
): TextToSpeech {
  return {
    id,
    async speak(text, { signal, language = "", voice = voiceFor(language) }) {
      await using folder = await processes.openFolder();
      const file = path.join(folder.path, "said.wav");
      await runProgram(fillTemplate(argv, { file, voice, language }), {
        processes,
        signal,
        timeoutMs,
        input: text,
        missingHint,
      });
      const data = await readFile(file).catch((cause: unknown) => {
        throw new Fault("unavailable", `${id} did not write a recording.`, {
          hint: "The program must write the file that is passed as {file}. Check speech.tts.command.",
          cause,
        });
      });
      const used = {
        model: id,
        characters: text.length,
        inputTokens: 0,
        outputTokens: 0,
        costNano: 0n,
      };
      return toVoice(data, used, { processes, signal, serial: serialOf(random) });
    },
  };
}

/** espeak-ng; its voices are named after languages. */
export const ESPEAK: SpeakingProgram = {
  id: "espeak/espeak-ng",
  argv: ["espeak-ng", "-v", "{voice}", "-w", "{file}", "--stdin"],
  missingHint: "Install espeak-ng, or set speech.tts.provider to another one.",
};

/** piper, with the voices of a folder. */
export function piperIn(folder: string): SpeakingProgram {
  return {
    id: "piper/piper",
    argv: ["piper", "--model", path.join(folder, "{voice}.onnx"), "--output_file", "{file}"],
    missingHint:
      "Install piper (pip install piper-tts), or set speech.tts.provider to another one.",
  };
}
